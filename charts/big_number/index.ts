import { type TrendForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'

/** Big Number with Trendline: one number above its values over time. */
export const big_number = chart<TrendForm>({
  type: 'big_number',
  meta: {
    name: 'Big Number with Trendline',
    description: 'Shows a metric as one number (its latest value or an aggregate) with its change and a trend line.',
    category: 'KPI',
    tags: ['Advanced-Analytics', 'Formattable', 'Line', 'Percentages', 'Popular', 'Report', 'Trend'],
    rank: 70,
    icon: 'chart-number',
    skeleton: 'figure',
    frame: 'figure',
    exampleGallery: [{ url: 'example.webp', caption: 'Carbon dioxide in the air, against ten years before' }],
    behaviors: ['DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { metric: 'count', granularity_sqla: 'date', time_grain_sqla: 'P1D', compare_lag: 1, compare_suffix: 'DoD' },
    { metric: 'count', granularity_sqla: 'date', time_grain_sqla: 'P1D', aggregation: 'raw', subheader: 'flights' },
  ],
  hasPeriods: true,
  compares: ({ aggregation }) => aggregation === 'raw',
  toQueries,
  // A big number covers all of its rows.
  toDrillFilters: () => [],
})
