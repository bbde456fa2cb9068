import type { RouteResponse } from '#server/route/route.ts'
import type { VersionCount } from '#server/store/versions.ts'

/** Calls that are the same and are answered together: the first is, and the others wait for its answer. */
export class InFlightRequest {
  /** Of the store when they began. */
  readonly version: VersionCount
  /** The answer of the first; undefined when it failed. */
  readonly answer: Promise<RouteResponse | undefined>
  readonly #end: (answer: RouteResponse | undefined) => void
  readonly #gone = new AbortController()
  #members = 0

  constructor(version: VersionCount) {
    this.version = version
    let end: (answer: RouteResponse | undefined) => void = () => {}
    this.answer = new Promise((resolve) => {
      end = resolve
    })
    this.#end = end
  }

  /** Aborted when all have gone. */
  get signal(): AbortSignal {
    return this.#gone.signal
  }

  /** `signal` is aborted when this member goes. */
  add(signal: AbortSignal): void {
    this.#members++
    const leave = (): void => {
      this.#members--
      if (this.#members === 0) this.#gone.abort()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  }

  end(answer: RouteResponse | undefined): void {
    this.#end(answer)
  }
}
