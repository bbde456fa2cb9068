import type { IncomingMessage, ServerResponse } from 'node:http'

/** Returns a signal that is aborted when no client waits for the response any more. */
export function disconnectSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  // A request whose body has been read is also destroyed; its socket is not.
  return request.socket.destroyed ? AbortSignal.abort() : controller.signal
}
