import type { Server } from 'node:http'

/** Milliseconds that calls in flight have to end in when the server does. */
export const CALLS_END_WITHIN_MS = 5000

/** The calls a server is answering. */
export class OpenCalls {
  readonly #server: Server
  #count = 0
  #ended: (() => void) | undefined

  constructor(server: Server) {
    this.#server = server
    server.on('request', (_, response) => {
      this.#count++
      response.once('close', () => {
        this.#count--
        if (this.#count === 0) this.#ended?.()
      })
    })
  }

  /**
   * Takes no new connections, waits until all calls have been answered, for `withinMs` at most, and closes every
   * connection that is left.
   */
  async end(withinMs: number): Promise<void> {
    // Whoever connects without asking anything is no call, but not idle either in the server's eyes.
    this.#server.close()
    if (this.#count > 0) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#ended = resolve
        timer = setTimeout(resolve, withinMs)
      })
      clearTimeout(timer)
    }
    this.#server.closeAllConnections()
  }
}
