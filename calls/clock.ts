/** Clocks that differ by less are taken to be one: a `Date` header tells whole seconds. Milliseconds. */
const CLOSE = 2000

/** Milliseconds by which the clock of this browser is ahead of the server's. */
let ahead = 0

/** Learns how the server's clock stands from the `Date` header of an answer that came at `now`, epoch milliseconds. */
export function hearClock(date: string | null, now = Date.now()): void {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return
  const seen = now - told
  // The header is up to a second old, and the answer took its way: the nearest that was seen is the truest.
  if (Math.abs(seen) < CLOSE) ahead = 0
  else if (ahead === 0 || seen < ahead || seen > ahead + 10 * CLOSE) ahead = seen
}

/** A moment of the server's clock by the clock of this browser; both epoch milliseconds. */
export function ownTime(moment: number): number {
  return moment + ahead
}
