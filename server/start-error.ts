import { getSystemErrorMap } from 'node:util'
import { ApiError } from '#core/rest/api-error.ts'
import type { Settings } from './base/config.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the folder is not writable',
  EPERM: 'the folder is not writable',
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
    super(`Facet runs on ${home}, as process ${pid}, and its store has another version than this program`)
  }
}

/** Another server runs on a home with the same id: one is a copy of the other. */
export class HomeCopyRuns extends Error {
  override readonly name = 'HomeCopyRuns'

  constructor(home: string, running: string) {
    super(`${home} has the same home-id as ${running}, where a server with the same store runs`)
  }
}

/** Hints for errors whose messages contain none. */
const REMEDIES: Readonly<Record<string, string>> = {
  HomeInUse: 'Stop and start it again, then repeat the command.',
  HomeCopyRuns: 'If this home was moved, start again in half a minute. If it is a copy, delete its home-id file.',
  NewerStore: 'Start that version, or restore the copy from before the upgrade: docs/operate/operations.md, Roll back.',
  NoRoomForCopy: 'Free space on that disk and start again.',
}

/** Returns one message that says why the server did not start and what to do. */
export function explainStartError(error: unknown, { port, host, home, databaseUrl }: Settings): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  const remedy = error instanceof ApiError ? error.row.remedy : error instanceof Error && REMEDIES[error.name]
  if (remedy) return `${message}. ${remedy}`
  if (syscall === 'listen') return explainListen(code, host, port)
  if (code && REASONS[code]) return `Cannot write ${home}: ${REASONS[code]}. Choose another folder with FACET_HOME.`
  if (/database or disk is full/i.test(message)) return `Cannot write ${home}: the disk is full.`
  if (/readonly database|unable to open database/i.test(message)) {
    return `Cannot write ${home}: its database is not writable. Choose another folder with FACET_HOME.`
  }
  if (databaseUrl !== undefined) return `Cannot use the database of DATABASE_URL: ${message}`
  return error instanceof Error ? (error.stack ?? message) : String(error)
}

function explainListen(code: string | undefined, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another with PORT, for example PORT=${port + 1}.`
  if (code === 'EACCES') return `Port ${port} needs more privileges than this user has. Choose another with PORT.`
  const known = [...getSystemErrorMap().values()].find(([name]) => name === code)
  return `Cannot listen on ${host}, port ${port}: ${known?.[1] ?? code}.`
}
