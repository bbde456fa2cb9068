import { type SmoothForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time as curves. */
export const echarts_timeseries_smooth = chart<SmoothForm>({
  ...timeseriesKind,
  toSample: timeseriesSample,
  type: 'echarts_timeseries_smooth',
  meta: {
    name: 'Smooth Line',
    description: 'Shows how measures change over time as curves that run smoothly from value to value.',
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Time', 'Line', 'Transformable'],
    icon: 'chart-line',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Delay by the hour of departure' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations: timeseriesMigrations,
  examples: [timeseriesExample],
})
