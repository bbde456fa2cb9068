import { type Frame, rowsBetween, takeRows } from './frame.ts'
import { eachColumn, type Mapping, readMapping, withMappedColumns } from './mapping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'
import {
  kurtosis,
  computeOverWindows,
  sampleVariance,
  skewness,
  type WindowStatistic,
  type Windows,
  windowQuantile,
  windowSums,
} from './windows.ts'

type RollingComputation = (values: Float64Array, windows: Windows) => Float64Array

interface RollingOptions {
  readonly windows: Windows
  readonly rolled: RollingComputation
  readonly columns: Mapping
  /** Number of rows removed from the beginning. */
  readonly dropped: number
}

const computePerWindow =
  (statistic: WindowStatistic): RollingComputation =>
  (values, windows) =>
    computeOverWindows(values, windows, statistic)

const fromSums =
  (make: (sum: number, count: number) => number): RollingComputation =>
  (values, windows) => {
    const { sums, counts } = windowSums(values, windows)
    return sums.map((sum, row) => {
      const count = counts[row] as number
      return count >= windows.least ? make(sum, count) : Number.NaN
    })
  }

function extremeOf(best: (a: number, b: number) => number): WindowStatistic {
  return (values, count) => {
    let found = Number.NaN
    for (let at = 0; at < count; at++) found = at === 0 ? (values[at] as number) : best(found, values[at] as number)
    return found
  }
}

/** Counts observations. For `min_periods` every row counts as one, missing or not. */
const countObservations: RollingComputation = (values, windows) => {
  const known = values.map((value) => (Number.isNaN(value) ? 0 : 1))
  return fromSums((sum) => sum)(known, windows)
}

const kinds: Readonly<Record<string, RollingComputation>> = {
  count: countObservations,
  kurt: computePerWindow(kurtosis),
  max: computePerWindow(extremeOf(Math.max)),
  mean: fromSums((sum, count) => sum / count),
  median: computePerWindow(windowQuantile(0.5)),
  min: computePerWindow(extremeOf(Math.min)),
  skew: computePerWindow(skewness),
  std: computePerWindow((values, count) => Math.sqrt(sampleVariance(values, count))),
  sum: fromSums((sum) => sum),
  var: computePerWindow(sampleVariance),
}

const INTERPOLATIONS = ['linear', 'lower', 'higher', 'midpoint', 'nearest'] as const

/** Returns the function of a rolling type; undefined if its options are invalid. */
function kindOf(type: string, options: Readonly<Record<string, unknown>>): RollingComputation | undefined {
  if (type !== 'quantile')
    return Object.keys(options).length === 0 && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  const { quantile, interpolation = 'linear', ...others } = options
  const found = INTERPOLATIONS.find((name) => name === interpolation)
  const fits = typeof quantile === 'number' && quantile >= 0 && quantile <= 1 && Object.keys(others).length === 0
  return fits && found ? computePerWindow(windowQuantile(quantile, found)) : undefined
}

const TYPES = [...Object.keys(kinds), 'quantile', 'corr', 'cov']

/**
 * Computes a statistic of the last `window` rows at each row, including the row itself. Missing values are skipped. A
 * window with fewer than `min_periods` values (default `window`) is missing, and that many rows are removed from the
 * beginning. `std` and `var` are sample statistics. `corr` and `cov` compare two columns and are rejected: a window has
 * only one.
 */
export const rolling: Operation<RollingOptions> = {
  name: 'rolling',
  parse: (options) =>
    readOptions(options, (reader) => {
      const width = Math.trunc(reader.number('window', 0))
      if (!reader.has('window')) reader.fail('Undefined window for rolling operation')
      else if (width < 1) reader.fail('Window must be > 0')
      const type = reader.text('rolling_type') ?? ''
      const given = (options['rolling_type_options'] ?? {}) as Readonly<Record<string, unknown>>
      const rolled = kindOf(type, given)
      if (!TYPES.includes(type)) reader.fail(`Invalid rolling_type: ${type}`)
      else if (!rolled) reader.fail(`Invalid options for ${type}: ${JSON.stringify(given)}`)
      if (reader.has('win_type')) reader.fail(`Invalid win_type: ${reader.text('win_type')}`)
      const least = reader.number('min_periods', width)
      if (least > width || least < 0) reader.fail(`min_periods ${least} must be <= window ${width}`)
      return {
        windows: { width, center: reader.flag('center', false), least },
        rolled: rolled ?? countObservations,
        columns: readMapping(reader, options),
        dropped: reader.has('min_periods') ? least : 0,
      }
    }),
  run(frame, { windows, rolled, columns, dropped }, budget) {
    const newColumns = withMappedColumns(
      frame,
      columns,
      budget,
      eachColumn((values) => {
        budget.work(values.length * Math.min(values.length, windows.width))
        return rolled(values, windows)
      }),
    )
    return dropped > 0 ? withoutFirst(newColumns, dropped) : newColumns
  },
}

function withoutFirst(frame: Frame, count: number): Frame {
  return takeRows(frame, rowsBetween(count, frame.rowCount))
}
