import { controls } from './controls.ts'
import { toProps } from './props.ts'
import type { ChartType } from '#charts/chart.ts'
import { timeseriesMask, type TimeseriesProps } from '#charts/shared/timeseries-props.ts'
import { seriesDimensions, timeseriesQuery } from '#charts/shared/timeseries-query.ts'
import { annotationTypes } from '#core/annotation/layer.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Measures over time as lines. */
export const echarts_timeseries_line: ChartType<FormData, TimeseriesProps> = {
  type: 'echarts_timeseries_line',
  meta: {
    name: 'Line Chart',
    description: 'Shows how one or several measures change over time, one line for each group.',
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
    icon: 'chart-line',
    skeleton: 'bars',
    frame: 'card',
    begins: 'time',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  examples: [{ metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1D', groupby: ['origin'] }],
  toQueries: timeseriesQuery,
  colorColumns: seriesDimensions,
  hasPeriods: true,
  toProps,
  toMask: timeseriesMask,
}
