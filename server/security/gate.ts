import { ApiError } from '#core/rest/api-error.ts'

/** Lets so many pieces of work be done at once, lets so many wait, in order, and refuses the rest. */
export class Gate {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** Does the work when its turn comes; fails with `too-many-requests` when too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy < this.#atOnce) this.#busy++
    else if (this.#waiting.length >= this.#mostWaiting) throw new ApiError('too-many-requests')
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next as it is.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy--
    }
  }
}
