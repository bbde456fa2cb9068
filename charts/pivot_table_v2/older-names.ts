/** The aggregates of pivot tables of old, by their names of today. */
const AGGREGATES: Readonly<Record<string, string>> = {
  mean: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
  stdev: 'Sample Standard Deviation',
  var: 'Sample Variance',
  count: 'Count',
}

/** The aggregate by what pivot tables of old call it; those nobody knows sum. */
export function aggregateOf(name: unknown): string {
  return (typeof name === 'string' && Object.hasOwn(AGGREGATES, name) ? AGGREGATES[name] : undefined) ?? 'Sum'
}
