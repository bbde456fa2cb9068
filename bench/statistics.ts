/** Returns the middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns the value that `share` of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the milliseconds that the work takes. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs both works by turns, `samples` times each after some warm-up turns; the order alternates. */
export async function measureInterleaved(
  samples: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<readonly [number[], number[]]> {
  const times: readonly [number[], number[]] = [[], []]
  for (let turn = -3; turn < samples; turn++) {
    const pair = turn % 2 === 0 ? [await first(), await second()] : [await second(), await first()].toReversed()
    if (turn < 0) continue
    times[0].push(pair[0] ?? Number.NaN)
    times[1].push(pair[1] ?? Number.NaN)
  }
  return times
}
