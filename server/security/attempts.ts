import type { Shared } from '#server/shared/shared.ts'
import { subscriberOf } from './network.ts'

/** Who tries: somebody under a name, from an address. */
export interface Attempt {
  readonly name: string
  readonly ip: string
}

/** Counts attempts to sign in and says when to wait. */
export interface Attempts {
  /**
   * Counts an attempt as failed before its password is looked at, so that many at once are as many as one after the
   * other. Milliseconds the attempt has to wait before it is looked at; undefined when it is refused.
   */
  begin(attempt: Attempt): Promise<number | undefined>
  /** The attempt was right after all: what was counted for its name is forgotten, and itself for its address. */
  succeed(attempt: Attempt): Promise<void>
}

/** Failures in a minute after which attempts are refused: for a name from one address, and from one address at all. */
const MAX_FAILURES_PER_NAME_AND_ADDRESS = 10
const MAX_FAILURES_PER_ADDRESS = 100
/**
 * Failures in a minute for a name, from wherever, after which each further attempt under it waits. It is not refused:
 * nobody may keep somebody else out by trying their name.
 */
const MAX_FAILURES_PER_NAME = 10
/** Milliseconds the first attempt above waits; the next twice as long, and so on up to the most. */
const SLOWED_MS = 100
const SLOWED_MOST_MS = 3000

const WINDOW_MS = 60_000

/** Counts attempts together with all processes that share. */
export function makeAttempts(shared: Pick<Shared, 'allow' | 'forgive'>): Attempts {
  return {
    async begin(attempt) {
      const { both, address, name } = keysOf(attempt)
      const limits = [
        { key: name },
        { key: both, most: MAX_FAILURES_PER_NAME_AND_ADDRESS },
        { key: address, most: MAX_FAILURES_PER_ADDRESS },
      ]
      const before = await shared.allow(limits, WINDOW_MS)
      return before && slowed(before[0] ?? 0)
    },
    async succeed(attempt) {
      const { both, address, name } = keysOf(attempt)
      await Promise.all([shared.forgive(both), shared.forgive(name), shared.forgive(address, 1)])
    },
  }
}

/** How long an attempt waits after so many failures for its name. */
function slowed(count: number): number {
  const above = count - MAX_FAILURES_PER_NAME
  return above < 0 ? 0 : Math.min(SLOWED_MOST_MS, SLOWED_MS * 2 ** above)
}

function keysOf({ name, ip }: Attempt) {
  const [person, from] = [name.toLowerCase(), subscriberOf(ip)]
  return {
    both: `sign-in both ${from} ${person}`,
    address: `sign-in ip ${from}`,
    name: `sign-in name ${person}`,
  }
}
