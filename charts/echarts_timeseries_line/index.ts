import { type LineForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time as lines. */
export const echarts_timeseries_line = chart<LineForm>({
  ...timeseriesKind,
  toSample: timeseriesSample,
  type: 'echarts_timeseries_line',
  olderNames: ['line'],
  meta: {
    name: 'Line Chart',
    description: 'Shows how one or several measures change over time, one line for each group.',
    synonyms: ['Time-series Line Chart'],
    category: 'Evolution',
    tags: ['ECharts', 'Predictive', 'Advanced-Analytics', 'Aesthetic', 'Line', 'Popular'],
    rank: 10,
    isQuickChoice: true,
    icon: 'chart-line',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [
      { url: 'example.webp', caption: 'Mean delay of flights from the five busiest airports' },
      { url: 'example-2.webp', caption: 'Flights per day, with their mean' },
    ],
    dataRequirements: [
      {
        rank: 1,
        title: ['%s over time', 'metrics'],
        time: true,
        dimensions: [{ control: 'groupby', from: 2, to: 12, minCount: 0, maxCount: 2 }],
        metrics: [{ control: 'metrics', default: 'rows', maxCount: 4 }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations,
  examples: [timeseriesExample],
})
