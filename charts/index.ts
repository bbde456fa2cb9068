import { big_number_total } from './big_number_total/index.ts'
import type { ChartType } from './chart.ts'
import { deck_scatter } from './deck_scatter/index.ts'
import { echarts_area } from './echarts_area/index.ts'
import { echarts_timeseries_bar } from './echarts_timeseries_bar/index.ts'
import { echarts_timeseries_line } from './echarts_timeseries_line/index.ts'
import { pie } from './pie/index.ts'
import { pivot_table_v2 } from './pivot_table_v2/index.ts'
import { table } from './table/index.ts'
import { time_table } from './time_table/index.ts'

/** All kinds of chart, the most used first. */
export const charts = [
  echarts_timeseries_line,
  table,
  big_number_total,
  pivot_table_v2,
  pie,
  echarts_timeseries_bar,
  echarts_area,
  time_table,
  deck_scatter,
] as const

const all: readonly ChartType[] = charts

/** The kind of chart by its wire name. */
export function chartType(viz_type: string): ChartType | undefined {
  return all.find((each) => each.type === viz_type)
}

/** The kinds that stand at hand in explore, in their order; the gallery has all. */
export const quickCharts: readonly ChartType[] = [
  echarts_timeseries_line,
  table,
  big_number_total,
  pie,
  echarts_timeseries_bar,
  echarts_area,
]

/** The kind that a dataset is first drawn as by what it holds. */
export function beginningChart(begins: NonNullable<ChartType['meta']['begins']>): ChartType | undefined {
  return all.find(({ meta }) => meta.begins === begins)
}

/** How charts of this name, of today or of old, lay out the rows of their answer; undefined where no file follows them. */
export function rowsOf(viz_type: string): ChartType['meta']['rows'] {
  return all.find(({ type, olderNames = [] }) => type === viz_type || olderNames.includes(viz_type))?.meta.rows
}

export { toQueryContext } from './chart.ts'
