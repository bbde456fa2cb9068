import { big_number } from './big_number/index.ts'
import { big_number_total } from './big_number_total/index.ts'
import { box_plot } from './box_plot/index.ts'
import { bubble_v2 } from './bubble_v2/index.ts'
import { bullet } from './bullet/index.ts'
import { cal_heatmap } from './cal_heatmap/index.ts'
import { type ChartType, toCurrentForm } from './chart.ts'
import { country_map } from './country_map/index.ts'
import { chord } from './chord/index.ts'
import { deck_grid } from './deck_grid/index.ts'
import { deck_hex } from './deck_hex/index.ts'
import { deck_scatter } from './deck_scatter/index.ts'
import { echarts_area } from './echarts_area/index.ts'
import { echarts_timeseries_bar } from './echarts_timeseries_bar/index.ts'
import { echarts_timeseries_line } from './echarts_timeseries_line/index.ts'
import { gantt_chart } from './gantt_chart/index.ts'
import { graph_chart } from './graph_chart/index.ts'
import { funnel } from './funnel/index.ts'
import { gauge_chart } from './gauge_chart/index.ts'
import { handlebars } from './handlebars/index.ts'
import { heatmap_v2 } from './heatmap_v2/index.ts'
import { histogram_v2 } from './histogram_v2/index.ts'
import { echarts_timeseries } from './echarts_timeseries/index.ts'
import { echarts_timeseries_scatter } from './echarts_timeseries_scatter/index.ts'
import { echarts_timeseries_smooth } from './echarts_timeseries_smooth/index.ts'
import { echarts_timeseries_step } from './echarts_timeseries_step/index.ts'
import { horizon } from './horizon/index.ts'
import { line_multi } from './line_multi/index.ts'
import { mixed_timeseries } from './mixed_timeseries/index.ts'
import { pie } from './pie/index.ts'
import { pivot_table_v2 } from './pivot_table_v2/index.ts'
import { radar } from './radar/index.ts'
import { sankey_v2 } from './sankey_v2/index.ts'
import { sunburst_v2 } from './sunburst_v2/index.ts'
import { table } from './table/index.ts'
import { time_table } from './time_table/index.ts'
import { tree_chart } from './tree_chart/index.ts'
import { treemap_v2 } from './treemap_v2/index.ts'
import { waterfall } from './waterfall/index.ts'
import { word_cloud } from './word_cloud/index.ts'
import { world_map } from './world_map/index.ts'
import type { FormData } from '#core/form/form-data.ts'

/** All built-in chart types. Their rank and quick access are set in their metadata. */
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
  gantt_chart,
  funnel,
  treemap_v2,
  sunburst_v2,
  box_plot,
  histogram_v2,
  heatmap_v2,
  bubble_v2,
  gauge_chart,
  radar,
  word_cloud,
  waterfall,
  bullet,
  echarts_timeseries_smooth,
  echarts_timeseries_step,
  echarts_timeseries_scatter,
  echarts_timeseries,
  big_number,
  mixed_timeseries,
  cal_heatmap,
  horizon,
  world_map,
  country_map,
  deck_hex,
  deck_grid,
  handlebars,
  line_multi,
] as const

const registeredCharts: ChartType[] = [...charts]

/** Returns all chart types, including those registered at run time. */
export const allCharts = (): readonly ChartType[] => registeredCharts

/** Registers a chart type at run time. Throws if its name exists. */
export function addChart(kind: ChartType): void {
  if (findChartType(kind.type)) throw new Error(`There is a kind of chart named ${kind.type} already.`)
  registeredCharts.push(kind)
}

/** Returns the chart type with a wire name. */
export function chartType(viz_type: string): ChartType | undefined {
  return registeredCharts.find((each) => each.type === viz_type)
}

/** Returns the chart type that draws a `viz_type`, current or older. */
export function findChartType(viz_type: string): ChartType | undefined {
  return registeredCharts.find(({ type, olderNames = [] }) => type === viz_type || olderNames.includes(viz_type))
}

const migratedForms = new WeakMap<FormData, FormData>()

/**
 * Migrates a saved form to the current chart type and version. Charts open and draw with it, and are stored so at the
 * next save. Returns the same object for the same form, and a form of an unknown type unchanged.
 */
export function migrateForm(form: FormData): FormData {
  const kind = findChartType(form.viz_type)
  const found = migratedForms.get(form) ?? (kind ? toCurrentForm(kind, form) : form)
  migratedForms.set(form, found)
  return found
}

const rankOf = ({ meta }: ChartType): number => meta.rank ?? Number.POSITIVE_INFINITY

/** Sorts chart types by rank, then by name. */
export function sortByRank(kinds: readonly ChartType[]): readonly ChartType[] {
  return kinds.toSorted((a, b) =>
    rankOf(a) === rankOf(b) ? a.meta.name.localeCompare(b.meta.name, 'en') : rankOf(a) - rankOf(b),
  )
}

/** The chart types with quick access in Explore, by rank; the gallery has all. */
export const quickCharts: readonly ChartType[] = sortByRank(charts.filter(({ meta }: ChartType) => meta.isQuickChoice))

export { toQueryContext } from './chart.ts'
export { savedQueryContext } from './saved-query-context.ts'

/** The chart type for one metric over time, used for trends. */
export const trendChartType: ChartType = big_number
