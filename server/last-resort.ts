import type { End } from './ending.ts'
import type { Log } from './base/log.ts'

/** Errors of reads and writes after the peer has disconnected; they affect nothing else. */
const DISCONNECT_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])

/** True if an error only says that the other end of a connection has disconnected. */
function isDisconnect(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException
  // If the caller disconnects while the body arrives, the error has no system call; Node reports that it was aborted.
  return DISCONNECT_CODES.has(code ?? '') && (syscall === 'read' || syscall === 'write' || message === 'aborted')
}

/**
 * Ignores write errors of standard output and error: on a full disk or a closed pipe lines are lost, but the server
 * continues.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Handles uncaught errors. Unhandled rejections and disconnected peers are logged, and the server continues: one query
 * must not end the server for all users. After any other error the state is unknown, so the server shuts down in order,
 * with exit code 1.
 */
export function handleTheRest(log: Log, end: End): void {
  const tell = (message: string, reason: unknown) =>
    log.error(message, { detail: reason instanceof Error ? (reason.stack ?? '') : String(reason) })
  process.on('unhandledRejection', (reason) => tell('Unhandled promise rejection', reason))
  process.on('uncaughtException', (error) => {
    if (isDisconnect(error)) return tell('A connection was closed by its peer', error)
    tell('Uncaught exception; the server shuts down', error)
    end.begin(1)
  })
}
