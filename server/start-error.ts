import { getSystemErrorMap } from 'node:util'
import { ApiError } from '#core/rest/api-error.ts'
import type { Settings } from './base/config.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
}

/** A server of another version holds the home; its store must not change while it runs. */
export class HomeInUse extends Error {
  override readonly name = 'HomeInUse'

  constructor(home: string, pid: number) {
    super(`Facet runs on ${home}, as process ${pid}, and its store is of another version than this program`)
  }
}

/** Another server runs on a home with the same id: one is a copy of the other. */
export class HomeCopyRuns extends Error {
  override readonly name = 'HomeCopyRuns'

  constructor(home: string, running: string) {
    super(`${home} has the same home-id as ${running}, where a server of the same store runs`)
  }
}

/** What to do, for errors whose messages only say what happened. */
const REMEDIES: Readonly<Record<string, string>> = {
  HomeInUse: 'Stop it and start it again, then repeat this.',
  HomeCopyRuns: 'If this home was moved, start again in half a minute. If it is a copy, delete its home-id file.',
  NewerStore: 'Start that version, or put back the copy from before it: docs/operate/operations.md, Rollback.',
  NoRoomForCopy: 'Make room on that disk and start again.',
}

/** Returns one message that says why the server did not start and what to do. */
export function explainStart(error: unknown, { port, host, home, databaseUrl }: Settings): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  const remedy = error instanceof ApiError ? error.row.remedy : error instanceof Error && REMEDIES[error.name]
  if (remedy) return `${message}. ${remedy}`
  if (syscall === 'listen') return explainListen(code, host, port)
  if (code && REASONS[code]) return `Cannot write ${home}: ${REASONS[code]}. Choose another folder with FACET_HOME.`
  if (/database or disk is full/i.test(message)) return `Cannot write ${home}: the disk is full.`
  if (/readonly database|unable to open database/i.test(message)) {
    return `Cannot write ${home}: the database in it may not be written. Choose another folder with FACET_HOME.`
  }
  if (databaseUrl !== undefined) return `Cannot use the database of DATABASE_URL: ${message}`
  return error instanceof Error ? (error.stack ?? message) : String(error)
}

function explainListen(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.`
  if (code === 'EACCES') return `Port ${port} needs more rights than this user has. Choose another with PORT.`
  const known = [...getSystemErrorMap().values()].find(([name]) => name === code)
  return `Cannot listen on ${host}, port ${port}: ${known?.[1] ?? code}.`
}
