import { NUMERIC, type Value } from '#core/table/table.ts'
import { columnsNamed, type FrameColumn, numbersOf, requireColumn, throwPostError } from './frame.ts'
import { groupRows, rowsByGroup } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'
import { quantileOf, sortedPresent } from './quantile.ts'

interface BoxplotOptions {
  readonly groupby: readonly string[]
  readonly metrics: readonly string[]
  readonly whisker: string
  readonly percentiles: readonly [number, number]
}

const PARTS = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const

const WRONG_PERCENTILES =
  'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value'

/**
 * Computes per group and metric: mean, median, whisker ends as `max` and `min`, quartiles (the midpoint of the two
 * neighbors of their rank), the count, and the list of outliers, upper ones first. Whiskers reach to the last values
 * within 1.5 interquartile ranges (`tukey`), to the extremes (`min/max`), or to two percentiles. A missing value makes
 * the median missing and is counted. Rows without a group form the last group.
 */
export const boxplot: Operation<BoxplotOptions> = {
  name: 'boxplot',
  parse: (options) =>
    readOptions(options, (reader) => {
      const whisker = reader.text('whisker_type') ?? ''
      const ends: unknown = options['percentiles'] ?? []
      const [low, high] = Array.isArray(ends) ? ends.map(Number) : []
      const fits = Array.isArray(ends) && ends.length === 2 && (low ?? Number.NaN) < (high ?? Number.NaN)
      if (!['tukey', 'min/max', 'percentile'].includes(whisker)) reader.fail(`Unsupported whisker type: ${whisker}`)
      if (whisker === 'percentile' && !fits) reader.fail(WRONG_PERCENTILES)
      return {
        groupby: reader.texts('groupby') ?? [],
        metrics: reader.texts('metrics') ?? [],
        whisker,
        percentiles: [low ?? 0, high ?? 100],
      }
    }),
  run(frame, options, budget) {
    const keys = options.groupby.map((name) => requireColumn(frame, name))
    const groups = groupRows(keys, frame.rowCount, { dropNull: false })
    budget.frame(groups.count, keys.length + options.metrics.length * PARTS.length)
    budget.work((frame.rowCount + groups.count * PARTS.length) * options.metrics.length)
    const { rows, starts } = rowsByGroup(groups.group, groups.count)
    const boxes = options.metrics.map((metric) => {
      const all = numbersOf(columnsNamed(frame, metric)[0] ?? throwPostError('no column'))
      return Array.from({ length: groups.count }, (_, group) =>
        boxOf(
          Float64Array.from(rows.subarray(starts[group], starts[group + 1]), (row) => all[row] as number),
          options,
        ),
      )
    })
    const newColumns = PARTS.flatMap((part) =>
      options.metrics.map((metric, index): FrameColumn => {
        const values = (boxes[index] ?? []).map((box) => box[part] as Value)
        return { header: [`${metric}__${part}`], type: part === 'outliers' ? 1 : NUMERIC, values }
      }),
    )
    const columns = [...keys.map((key, index) => ({ ...key, values: groups.keys[index] ?? [] })), ...newColumns]
    return { index: [], columns, levels: [null], rowCount: groups.count }
  },
}

/** Returns one box. `outliers` is the only cell that is a list: clients expect this. */
function boxOf(
  values: Float64Array,
  { whisker, percentiles }: BoxplotOptions,
): Record<(typeof PARTS)[number], unknown> {
  const sorted = sortedPresent(values)
  const q1 = quantileOf(sorted, 0.25, 'midpoint')
  const q3 = quantileOf(sorted, 0.75, 'midpoint')
  const [min, max] = whiskersOf(sorted, whisker, percentiles, q1, q3)
  const result = {
    mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    median: sorted.length < values.length ? Number.NaN : quantileOf(sorted, 0.5),
    max,
    min,
    q1,
    q3,
    count: values.length,
  }
  const shown = Object.entries(result).map(([part, value]) => [part, Number.isFinite(value) ? value : null])
  const outliers = [...values.filter((value) => value > max), ...values.filter((value) => value < min)]
  return { ...Object.fromEntries(shown), outliers }
}

function whiskersOf(
  sorted: Float64Array,
  whisker: string,
  percentiles: readonly [number, number],
  q1: number,
  q3: number,
): readonly [number, number] {
  if (whisker === 'percentile') {
    return [quantileOf(sorted, percentiles[0] / 100), quantileOf(sorted, percentiles[1] / 100)]
  }
  const reach = whisker === 'tukey' ? 1.5 * (q3 - q1) : Number.POSITIVE_INFINITY
  const within = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach)
  return [within[0] ?? Number.NaN, within.at(-1) ?? Number.NaN]
}
