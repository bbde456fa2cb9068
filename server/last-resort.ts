import type { End } from './ending.ts'
import type { Log } from './base/log.ts'

/** What a peer that goes away does to whoever reads or writes; nothing else is in doubt afterwards. */
const PEER_GONE = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'])

/** Whether an error says no more than that the other end of a connection has gone. */
function isPeerGone(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException
  // A call whose caller left while its body came has no system call to name: Node says that it was aborted.
  return PEER_GONE.has(code ?? '') && (syscall === 'read' || syscall === 'write' || message === 'aborted')
}

/** Lines nobody can take any more, on a full disk or a closed pipe, are lost; the server is not. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * What is done about errors nobody handled. A rejection that nobody heard and a peer that went away are logged, and the
 * server goes on: one question must not end everybody's server. After any other error nobody knows what still holds, so
 * the server ends in order, with 1.
 */
export function handleTheRest(log: Log, end: End): void {
  const tell = (message: string, reason: unknown) =>
    log.error(message, { detail: reason instanceof Error ? (reason.stack ?? '') : String(reason) })
  process.on('unhandledRejection', (reason) => tell('Something failed unheard', reason))
  process.on('uncaughtException', (error) => {
    if (isPeerGone(error)) return tell('A peer went away unheard', error)
    tell('Something failed and nobody handled it; the server ends', error)
    end.begin(1)
  })
}
