import { quantileOf, sortedPresent } from './quantile.ts'

/** Aggregates the numbers `values[start] … values[end - 1]`; NaN is a missing value in input and output. */
export type Aggregator = (values: Float64Array, start: number, end: number) => number

function foldAggregator(from: number, step: (total: number, value: number) => number): Aggregator {
  return (values, start, end) => {
    let total = from
    for (let at = start; at < end; at++) {
      const value = values[at] as number
      if (value === value) total = step(total, value)
    }
    return total
  }
}

function countPresent(values: Float64Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) if (values[at] === values[at]) count += 1
  return count
}

/** The result is missing if any value is missing. */
function withMissingCheck(aggregator: Aggregator): Aggregator {
  return (values, start, end) =>
    countPresent(values, start, end) < end - start ? Number.NaN : aggregator(values, start, end)
}

const sum = foldAggregator(0, (total, value) => total + value)
const product = foldAggregator(1, (total, value) => total * value)
const min = foldAggregator(Number.NaN, (best, value) => (best <= value ? best : value))
const max = foldAggregator(Number.NaN, (best, value) => (best >= value ? best : value))

const mean: Aggregator = (values, start, end) => sum(values, start, end) / countPresent(values, start, end)

/** The population variance: divided by the number of values. */
const variance: Aggregator = (values, start, end) => {
  const centre = mean(values, start, end)
  const squares = foldAggregator(0, (total, value) => total + (value - centre) ** 2)
  return squares(values, start, end) / countPresent(values, start, end)
}

const percentile =
  (part: number): Aggregator =>
  (values, start, end) =>
    quantileOf(sortedPresent(values.slice(start, end)), part)

/** Returns the index of the best value within the run, from 0; -1 without values. */
function indexAggregator(best: Aggregator): Aggregator {
  return (values, start, end) => {
    const value = best(values, start, end)
    const at = values.subarray(start, end).indexOf(value)
    return at
  }
}

const median = percentile(0.5)

/**
 * Aggregation functions by wire name. Sums, products, means, extremes, `std` and `var` skip missing values. `median`,
 * `percentile`, `average` and the cumulative functions (whose last value counts) are missing if any value is missing.
 * `count` and `count_nonzero` count missing values too. `std` and `var` are population statistics. Names with options
 * (`percentile`, `nanpercentile`) are only in `aggregatorOf`.
 */
const aggregators: Readonly<Record<string, Aggregator>> = {
  argmin: indexAggregator(min),
  argmax: indexAggregator(max),
  average: withMissingCheck(mean),
  count: (_, start, end) => end - start,
  count_nonzero: (values, start, end) => {
    let count = 0
    for (let at = start; at < end; at++) if (values[at] !== 0) count += 1
    return count
  },
  cumsum: withMissingCheck(sum),
  cumprod: withMissingCheck(product),
  max,
  mean,
  median: withMissingCheck(median),
  nansum: sum,
  nanmin: min,
  nanmax: max,
  nanmean: mean,
  nanmedian: median,
  min,
  prod: product,
  product,
  std: (values, start, end) => Math.sqrt(variance(values, start, end)),
  sum,
  var: variance,
}

/** Returns the aggregator of a wire name; undefined if there is none. `q` of percentiles is 0 to 100. */
export function aggregatorOf(name: string, options: Readonly<Record<string, unknown>> = {}): Aggregator | undefined {
  if (name !== 'percentile' && name !== 'nanpercentile') {
    return Object.hasOwn(aggregators, name) ? aggregators[name] : undefined
  }
  const q = Number(options['q'] ?? Number.NaN)
  if (!(q >= 0 && q <= 100)) return undefined
  return name === 'percentile' ? withMissingCheck(percentile(q / 100)) : percentile(q / 100)
}
