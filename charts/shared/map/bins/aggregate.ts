/** The aggregates of a cell's weights, in display order. */
export const aggregates = [
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'count',
  'variance',
  'deviation',
  'p1',
  'p5',
  'p95',
  'p99',
] as const
export type Aggregate = (typeof aggregates)[number]

/** Returns a quantile of sorted values, with linear interpolation. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the sample variance; 0 for a single value. */
function variance(values: readonly number[]): number {
  const mean = sum(values) / values.length
  return values.length < 2 ? 0 : sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
}

/** Aggregates the weights of a cell, which has at least one. */
export function aggregateValues(values: readonly number[], by: Aggregate): number {
  if (by === 'sum') return sum(values)
  if (by === 'count') return values.length
  if (by === 'mean') return sum(values) / values.length
  if (by === 'variance') return variance(values)
  if (by === 'deviation') return Math.sqrt(variance(values))
  const sorted = values.toSorted((a, b) => a - b)
  const shares = { min: 0, max: 1, median: 0.5, p1: 0.01, p5: 0.05, p95: 0.95, p99: 0.99 } as const
  return quantile(sorted, shares[by])
}
