import { setMaxListeners } from 'node:events'

/** A request in progress and the callers that wait for it. After the last caller left, its work is aborted. */
export class InFlightRequest<T> {
  /** The result of the work, for all callers. */
  readonly result: Promise<T>
  readonly #abandoned = new AbortController()
  readonly #settled = new AbortController()
  #callers = 0

  /** Starts the work for a first caller, who leaves when the signal is aborted. */
  constructor(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
    // Each caller adds a listener. Node would report more than ten as a leak.
    setMaxListeners(0, this.#settled.signal)
    this.add(caller)
    this.result = work(this.#abandoned.signal)
    const settle = (): void => this.#settled.abort()
    // Handles a failure after all callers have disconnected.
    this.result.then(settle, settle)
  }

  /** True if all callers have disconnected. */
  get isAbandoned(): boolean {
    return this.#abandoned.signal.aborted
  }

  /** Adds a caller until the signal is aborted. */
  add(caller: AbortSignal): void {
    this.#callers++
    const leave = (): void => {
      this.#callers--
      if (this.#callers === 0) this.#abandoned.abort(caller.reason)
    }
    if (caller.aborted) leave()
    else caller.addEventListener('abort', leave, { once: true, signal: this.#settled.signal })
  }
}

/** Coalesces requests: at most one operation per key runs at a time, and all callers share it. */
export class InFlightRequests<T> {
  readonly #byKey = new Map<string, InFlightRequest<T>>()

  /** Returns the request of a key in progress. New callers must not join one that is being aborted. */
  get(key: string): InFlightRequest<T> | undefined {
    const request = this.#byKey.get(key)
    return request?.isAbandoned ? undefined : request
  }

  /** Starts the work for a first caller; later callers find it by the key until it settles. */
  start(key: string, caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): InFlightRequest<T> {
    const request = new InFlightRequest(caller, work)
    this.#byKey.set(key, request)
    const forget = (): void => {
      if (this.#byKey.get(key) === request) this.#byKey.delete(key)
    }
    request.result.then(forget, forget)
    return request
  }

  /**
   * Runs `work` once for all concurrent callers with the key. A caller that aborts leaves with the reason of its signal;
   * after the last caller left, the operation is aborted.
   */
  async join(key: string, caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    caller.throwIfAborted()
    const cached = this.get(key)
    const request = cached ?? this.start(key, caller, work)
    cached?.add(caller)
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => reject(caller.reason)
      caller.addEventListener('abort', leave, { once: true })
      const settled = (): void => caller.removeEventListener('abort', leave)
      request.result.finally(settled).then(resolve, reject)
    })
  }
}
