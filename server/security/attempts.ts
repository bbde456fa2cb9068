import { subscriberOf } from './network.ts'

/** Who tries: somebody under a name, from an address. */
export interface Attempt {
  readonly name: string
  readonly ip: string
}

/** Counts attempts to sign in and says when to wait. Times in epoch milliseconds. */
export interface Attempts {
  /**
   * Counts an attempt as failed before its password is looked at, so that many at once are as many as one after the
   * other. Milliseconds the attempt has to wait before it is looked at; undefined when it is refused.
   */
  begin(attempt: Attempt, now: number): number | undefined
  /** The attempt was right after all: what was counted for its name is forgotten, and itself for its address. */
  succeed(attempt: Attempt): void
}

/** Failures in a minute after which attempts are refused: for a name from one address, and from one address at all. */
const MOST_OF_NAME_AND_ADDRESS = 10
const MOST_OF_ADDRESS = 100
/**
 * Failures in a minute for a name, from wherever, after which each further attempt under it waits. It is not refused:
 * nobody may keep somebody else out by trying their name.
 */
const MOST_OF_NAME = 10
/** Milliseconds the first attempt above waits; the next twice as long, and so on up to the most. */
const SLOWED_MS = 100
const SLOWED_MOST_MS = 3000

const WINDOW_MS = 60_000
/** Names and addresses remembered; the oldest are forgotten first. */
const MOST_KEYS = 10_000

export function makeAttempts(): Attempts {
  const failures = new Map<string, readonly number[]>()
  const recent = (key: string, now: number) => (failures.get(key) ?? []).filter((at) => at > now - WINDOW_MS)
  return {
    begin(attempt, now) {
      const { both, address, name } = keysOf(attempt)
      if (recent(both, now).length >= MOST_OF_NAME_AND_ADDRESS) return undefined
      if (recent(address, now).length >= MOST_OF_ADDRESS) return undefined
      const wait = slowed(recent(name, now).length)
      for (const key of [both, address, name]) {
        const times = [...recent(key, now), now].slice(-MOST_OF_ADDRESS)
        failures.delete(key)
        failures.set(key, times)
      }
      // A map keeps the order of insertion.
      for (const key of failures.keys()) {
        if (failures.size <= MOST_KEYS) break
        failures.delete(key)
      }
      return wait
    },
    succeed(attempt) {
      const { both, address, name } = keysOf(attempt)
      failures.delete(both)
      failures.delete(name)
      failures.set(address, (failures.get(address) ?? []).slice(0, -1))
    },
  }
}

/** How long an attempt waits after so many failures for its name. */
function slowed(count: number): number {
  const above = count - MOST_OF_NAME
  return above < 0 ? 0 : Math.min(SLOWED_MOST_MS, SLOWED_MS * 2 ** above)
}

function keysOf({ name, ip }: Attempt) {
  const [person, from] = [name.toLowerCase(), subscriberOf(ip)]
  return { both: `both ${from} ${person}`, address: `ip ${from}`, name: `name ${person}` }
}
