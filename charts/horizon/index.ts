import { controls, type HorizonForm } from './controls.ts'
import { bucketForm, toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'
import { setMissingKeys } from '#charts/shared/migration.ts'
import { timeseriesDrill, timeseriesMask } from '#charts/shared/timeseries/timeseries-selection.ts'
import { seriesDimensions } from '#charts/shared/timeseries/timeseries-query.ts'

/** Many time series in little height: the value bands of each row overlap. */
export const horizon = chart<HorizonForm>({
  type: 'horizon',
  meta: {
    name: 'Horizon Chart',
    description:
      'Compares many series over time in little height: values above a band are drawn as darker bands on top of it.',
    category: 'Distribution',
    tags: ['Time', 'Trend', 'Comparison'],
    rank: 240,
    icon: 'chart-area',
    skeleton: 'bars',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Bird strikes by month and size' }],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations: [setMissingKeys(() => ({ time_grain_sqla: null, row_limit: null }))],
  examples: [{ metrics: ['count'], granularity_sqla: 'date', time_grain_sqla: 'P1D', groupby: ['origin'] }],
  hasPeriods: true,
  toQueries,
  colorColumns: (form) => seriesDimensions(bucketForm(form)),
  toDataMask: (selectedMarks, form) => timeseriesMask(selectedMarks, bucketForm(form)),
  toDrillFilters: (selectedMarks, form) => timeseriesDrill(selectedMarks, bucketForm(form)),
  toDrillBy: (form, column) => ({ ...form, groupby: [column] }),
})
