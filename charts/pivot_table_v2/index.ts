import { type PivotTableForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toDrillFilters, toDataMask } from './mask.ts'
import { toQueries } from './query.ts'
import { sheetTotals, toSheet } from './spreadsheet.ts'
import { chart } from '#charts/chart.ts'
import { GROUPING } from '#core/query/grouping.ts'

/** Metrics by row and column dimensions. */
export const pivot_table_v2 = chart<PivotTableForm>({
  type: 'pivot_table_v2',
  olderNames: ['pivot_table'],
  meta: {
    name: 'Pivot Table',
    description:
      'Summarises metrics by dimensions along two sides. Totals and subtotals are made of the rows of the dataset, so that those of averages and distinct counts are right as well.',
    category: 'Table',
    tags: ['Additive', 'Popular', 'Report', 'Tabular'],
    rank: 80,
    icon: 'table',
    skeleton: 'table',
    frame: 'card',
    isPivoted: true,
    exampleGallery: [{ url: 'example.webp', caption: 'Revenue by category and weekday, with totals' }],
    dataRequirements: [
      {
        rank: 14,
        title: ['%s in lines and columns', 'metrics'],
        dimensions: [
          { control: 'groupbyRows', from: 2, to: 1000, maxCount: 2 },
          { control: 'groupbyColumns', from: 2, to: 30 },
        ],
        metrics: [{ control: 'metrics', default: 'rows', maxCount: 4 }],
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [{ metrics: ['count'], groupbyRows: ['origin'], groupbyColumns: ['carrier'], colTotals: true }],
  toQueries,
  toDataMask,
  toDrillFilters,
  toDrillBy: (form, column) => ({ ...form, groupbyRows: [column] }),
  toSheet,
  sheetTotals,
  // The totals of an empty result do not count as rows.
  isEmpty: (entries) => entries.every(({ rowcount, colnames }) => rowcount === 0 || colnames.includes(GROUPING)),
})
