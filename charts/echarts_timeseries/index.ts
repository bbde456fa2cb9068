import { type GenericForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time in a style that the form chooses. */
export const echarts_timeseries = chart<GenericForm>({
  ...timeseriesKind,
  // Sampling would drop bars, whose number matters, and the inner points of a scatter plot.
  toSample: (form) => (form.seriesType === 'bar' ? undefined : timeseriesSample(form)),
  type: 'echarts_timeseries',
  meta: {
    name: 'Generic Chart',
    description:
      'Shows how measures change over time as lines, curves, steps, points or bars: the style can be changed without changing the chart.',
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Time', 'Transformable'],
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Revenue by quarter, as stacked bars' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations: timeseriesMigrations,
  examples: [timeseriesExample],
})
