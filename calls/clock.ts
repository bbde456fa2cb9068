/** Milliseconds below which clocks count as equal, because a `Date` header has a resolution of one second. */
const CLOSE = 2000

/** Milliseconds by which the clock of this browser is ahead of the server's. */
let clockOffset = 0

/**
 * Compares the browser's clock with the server's, using the `Date` header of a response that arrived at `now`, epoch
 * milliseconds.
 */
export function syncClock(date: string | null, now = Date.now()): void {
  const reported = Date.parse(date ?? '')
  if (Number.isNaN(reported)) return
  const seen = now - reported
  // The header is up to a second old, and the response took time: the smallest difference is the most accurate.
  if (Math.abs(seen) < CLOSE) clockOffset = 0
  else if (clockOffset === 0 || seen < clockOffset || seen > clockOffset + 10 * CLOSE) clockOffset = seen
}

/** Converts a timestamp of the server's clock to the browser's clock; both in epoch milliseconds. */
export function toBrowserTime(instant: number): number {
  return instant + clockOffset
}
