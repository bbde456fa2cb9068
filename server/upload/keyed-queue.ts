/** Runs work one by one per key; a failure does not block later work. */
export class KeyedQueue<K> {
  readonly #last = new Map<K, Promise<unknown>>()

  run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const over = mine
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === over) this.#last.delete(key)
      })
    this.#last.set(key, over)
    return mine
  }
}
