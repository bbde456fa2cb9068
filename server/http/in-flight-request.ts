import type { RouteResponse } from '#server/route/route.ts'
import type { VersionCount } from '#server/store/versions.ts'

/** Equal requests that are answered together: the first is executed, and the others wait for its response. */
export class InFlightRequest {
  /** Version of the store when the request began. */
  readonly version: VersionCount
  /** The response to the first request; undefined if it failed. */
  readonly answer: Promise<RouteResponse | undefined>
  readonly #end: (answer: RouteResponse | undefined) => void
  readonly #abort = new AbortController()
  #members = 0

  constructor(version: VersionCount) {
    this.version = version
    let end: (answer: RouteResponse | undefined) => void = () => {}
    this.answer = new Promise((resolve) => {
      end = resolve
    })
    this.#end = end
  }

  /** Aborted when all callers have disconnected. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Adds a caller; `signal` is aborted when this caller disconnects. */
  add(signal: AbortSignal): void {
    this.#members++
    const leave = (): void => {
      this.#members--
      if (this.#members === 0) this.#abort.abort()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  }

  end(answer: RouteResponse | undefined): void {
    this.#end(answer)
  }
}
