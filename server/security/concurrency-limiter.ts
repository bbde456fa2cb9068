import { ApiError } from '#core/rest/api-error.ts'

/**
 * Limits concurrent operations: runs a number of them at once, queues a number of others in order, and rejects the
 * rest.
 */
export class ConcurrencyLimiter {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** Runs the operation when a slot is free; throws `too-many-requests` if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.#atOnce) this.#busy++
    else if (this.#waiting.length >= this.#mostWaiting) throw new ApiError('too-many-requests')
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes directly to the next operation.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy--
    }
  }
}
