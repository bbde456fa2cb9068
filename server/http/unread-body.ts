import type { IncomingMessage } from 'node:http'

/**
 * Milliseconds for which a body nobody wanted is still taken in, and thrown away, after its call was answered: a sender
 * whose connection is closed meanwhile may never read the answer.
 */
export const UNREAD_MS = 5000

/** Closes the connection of a call that was answered before its body had come, unless the rest comes soon. */
export function dropUnread(request: IncomingMessage, milliseconds = UNREAD_MS): void {
  if (request.complete) return
  setTimeout(() => request.complete || request.socket.destroy(), milliseconds).unref()
}
