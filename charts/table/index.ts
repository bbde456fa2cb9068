import { type TableForm, controls } from './controls.ts'
import { migrations } from './migrations.ts'
import { toDrillFilters, toDataMask } from './mask.ts'
import { toQueries } from './query.ts'
import { toSheet } from './spreadsheet.ts'
import { chart } from '#charts/chart.ts'

/** A table of rows and columns. */
export const table = chart<TableForm>({
  type: 'table',
  meta: {
    name: 'Table',
    description: 'Shows rows and columns: aggregated by dimensions, or the records as they are stored.',
    category: 'Table',
    tags: ['Additive', 'Business', 'Formattable', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular'],
    rank: 20,
    isQuickChoice: true,
    icon: 'table',
    skeleton: 'table',
    frame: 'card',
    exampleGallery: [{ url: 'example.webp', caption: 'Species that cost most, with bars in their cells' }],
    dataRequirements: [
      {
        rank: 16,
        title: ['%s as a table', 'metrics'],
        dimensions: [{ control: 'groupby', from: 1, to: Number.POSITIVE_INFINITY, maxCount: 10 }],
        metrics: [{ control: 'metrics', default: 'rows', maxCount: 10 }],
        controlValues: { query_mode: 'aggregate' },
      },
    ],
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  migrations,
  examples: [
    { query_mode: 'aggregate', groupby: ['origin'], metrics: ['count', 'delay'] },
    { query_mode: 'raw', all_columns: ['date', 'origin', 'carrier'] },
  ],
  toQueries,
  toDataMask,
  toDrillFilters,
  toDrillBy: (form, column) => (form.query_mode === 'raw' ? undefined : { ...form, groupby: [column] }),
  toSheet,
})
