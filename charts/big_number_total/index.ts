import { type BigNumberForm, controls } from './controls.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'

/** One number, as large as the space allows. */
export const big_number_total = chart<BigNumberForm>({
  type: 'big_number_total',
  meta: {
    name: 'Big Number',
    description: 'Shows a single number that should be seen first, with a line of text below it.',
    category: 'KPI',
    tags: ['Additive', 'Business', 'Percentages', 'Popular', 'Report', 'Formattable'],
    rank: 30,
    isQuickChoice: true,
    icon: 'chart-number',
    skeleton: 'figure',
    frame: 'figure',
    exampleGallery: [{ url: 'example.webp', caption: 'Damage by bird strikes' }],
    dataRequirements: [{ rank: 3, title: ['%s', 'metrics'], metrics: [{ control: 'metric', default: 'amount' }] }],
    behaviors: ['DRILL_TO_DETAIL'],
  },
  controls,
  examples: [{ metric: 'count', subheader: 'flights' }],
  compares: true,
  toQueries,
  // A big number covers all of its rows.
  toDrillFilters: () => [],
})
