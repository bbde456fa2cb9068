import { expect, it } from 'vitest'
import { charts, findChartType } from './index.ts'
import { substituteChartType } from './substitute-chart-type.ts'

it.each([
  ['compare', 'echarts_timeseries_line'],
  ['time_pivot', 'echarts_timeseries_line'],
  ['partition', 'sunburst_v2'],
  ['rose', 'echarts_timeseries_bar'],
  ['para', 'radar'],
  ['paired_ttest', 'table'],
  ['event_flow', 'sankey_v2'],
  ['mapbox', 'deck_scatter'],
  ['deck_arc', 'deck_scatter'],
  ['deck_path', 'deck_scatter'],
  ['deck_polygon', 'deck_scatter'],
  ['deck_geojson', 'deck_scatter'],
  ['deck_multi', 'deck_scatter'],
  ['deck_screengrid', 'deck_grid'],
  ['deck_heatmap', 'deck_hex'],
  ['deck_contour', 'deck_hex'],
  ['of_another_product', 'table'],
  ['constructor', 'table'],
])('the chart type %s is not supported, and %s is offered instead', (viz_type, near) => {
  expect(findChartType(viz_type)).toBeUndefined()
  expect(substituteChartType(viz_type)?.type).toBe(near)
})

it('suggests no replacement for a chart type that exists, or for an older name of it', () => {
  for (const { type } of charts) expect(substituteChartType(type)).toBeUndefined()
  for (const older of ['line', 'treemap', 'pivot_table', 'dual_line'])
    expect(substituteChartType(older)).toBeUndefined()
})
