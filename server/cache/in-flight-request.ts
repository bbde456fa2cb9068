/** A request in progress and the callers that wait for it. After the last caller left, its work is aborted. */
export class InFlightRequest<T> {
  /** The result of the work, for all callers. */
  readonly result: Promise<T>
  readonly #abandoned = new AbortController()
  readonly #settled = new AbortController()
  #callers = 0

  /** Starts the work for a first caller, who leaves when the signal is aborted. */
  constructor(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
    this.add(caller)
    this.result = work(this.#abandoned.signal)
    const settle = (): void => this.#settled.abort()
    // All callers may have left before it fails.
    this.result.then(settle, settle)
  }

  /** True if all callers have left. */
  get isAbandoned(): boolean {
    return this.#abandoned.signal.aborted
  }

  /** Adds a caller, who leaves when the signal is aborted. */
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
