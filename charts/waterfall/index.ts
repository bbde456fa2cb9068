import { controls, type WaterfallForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { breakdownOf, toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { axisAndDimensionMask } from '#charts/shared/timeseries/axis-and-dimension-mask.ts'
import { timeseriesDrill } from '#charts/shared/timeseries/timeseries-selection.ts'
import { xAxisOf } from '#core/form/base-query.ts'

/** How a value adds up step by step. */
export const waterfall = chart<WaterfallForm>({
  type: 'waterfall',
  meta: {
    name: 'Waterfall Chart',
    description: 'Shows how increases and decreases add up to a total, step by step.',
    category: 'Evolution',
    tags: ['Categorical', 'Comparison', 'ECharts', 'Featured'],
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'What phases of flight add to the cost of bird strikes' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { metric: 'count', x_axis: 'carrier' },
    { metric: 'count', x_axis: 'date', groupby: 'origin', time_grain_sqla: 'P1W' },
  ],
  toQueries,
  toDataMask: (selectedMarks, form) => axisAndDimensionMask(selectedMarks, [xAxisOf(form), breakdownOf(form)], form),
  toDrillFilters: timeseriesDrill,
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
