import { type AreaForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { timeseriesSample } from '#charts/shared/timeseries/timeseries-sample.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics over time as filled areas. */
export const echarts_area = chart<AreaForm>({
  ...timeseriesKind,
  toSample: timeseriesSample,
  type: 'echarts_area',
  olderNames: ['area'],
  meta: {
    name: 'Area Chart',
    description: 'Shows how measures change over time and what each group adds to the whole, as filled surfaces.',
    synonyms: ['Time-series Area Chart'],
    category: 'Evolution',
    tags: [
      'ECharts',
      'Predictive',
      'Advanced-Analytics',
      'Aesthetic',
      'Time',
      'Line',
      'Transformable',
      'Stacked',
      'Popular',
    ],
    rank: 60,
    isQuickChoice: true,
    icon: 'chart-area',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [
      { url: 'example.webp', caption: 'Flights by week and time of day' },
      { url: 'example-2.webp', caption: 'Revenue by category of pizza' },
    ],
    dataRequirements: [
      {
        rank: 11,
        title: ['Parts of %s over time', 'metrics'],
        time: true,
        dimensions: [{ control: 'groupby', from: 2, to: 7 }],
        metrics: [{ control: 'metrics', default: 'rows' }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations,
  examples: [timeseriesExample],
})
