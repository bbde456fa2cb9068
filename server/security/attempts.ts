/** Who tries: somebody under a name, from an address. */
export interface Attempt {
  readonly name: string
  readonly ip: string
}

/** Counts failed sign-ins and says when to wait. Times in epoch milliseconds. */
export interface Attempts {
  allows(attempt: Attempt, now: number): boolean
  fail(attempt: Attempt, now: number): void
  succeed(attempt: Attempt): void
}

const MOST_KEYS = 10_000
/** Failures within the window after which one waits. Many people may share an address. */
const LIMITS = { name: 10, ip: 100 } as const
const WINDOW = 60_000

/** No more than ten failures a minute for a name, and a hundred from an address. */
export function makeAttempts(): Attempts {
  const failures = new Map<string, number[]>()
  const recent = (key: string, now: number) => (failures.get(key) ?? []).filter((at) => at > now - WINDOW)
  return {
    allows: (attempt, now) => keysOf(attempt).every(([kind, key]) => recent(key, now).length < LIMITS[kind]),
    fail(attempt, now) {
      for (const [, key] of keysOf(attempt)) {
        const times = [...recent(key, now), now]
        failures.delete(key)
        failures.set(key, times)
      }
      // The oldest keys go first: a map keeps the order of insertion.
      for (const key of failures.keys()) {
        if (failures.size <= MOST_KEYS) break
        failures.delete(key)
      }
    },
    succeed({ name }) {
      failures.delete(nameKey(name))
    },
  }
}

function nameKey(name: string): string {
  return `name ${name.toLowerCase()}`
}

function keysOf({ name, ip }: Attempt): readonly (readonly ['name' | 'ip', string])[] {
  return [
    ['name', nameKey(name)],
    ['ip', `ip ${ip}`],
  ]
}
