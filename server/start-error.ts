import { getSystemErrorMap } from 'node:util'
import type { Settings } from './config.ts'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the folder may not be written',
  EPERM: 'the folder may not be written',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
}

/** Why the server did not start, in one message that says what to do. */
export function explainStart(error: unknown, { port, host, home, databaseUrl }: Settings): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
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
