import type { SharedState } from '#server/shared/shared.ts'
import { subscriberAddress } from './address-network.ts'

/** A sign-in attempt: a user name and a network address. */
export interface Attempt {
  readonly name: string
  readonly ip: string
}

/** Counts sign-in attempts and returns how long to delay them. */
export interface Attempts {
  /**
   * Counts an attempt as failed before its password is checked, so that concurrent attempts count like consecutive
   * ones. Returns the delay in milliseconds before the check; undefined if the attempt is rejected.
   */
  begin(attempt: Attempt): Promise<number | undefined>
  /** Records a success: resets the count of the name, and removes this attempt from the count of its address. */
  succeed(attempt: Attempt): Promise<void>
}

/**
 * Failures per minute after which attempts are rejected: for a name from one address, and from one address in total.
 */
const MAX_FAILURES_PER_NAME_AND_ADDRESS = 10
const MAX_FAILURES_PER_ADDRESS = 100
/**
 * Failures per minute for a name from any address, after which each further attempt is delayed. It is not rejected: an
 * attacker must not be able to lock out a user by trying their name.
 */
const MAX_FAILURES_PER_NAME = 10
/** Delay in milliseconds of the first attempt above the limit; it doubles with each attempt up to the maximum. */
const SLOWED_MS = 100
const SLOWED_MOST_MS = 3000

const WINDOW_MS = 60_000

/** Counts attempts jointly with all processes that share the state. */
export function makeAttempts(shared: Pick<SharedState, 'allow' | 'forgive'>): Attempts {
  return {
    async begin(attempt) {
      const { both, address, name } = keysOf(attempt)
      const limits = [
        { key: name },
        { key: both, most: MAX_FAILURES_PER_NAME_AND_ADDRESS },
        { key: address, most: MAX_FAILURES_PER_ADDRESS },
      ]
      const before = await shared.allow(limits, WINDOW_MS)
      return before && delayAfter(before[0] ?? 0)
    },
    async succeed(attempt) {
      const { both, address, name } = keysOf(attempt)
      await Promise.all([shared.forgive(both), shared.forgive(name), shared.forgive(address, 1)])
    },
  }
}

/** Returns the delay of an attempt after this many failures for its name. */
function delayAfter(count: number): number {
  const above = count - MAX_FAILURES_PER_NAME
  return above < 0 ? 0 : Math.min(SLOWED_MOST_MS, SLOWED_MS * 2 ** above)
}

function keysOf({ name, ip }: Attempt) {
  const [person, from] = [name.toLowerCase(), subscriberAddress(ip)]
  return {
    both: `sign-in both ${from} ${person}`,
    address: `sign-in ip ${from}`,
    name: `sign-in name ${person}`,
  }
}
