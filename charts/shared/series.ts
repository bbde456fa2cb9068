import { dimensionText, toNumber } from './cell.ts'
import { type Axis, axisOf } from './x-axis.ts'
import type { ChartInput, Pick } from '#charts/chart.ts'
import { xLabelOf } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { queryFields } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'

/** What a series is beside the values asked for: those of another time, a forecast, its bounds. */
export type SeriesRole = 'compared' | 'forecast' | 'lower' | 'upper'

/** One line, row of bars or layer. */
export interface Series {
  readonly name: string
  readonly metric: string
  /** The dimension values it stands for; empty without dimensions. */
  readonly pick: Pick
  /** One value per x, null where there is none. */
  readonly values: readonly (number | null)[]
  readonly role?: SeriesRole
  /** The name of the series a forecast or a bound belongs to. */
  readonly of?: string
  /** The other time the values are of, or continue. */
  readonly offset?: string
}

export interface SeriesTable {
  readonly x: Axis
  readonly series: readonly Series[]
}

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

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0)

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
 * as it is. Several series of dimensions stand in falling order of their sums. With one metric its name is left out of
 * series names unless `truncate_metric` is off.
 */
export function seriesTable(input: ChartInput): SeriesTable {
  const table = input.tables[0] ?? { columns: [], rowCount: 0 }
  const { verbose_map } = input.dataset
  const layout = layoutOf(table, input.form)
  const { x, dimensions, metrics } = layout
  const { axis, placeOf } = axisOf(x, table.rowCount, verbose_map)
  const short = metrics.length === 1 && input.form['truncate_metric'] !== false
  const series = groupsOf(layout, table.rowCount, axis.values.length, placeOf).flatMap((group) => {
    const pick: Pick = Object.fromEntries(dimensions.map((each) => [each.name, each.values[group.row] ?? null]))
    const text = dimensions.map((each) => dimensionText(each.values[group.row], each.type)).join(', ')
    return metrics.map((metric, at): Series => {
      const named = verbose_map[metric.name] ?? metric.name
      const name = text === '' ? named : short ? text : `${named}, ${text}`
      return { name, metric: metric.name, pick, values: group.values[at] ?? [] }
    })
  })
  return { x: axis, series: dimensions.length > 0 ? series.toSorted((a, b) => sum(b.values) - sum(a.values)) : series }
}
