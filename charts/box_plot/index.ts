import { type BoxPlotForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { boxDimensions, toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionFilters, selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** The distribution of values: quartiles, whiskers and outliers. */
export const box_plot = chart<BoxPlotForm>({
  type: 'box_plot',
  meta: {
    name: 'Box Plot',
    description:
      'Compares the distributions of groups: a box from the first to the third quartile with the median, whiskers, and outliers as points.',
    category: 'Distribution',
    tags: ['ECharts', 'Range', 'Statistical'],
    rank: 180,
    icon: 'chart',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Mean delay of days at six airports' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { metrics: ['count'], columns: ['date'], groupby: ['origin'], granularity_sqla: 'date', time_grain_sqla: 'P1D' },
    { metrics: ['count', 'delay'], columns: ['carrier'] },
  ],
  toQueries,
  colorColumns: (form) => boxDimensions(form).map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, boxDimensions(form)),
  toDrillFilters: (selectedMarks, form) => selectionFilters(selectedMarks, boxDimensions(form)),
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
