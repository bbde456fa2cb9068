interface Flight<T> {
  readonly answer: Promise<T>
  readonly controller: AbortController
  waiters: number
}

/**
 * Coalesces requests: at most one operation per key runs at a time, and all callers share it. A caller that aborts
 * leaves with the reason of its signal; after the last caller left, the operation is aborted.
 */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>()

  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#start(key, work)
    flight.waiters++
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason)
        this.#leave(key, flight, signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const settled = (): void => signal.removeEventListener('abort', leave)
      flight.answer.then(
        (answer) => {
          settled()
          resolve(answer)
        },
        (error) => {
          settled()
          reject(error)
        },
      )
    })
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const answer = work(controller.signal).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    // All callers may have left before it fails.
    answer.catch(() => {})
    const flight: Flight<T> = { answer, controller, waiters: 0 }
    this.#flights.set(key, flight)
    return flight
  }

  #leave(key: string, flight: Flight<T>, reason: unknown): void {
    flight.waiters--
    if (flight.waiters > 0) return
    // New callers must not join an operation that is being aborted.
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
    flight.controller.abort(reason)
  }
}
