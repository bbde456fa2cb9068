import type { IncomingMessage, ServerResponse } from 'node:http'

/** Aborted when nobody waits for the answer of a call any more. */
export function disconnectSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  // A request whose body has been read is destroyed too; its socket is not.
  return request.socket.destroyed ? AbortSignal.abort() : controller.signal
}
