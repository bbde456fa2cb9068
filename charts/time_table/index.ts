import { type TimeTableForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toQueries } from './query.ts'
import { chart } from '#charts/chart.ts'

/** Metrics or groups as rows; comparisons, shares, averages and sparklines over time as columns. */
export const time_table = chart<TimeTableForm>({
  type: 'time_table',
  meta: {
    name: 'Time-series Table',
    description: 'Compares metrics or groups over time, one row each: changes, shares, averages and sparklines.',
    category: 'Table',
    tags: ['Multi-Variables', 'Comparison', 'Legacy', 'Percentages', 'Tabular', 'Text', 'Trend'],
    rank: 110,
    icon: 'rows',
    skeleton: 'table',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Products, month by month' }],
    behaviors: [],
  },
  controls,
  migrations,
  examples: [
    {
      metrics: ['count'],
      granularity_sqla: 'date',
      time_grain_sqla: 'P1D',
      column_collection: [{ key: 'trend', label: 'Trend', colType: 'spark' }],
    },
  ],
  toQueries,
})
