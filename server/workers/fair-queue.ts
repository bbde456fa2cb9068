/** Whose task it is: a user's id, or where an anonymous caller comes from; null for the server itself. */
export type TaskOwner = number | string | null

/** What waits, by person: persons take turns, and each has what came first. */
export class FairQueue<T> {
  readonly #waiting = new Map<TaskOwner, T[]>()

  add(person: TaskOwner, item: T): void {
    const own = this.#waiting.get(person)
    if (own) own.push(item)
    else this.#waiting.set(person, [item])
  }

  /** How many of a person wait. */
  of(person: TaskOwner): number {
    return this.#waiting.get(person)?.length ?? 0
  }

  /** Takes the next of the person whose turn it is among those who may; who had a turn stands last. */
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

  /** Takes out what no longer waits. */
  remove(person: TaskOwner, item: T): void {
    const own = this.#waiting.get(person)
    const at = own?.indexOf(item) ?? -1
    if (at < 0) return
    own?.splice(at, 1)
    if (own?.length === 0) this.#waiting.delete(person)
  }

  /** Takes out everything. */
  clear(): readonly T[] {
    const all = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return all
  }
}
