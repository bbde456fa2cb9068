import type { ChartType } from './chart.ts'
import { chartType, findChartType } from './index.ts'

/** The most similar available chart type, by the name of an unavailable one. */
const nearest: ReadonlyMap<string, string> = new Map([
  ['compare', 'echarts_timeseries_line'],
  ['time_pivot', 'echarts_timeseries_line'],
  ['rose', 'echarts_timeseries_bar'],
  ['partition', 'sunburst_v2'],
  ['para', 'radar'],
  ['event_flow', 'sankey_v2'],
  ['paired_ttest', 'table'],
  ['mapbox', 'deck_scatter'],
  ['deck_arc', 'deck_scatter'],
  ['deck_geojson', 'deck_scatter'],
  ['deck_multi', 'deck_scatter'],
  ['deck_path', 'deck_scatter'],
  ['deck_polygon', 'deck_scatter'],
  ['deck_contour', 'deck_hex'],
  ['deck_heatmap', 'deck_hex'],
  ['deck_screengrid', 'deck_grid'],
])

/**
 * Returns the chart type to offer instead of an unavailable one; a table if none is similar. Undefined if the type is
 * available.
 */
export function substituteChartType(viz_type: string): ChartType | undefined {
  return findChartType(viz_type) ? undefined : chartType(nearest.get(viz_type) ?? 'table')
}
