import { histogramRangeMask, histogramDrill } from './bins.ts'
import { controls, type HistogramForm } from './controls.ts'
import { migrations } from './migrations.ts'
import { barDimensions, toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { selectionMask } from '#charts/shared/selection/selection-mask.ts'
import { columnLabel } from '#core/query/query-object.ts'

/** The distribution of a column's values over bins. */
export const histogram_v2 = chart<HistogramForm>({
  type: 'histogram_v2',
  olderNames: ['histogram'],
  meta: {
    name: 'Histogram',
    description:
      'Shows how the numbers of a column are spread: how many rows lie in each of several bins of the same width.',
    category: 'Distribution',
    tags: ['Comparison', 'ECharts', 'Pattern', 'Range'],
    rank: 120,
    icon: 'chart-bar',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Magnitudes of a week of earthquakes' }],
    dataRequirements: [
      {
        rank: 7,
        title: ['Distribution of %s', 'number'],
        number: { control: 'column', from: 10 },
        dimensions: [{ control: 'groupby', from: 2, to: 5, minCount: 0 }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { column: 'latitude', bins: 10 },
    { column: 'latitude', groupby: ['origin'] },
  ],
  toQueries,
  colorColumns: (form) => barDimensions(form).map(columnLabel),
  toDataMask: (selectedMarks, form) => selectionMask(selectedMarks, barDimensions(form)),
  toBrush: histogramRangeMask,
  toDrillFilters: histogramDrill,
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
