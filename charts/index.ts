import { big_number_total } from './big_number_total/index.ts'
import { type ChartType, ofToday } from './chart.ts'
import { chord } from './chord/index.ts'
import { deck_scatter } from './deck_scatter/index.ts'
import { echarts_area } from './echarts_area/index.ts'
import { echarts_timeseries_bar } from './echarts_timeseries_bar/index.ts'
import { echarts_timeseries_line } from './echarts_timeseries_line/index.ts'
import { graph_chart } from './graph_chart/index.ts'
import { pie } from './pie/index.ts'
import { pivot_table_v2 } from './pivot_table_v2/index.ts'
import { sankey_v2 } from './sankey_v2/index.ts'
import { table } from './table/index.ts'
import { time_table } from './time_table/index.ts'
import { tree_chart } from './tree_chart/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { LegacyShape } from '#core/legacy/shape.ts'

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
  sankey_v2,
  chord,
  graph_chart,
  tree_chart,
] as const

const all: readonly ChartType[] = charts

/** The kind of chart by its wire name. */
export function chartType(viz_type: string): ChartType | undefined {
  return all.find((each) => each.type === viz_type)
}

/** The kind that charts of this name, of today or of old, are drawn as. */
export function kindOf(viz_type: string): ChartType | undefined {
  return all.find(({ type, olderNames = [] }) => type === viz_type || olderNames.includes(viz_type))
}

const present = new WeakMap<FormData, FormData>()

/**
 * A saved form as one of today: charts of older names and ages are opened and drawn so, and saved so once a person saves
 * them. The same form for the same one; that of a kind nobody knows as it is.
 */
export function formOfToday(form: FormData): FormData {
  const kind = kindOf(form.viz_type)
  const found = present.get(form) ?? (kind ? ofToday(kind, form) : form)
  present.set(form, found)
  return found
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

/** Kinds in the order in which they are used most: those at hand first. Kinds that are not named follow by their names. */
export const popularCharts: readonly string[] = [
  ...quickCharts.map(({ type }) => type),
  pivot_table_v2.type,
  time_table.type,
  deck_scatter.type,
]

/** The kind that a dataset is first drawn as by what it holds. */
export function beginningChart(begins: NonNullable<ChartType['meta']['begins']>): ChartType | undefined {
  return all.find(({ meta }) => meta.begins === begins)
}

/** The shape in which clients of old read the data of charts of this name; undefined for plain rows. */
export function legacyShape(viz_type: string): LegacyShape | undefined {
  return all.flatMap(({ legacy = [] }) => legacy).find(({ types }) => types.includes(viz_type))
}

export { toQueryContext } from './chart.ts'
