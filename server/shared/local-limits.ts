import type { Limit } from './shared.ts'

/** Maximum number of keys; the oldest are removed first. */
const MAX_KEYS = 10_000
/** Maximum timestamps per key. */
const MAX_TIMES = 100

/** Counts by key, over sliding windows. */
export class LocalLimits {
  readonly #times = new Map<string, readonly number[]>()
  readonly #now: () => number

  /** `now` returns epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  allow(limits: readonly Limit[], windowMs: number): readonly number[] | undefined {
    const now = this.#now()
    const recent = limits.map(({ key }) => (this.#times.get(key) ?? []).filter((at) => at > now - windowMs))
    if (limits.some(({ most = Number.POSITIVE_INFINITY }, index) => (recent[index]?.length ?? 0) >= most))
      return undefined
    for (const [index, { key }] of limits.entries()) {
      this.#times.delete(key)
      this.#times.set(key, [...(recent[index] ?? []), now].slice(-MAX_TIMES))
    }
    // A map iterates in insertion order.
    for (const key of this.#times.keys()) {
      if (this.#times.size <= MAX_KEYS) break
      this.#times.delete(key)
    }
    return recent.map((times) => times.length)
  }

  forgive(key: string, count = Number.POSITIVE_INFINITY): void {
    const times = this.#times.get(key) ?? []
    if (count >= times.length) this.#times.delete(key)
    else this.#times.set(key, times.slice(0, -count))
  }
}
