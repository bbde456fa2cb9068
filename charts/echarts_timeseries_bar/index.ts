import { type BarForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { chart } from '#charts/chart.ts'
import { timeseriesExample, timeseriesKind } from '#charts/shared/timeseries/timeseries-queries.ts'
import { annotationTypes } from '#core/annotation/layer.ts'

/** Metrics per period or category as bars. */
export const echarts_timeseries_bar = chart<BarForm>({
  ...timeseriesKind,
  type: 'echarts_timeseries_bar',
  olderNames: ['bar', 'dist_bar'],
  meta: {
    name: 'Bar Chart',
    description:
      'Compares a measure between periods or categories by the length of bars, upright or lying, side by side or stacked.',
    synonyms: ['column', 'stacked bar', 'Time-series Bar Chart'],
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
    rank: 50,
    isQuickChoice: true,
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [
      { url: 'example.webp', caption: 'Repair cost of bird strikes by phase of flight' },
      { url: 'example-2.webp', caption: 'Arrival delay in bins of five minutes' },
    ],
    dataRequirements: [
      {
        rank: 2,
        title: ['%s by %s', 'metrics', 'dimensions'],
        dimensions: [
          { control: 'x_axis', from: 2, to: 1000 },
          { control: 'groupby', from: 2, to: 8, minCount: 0 },
        ],
        metrics: [{ control: 'metrics', default: 'rows', maxCount: 3 }],
        controlValues: { row_limit: 10 },
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
    supportedAnnotationTypes: annotationTypes,
  },
  controls,
  migrations,
  examples: [timeseriesExample, { metrics: ['count'], x_axis: 'carrier' }],
})
