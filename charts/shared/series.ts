import { dimensionText, toNumber } from './cell.ts'
import { colorPlaces } from './colors.ts'
import type { Series, SeriesTable } from './one-series.ts'
import type { SeriesForm } from './series-form.ts'
import { inOrder } from './series-order.ts'
import { axisOf, isSorted } from './x-axis.ts'
import type { ChartInput, Pick } from '#charts/chart.ts'
import { xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'

export type { Series, SeriesRole, SeriesTable } from './one-series.ts'

interface Layout {
  readonly x: Column | undefined
  readonly dimensions: readonly Column[]
  readonly metrics: readonly Column[]
}

/** Which columns are x, dimensions and metrics. A wide answer has no dimensions left: all other columns are series. */
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

/** What tells the series of a row from others; the usual cases without building lists. */
function rowKey(dimensions: readonly Column[]): (row: number) => string {
  const [only] = dimensions
  if (only === undefined) return () => ''
  if (dimensions.length > 1) return (row) => JSON.stringify(dimensions.map((each) => each.values[row] ?? null))
  return (row) => {
    const value = only.values[row] ?? null
    return `${typeof value} ${value}`
  }
}

interface Group {
  /** Any of its rows: all have the same dimension values. */
  readonly row: number
  /** Values by metric, then by place. */
  readonly values: (number | null)[][]
}

function groupsOf(layout: Layout, rowCount: number, length: number, placeOf: (row: number) => number): Group[] {
  const groups = new Map<string, Group>()
  const keyOf = rowKey(layout.dimensions)
  const { metrics } = layout
  for (let row = 0; row < rowCount; row++) {
    const at = placeOf(row)
    if (at < 0) continue
    const key = keyOf(row)
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
  return [...groups.values()]
}

/**
 * A table as series over x: a long answer (one row per x and combination of dimensions) is spread out, a wide one taken
 * as it is. Series of dimensions stand in the order of their colours unless the form says otherwise. With one metric its
 * name is left out of series names unless `truncate_metric` is off.
 */
export function seriesTable(input: ChartInput<SeriesForm>): SeriesTable {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const { verbose_map } = input.dataset
  const layout = layoutOf(table, input.form)
  const { x, dimensions, metrics } = layout
  const { axis, placeOf } = axisOf(x, table.rowCount, verbose_map, isSorted(input.form))
  const short = metrics.length === 1 && input.form.truncate_metric
  const placeIn = colorPlaces(
    input,
    dimensions.map(({ name }) => name),
  )
  const series = groupsOf(layout, table.rowCount, axis.values.length, placeOf).flatMap((group) => {
    const cells = dimensions.map((each) => each.values[group.row] ?? null)
    const pick: Pick = Object.fromEntries(dimensions.map(({ name }, at) => [name, cells[at] ?? null]))
    const text = dimensions.map((each) => dimensionText(each.values[group.row], each.type)).join(', ')
    const first = dimensions.length > 0 ? placeIn(cells) * metrics.length : 0
    return metrics.map((metric, at): Series => {
      const named = verbose_map[metric.name] ?? metric.name
      const name = text === '' ? named : short ? text : `${named}, ${text}`
      return { name, metric: metric.name, pick, values: group.values[at] ?? [], place: first + at }
    })
  })
  const made = { x: axis, series }
  return dimensions.length > 0 ? inOrder(made, input.form) : made
}
