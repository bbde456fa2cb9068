import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that calls in flight have to end in when the server does. */
export const CALLS_END_WITHIN_MS = 5000

/** Milliseconds in which calls still arrive that were on their way on open connections when the server began to end. */
const CALLS_ARRIVE_WITHIN_MS = 200

/** The calls a server is answering. */
export class OpenCalls {
  readonly #server: Server
  readonly #responses = new Set<ServerResponse>()
  #isEnding = false
  #ended: (() => void) | undefined

  constructor(server: Server) {
    this.#server = server
    // Before whoever answers: the head of an answer says whether its connection stays open.
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
   * Takes no new connections, waits until all calls have been answered, those too that arrive on open connections, for
   * `withinMs` at most, and closes every connection that is left.
   */
  async end(withinMs: number): Promise<void> {
    const begun = performance.now()
    this.#isEnding = true
    for (const response of this.#responses) closeAfter(response)
    // An HTTP server that closes cuts idle connections as well, on which a call may be on its way.
    NetServer.prototype.close.call(this.#server)
    if (await this.#hasConnections()) {
      await sleep(Math.min(CALLS_ARRIVE_WITHIN_MS, withinMs))
      // What has arrived meanwhile is read in the turn that follows.
      await nextTurn()
    }
    this.#server.closeIdleConnections()
    await this.#answered(withinMs - (performance.now() - begun))
    this.#server.closeAllConnections()
  }

  #hasConnections(): Promise<boolean> {
    return new Promise((resolve) => this.#server.getConnections((_, count) => resolve(count > 0)))
  }

  async #answered(withinMs: number): Promise<void> {
    if (this.#responses.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#ended = resolve
      timer = setTimeout(resolve, withinMs)
    })
    clearTimeout(timer)
  }
}

/** Makes a call the last of its connection. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
