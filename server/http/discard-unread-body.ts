import type { IncomingMessage } from 'node:http'

/**
 * Milliseconds for which an unread body is still received and discarded after the response: a sender whose connection
 * closes meanwhile may never read the response.
 */
export const UNREAD_MS = 5000

/** Closes the connection of a request that was answered before its body had arrived, unless the rest arrives soon. */
export function discardUnreadBody(request: IncomingMessage, milliseconds = UNREAD_MS): void {
  if (request.complete) return
  setTimeout(() => request.complete || request.socket.destroy(), milliseconds).unref()
}
