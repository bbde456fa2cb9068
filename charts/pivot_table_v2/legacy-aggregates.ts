/** Current aggregate by the name in older pivot tables. */
const AGGREGATES: Readonly<Record<string, string>> = {
  mean: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  stdev: 'Sample Standard Deviation',
  var: 'Sample Variance',
  count: 'Count',
}

/** Returns the aggregate by its name in older pivot tables; unknown names give the sum. */
export function aggregateOf(name: unknown): string {
  return (typeof name === 'string' && Object.hasOwn(AGGREGATES, name) ? AGGREGATES[name] : undefined) ?? 'Sum'
}
