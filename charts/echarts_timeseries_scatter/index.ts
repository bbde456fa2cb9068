import { type ScatterForm, controls } from './controls.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { timeseriesMigrations } from '#charts/shared/series/timeseries-migrations.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time as points. */
export const echarts_timeseries_scatter = chart<ScatterForm>({
  ...timeseriesKind,
  type: 'echarts_timeseries_scatter',
  toSample: timeseriesSample,
  meta: {
    name: 'Scatter Plot',
    description: 'Shows single values over time or along a number as points, so that clusters and outliers stand out.',
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Time', 'Transformable', 'Scatter', 'Popular'],
    rank: 90,
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Warmth of weeks in two cities' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations: timeseriesMigrations,
  examples: [timeseriesExample],
})
