interface WaitingCall {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Runs at most a number of tasks at a time; further ones wait in their order. */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #waiting: WaitingCall[] = []
  #running = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Runs a task when its turn comes. A caller whose signal aborts before leaves at once, with the reason of the signal. */
  async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    if (this.#running >= this.#max) await this.#wait(signal)
    else this.#running++
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.resolve()
      else this.#running--
    }
  }

  /** Rejects all tasks that wait. */
  close(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: WaitingCall = {
        resolve: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
        reject: (error) => {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }
}
