import { controls } from './controls.ts'
import { toProps } from './props.ts'
import type { ChartType } from '#charts/chart.ts'
import { timeseriesMask, type TimeseriesProps } from '#charts/shared/timeseries-props.ts'
import { seriesDimensions, timeseriesQuery } from '#charts/shared/timeseries-query.ts'
import { annotationTypes } from '#core/annotation/layer.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Measures per period or category as bars. */
export const echarts_timeseries_bar: ChartType<FormData, TimeseriesProps> = {
  type: 'echarts_timeseries_bar',
  meta: {
    name: 'Bar Chart',
    description:
      'Compares a measure between periods or categories by the length of bars, upright or lying, side by side or stacked.',
    category: 'Evolution',
    tags: [
      'ECharts',
      'Predictive',
      'Advanced-Analytics',
      'Aesthetic',
      'Time',
      'Transformable',
      'Stacked',
      'Bar',
      'Vertical',
      'Popular',
    ],
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    begins: 'category',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  examples: [
    { metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1D', groupby: ['origin'] },
    { metrics: ['count'], x_axis: 'carrier' },
  ],
  toQueries: timeseriesQuery,
  colorColumns: seriesDimensions,
  hasPeriods: true,
  toProps,
  toMask: timeseriesMask,
}
