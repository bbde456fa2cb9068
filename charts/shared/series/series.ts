import { dimensionText, toNumber } from '#charts/shared/cell.ts'
import { colorPositions } from '#charts/shared/colors.ts'
import type { Series, SeriesTable } from './series-table-types.ts'
import { type SeriesForm, isSorted } from './series-form.ts'
import { sortSeriesTableByDefault, sortSeriesTable } from './series-order.ts'
import { axisOf } from '#charts/shared/axes/x-axis.ts'
import type { ChartInput, SelectedMark } from '#charts/chart.ts'
import { xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'

export type { Series, SeriesRole, SeriesTable } from './series-table-types.ts'

interface Layout {
  readonly x: Column | undefined
  readonly dimensions: readonly Column[]
  readonly metrics: readonly Column[]
}

/**
 * Determines the columns of x, dimensions and metrics. A wide table has no dimension columns: all columns except x are
 * series.
 */
function layoutOf(table: Table, form: FormData): Layout {
  const fields = queryFields(form)
  const named = (name: string) => table.columns.find((each) => each.name === name)
  const x = named(xLabelOf(form)) ?? table.columns.find((each) => each.type === TEMPORAL)
  const rest = table.columns.filter((each) => each !== x)
  const dimensions = fields.columns
    .map((each) => named(columnLabel(each)))
    .filter((each) => each !== undefined && each !== x)
  const metrics = (fields.metrics ?? []).map((each) => named(metricLabel(each))).filter((each) => each !== undefined)
  const isLong = metrics.length > 0
  return { x, dimensions: isLong ? (dimensions as Column[]) : [], metrics: isLong ? metrics : rest }
}

/** Returns a function that computes the series key of a row, without building lists in the common cases. */
function rowKey(dimensions: readonly Column[]): (row: number) => string {
  const [only] = dimensions
  if (only === undefined) return () => ''
  if (dimensions.length > 1) return (row) => JSON.stringify(dimensions.map((each) => each.values[row] ?? null))
  return (row) => {
    const value = only.values[row] ?? null
    return `${typeof value} ${value}`
  }
}

/** The maximum number of series; those with the largest sums are drawn. */
export const MAX_SERIES = 1000
/** The maximum number of values over all series. */
const MAX_PLACES = 5_000_000

/** Returns the keys of the series to draw if not all are: those with the largest sums of the first metric. */
function largestKeys(
  { metrics }: Layout,
  rowCount: number,
  keyOf: (row: number) => string,
  most: number,
): { readonly kept: ReadonlySet<string>; readonly left: number } | undefined {
  const sums = new Map<string, number>()
  for (let row = 0; row < rowCount; row++) {
    const key = keyOf(row)
    sums.set(key, (sums.get(key) ?? 0) + Math.abs(toNumber(metrics[0]?.values[row]) ?? 0))
  }
  if (sums.size <= most) return undefined
  const largest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, most)
  return { kept: new Set(largest.map(([key]) => key)), left: sums.size - most }
}

interface Group {
  /** Any of its rows: all have the same dimension values. */
  readonly row: number
  /** Values by metric, then by x index. */
  readonly values: (number | null)[][]
}

interface Groups {
  readonly groups: readonly Group[]
  readonly left: number
}

function groupsOf(
  layout: Layout,
  rowCount: number,
  length: number,
  axisIndexOf: (row: number) => number,
  mostSeries: number,
): Groups {
  const groups = new Map<string, Group>()
  const keyOf = rowKey(layout.dimensions)
  const { metrics } = layout
  const lines = Math.min(mostSeries, Math.floor(MAX_PLACES / Math.max(1, length)))
  const few = largestKeys(layout, rowCount, keyOf, Math.max(1, Math.floor(lines / Math.max(1, metrics.length))))
  for (let row = 0; row < rowCount; row++) {
    const at = axisIndexOf(row)
    if (at < 0) continue
    const key = keyOf(row)
    if (few && !few.kept.has(key)) continue
    let group = groups.get(key)
    if (!group) {
      group = { row, values: metrics.map(() => Array.from({ length }, () => null)) }
      groups.set(key, group)
    }
    for (let metric = 0; metric < metrics.length; metric++) {
      const value = toNumber(metrics[metric]?.values[row])
      const values = group.values[metric]
      if (value !== null && values) values[at] = value
    }
  }
  return { groups: [...groups.values()], left: (few?.left ?? 0) * metrics.length }
}

/**
 * Converts a table to series over x. A long table (one row per x and combination of dimensions) is pivoted, a wide one
 * is used as it is. Dimension series are in color order unless the form sorts them. With one metric, series names omit
 * it unless `truncate_metric` is off. If there are more than `mostSeries`, the largest remain.
 */
export function seriesTable(input: ChartInput<SeriesForm>, mostSeries = MAX_SERIES): SeriesTable {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const { verbose_map } = input.dataset
  const layout = layoutOf(table, input.form)
  const { x, dimensions, metrics } = layout
  const { axis, axisIndexOf } = axisOf(x, table.rowCount, verbose_map, isSorted(input.form))
  const short = metrics.length === 1 && input.form.truncate_metric
  const colorPositionOf = colorPositions(
    input,
    dimensions.map(({ name }) => name),
  )
  const { groups, left } = groupsOf(layout, table.rowCount, axis.values.length, axisIndexOf, mostSeries)
  const series = groups.flatMap((group) => {
    const cells = dimensions.map((each) => each.values[group.row] ?? null)
    const selection: SelectedMark = Object.fromEntries(
      dimensions.map(({ name }, index) => [name, cells[index] ?? null]),
    )
    const text = dimensions.map((each) => dimensionText(each.values[group.row], each.type)).join(', ')
    const first = dimensions.length > 0 ? colorPositionOf(cells) * metrics.length : 0
    return metrics.map((metric, index): Series => {
      const named = verbose_map[metric.name] ?? metric.name
      const name = text === '' ? named : short ? text : `${named}, ${text}`
      return { name, metric: metric.name, selection, values: group.values[index] ?? [], colorPosition: first + index }
    })
  })
  const newTable = { x: axis, series }
  const ordered =
    dimensions.length > 0 ? sortSeriesTable(newTable, input.form) : sortSeriesTableByDefault(newTable, input.form)
  return left > 0 ? { ...ordered, left } : ordered
}
