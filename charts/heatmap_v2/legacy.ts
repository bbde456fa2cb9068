import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { cells, columnLabels, columnsInKeys, type LegacyShape, metricLabels } from '#core/legacy/legacy-shape.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { Value } from '#core/table/table.ts'

/** Cells of two dimensions with their normalized value and rank, over all cells or along one axis. */
const heatmap: LegacyShape = {
  types: ['heatmap'],
  query(form) {
    const query = { ...rankedBaseQuery(form), columns: columnsInKeys(form, 'all_columns_x', 'all_columns_y') }
    const options = { metric: metricOf(form), group_by: sideOf(form) ?? null }
    return { ...query, post_processing: [{ operation: 'rank', options }] }
  },
  data({ table }, form) {
    const [x, y] = ['all_columns_x', 'all_columns_y'].map((key) => cells(table, columnLabels(form, key)[0]))
    const v = cells(table, metricOf(form))
    const ranks = cells(table, 'rank')
    const side = cells(table, sideOf(form))
    const ranges = new Map<Value, Range>()
    for (const [row, value] of v.entries()) widen(ranges, side[row] ?? null, value)
    const records = v.map((value, row) => ({
      x: x?.[row] ?? null,
      y: y?.[row] ?? null,
      v: value,
      perc: relativePosition(value, ranges.get(side[row] ?? null)),
      rank: ranks[row] ?? null,
    }))
    const all = [...ranges.values()]
    const extents = [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))]
    return { records, extents: all.length > 0 ? extents : [null, null] }
  },
}

interface Range {
  readonly low: number
  readonly high: number
}

function metricOf(form: FormData): string {
  return metricLabels(form, 'metric', 'metrics')[0] ?? ''
}

function sideOf(form: FormData): string | undefined {
  const across = form['normalize_across']
  return across === 'x' || across === 'y' ? columnLabels(form, `all_columns_${across}`)[0] : undefined
}

function widen(ranges: Map<Value, Range>, key: Value, value: Value): void {
  if (typeof value !== 'number') return
  const { low, high } = ranges.get(key) ?? { low: value, high: value }
  ranges.set(key, { low: Math.min(low, value), high: Math.max(high, value) })
}

function relativePosition(value: Value, range: Range | undefined): Value {
  return typeof value === 'number' && range && range.high > range.low
    ? (value - range.low) / (range.high - range.low)
    : null
}

/** The legacy response shapes of the older chart type. */
export const legacy = [heatmap]
