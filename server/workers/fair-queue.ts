/** The owner of a task: a user's id, or the network address of an anonymous caller; null for the server itself. */
export type TaskOwner = number | string | null

/** A queue per owner: owners take turns, and each one's items run in order. */
export class FairQueue<T> {
  readonly #waiting = new Map<TaskOwner, T[]>()

  add(person: TaskOwner, item: T): void {
    const own = this.#waiting.get(person)
    if (own) own.push(item)
    else this.#waiting.set(person, [item])
  }

  /** Returns how many items of an owner are waiting. */
  of(person: TaskOwner): number {
    return this.#waiting.get(person)?.length ?? 0
  }

  /** Removes and returns the next item of the first owner accepted by `may`; that owner then goes to the end. */
  take(may: (person: TaskOwner) => boolean): T | undefined {
    for (const [person, own] of this.#waiting) {
      if (!may(person)) continue
      const item = own.shift()
      this.#waiting.delete(person)
      if (own.length > 0) this.#waiting.set(person, own)
      return item
    }
    return undefined
  }

  /** Removes an item that no longer waits. */
  remove(person: TaskOwner, item: T): void {
    const own = this.#waiting.get(person)
    const at = own?.indexOf(item) ?? -1
    if (at < 0) return
    own?.splice(at, 1)
    if (own?.length === 0) this.#waiting.delete(person)
  }

  /** Removes and returns everything. */
  clear(): readonly T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }
}
