import { InFlightRequest } from './in-flight-request.ts'

/**
 * Coalesces requests: at most one operation per key runs at a time, and all callers share it. A caller that aborts
 * leaves with the reason of its signal; after the last caller left, the operation is aborted.
 */
export class Flights<T> {
  readonly #flights = new Map<string, InFlightRequest<T>>()

  async join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const known = this.#flights.get(key)
    // New callers must not join an operation that is being aborted.
    const flight = known && !known.isAbandoned ? known : this.#start(key, signal, work)
    if (flight === known) flight.add(signal)
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      const settled = (): void => signal.removeEventListener('abort', leave)
      flight.result.finally(settled).then(resolve, reject)
    })
  }

  #start(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): InFlightRequest<T> {
    const flight = new InFlightRequest(signal, work)
    this.#flights.set(key, flight)
    const forget = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    flight.result.then(forget, forget)
    return flight
  }
}
