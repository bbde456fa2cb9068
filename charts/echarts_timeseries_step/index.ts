import { type StepForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time as steps. */
export const echarts_timeseries_step = chart<StepForm>({
  ...timeseriesKind,
  toSample: timeseriesSample,
  type: 'echarts_timeseries_step',
  meta: {
    name: 'Stepped Line',
    description: 'Shows values that stay constant until they change, such as prices or stock levels, as step lines.',
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Stacked'],
    icon: 'chart-line',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Average ticket by category of pizza' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations: timeseriesMigrations,
  examples: [timeseriesExample],
})
