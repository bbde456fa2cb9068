import type { ChartType } from './chart.ts'
import { chartType, kindOf } from './index.ts'

/** The kind that shows most of what one of others does that is not drawn here, by the name of that one. */
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

/** The kind to offer in place of one that is not drawn here: a table where none is near. Undefined for one that is. */
export function nearestKind(viz_type: string): ChartType | undefined {
  return kindOf(viz_type) ? undefined : chartType(nearest.get(viz_type) ?? 'table')
}
