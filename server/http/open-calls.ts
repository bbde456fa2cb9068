import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that in-flight requests have to finish when the server ends. */
export const CALLS_END_TIMEOUT_MS = 5000

/** Milliseconds to wait for requests that were on their way on open connections when the server began to end. */
const LATE_CALLS_WAIT_MS = 200

/** The in-flight requests of a server. */
export class OpenCalls {
  readonly #server: Server
  readonly #responses = new Set<ServerResponse>()
  #isEnding = false
  #ended: (() => void) | undefined

  constructor(server: Server) {
    this.#server = server
    // Runs before the application: the response headers say whether the connection stays open.
    server.prependListener('request', (_, response) => {
      this.#responses.add(response)
      if (this.#isEnding) closeAfter(response)
      response.once('close', () => {
        this.#responses.delete(response)
        if (this.#responses.size === 0) this.#ended?.()
      })
    })
  }

  /**
   * Accepts no new connections, waits for up to `withinMs` until all requests are answered, including those that arrive
   * on open connections, and closes every remaining connection.
   */
  async end(timeoutMs: number): Promise<void> {
    const begun = performance.now()
    this.#isEnding = true
    for (const response of this.#responses) closeAfter(response)
    // `close` of an HTTP server also cuts idle connections, on which a request may be on its way.
    NetServer.prototype.close.call(this.#server)
    if (await this.#hasConnections()) {
      await sleep(Math.min(LATE_CALLS_WAIT_MS, timeoutMs))
      // Requests that have arrived meanwhile are read in the next turn of the event loop.
      await nextTurn()
    }
    this.#server.closeIdleConnections()
    await this.#answered(timeoutMs - (performance.now() - begun))
    this.#server.closeAllConnections()
  }

  #hasConnections(): Promise<boolean> {
    return new Promise((resolve) => this.#server.getConnections((_, count) => resolve(count > 0)))
  }

  async #answered(timeoutMs: number): Promise<void> {
    if (this.#responses.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#ended = resolve
      timer = setTimeout(resolve, timeoutMs)
    })
    clearTimeout(timer)
  }
}

/** Closes the connection after this response. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
