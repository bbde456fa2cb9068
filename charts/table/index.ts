import { controls } from './controls.ts'
import { toMask } from './mask.ts'
import { type TableProps, toProps } from './props.ts'
import { toQueries } from './query.ts'
import type { ChartType } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Rows and columns. */
export const table: ChartType<FormData, TableProps> = {
  type: 'table',
  meta: {
    name: 'Table',
    description: 'Shows rows and columns: aggregated by dimensions, or the records as they are stored.',
    category: 'Table',
    tags: ['Additive', 'Business', 'Formattable', 'Pattern', 'Popular', 'Report', 'Sequential', 'Tabular'],
    icon: 'table',
    skeleton: 'table',
    frame: 'card',
    rows: 'table',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'],
  },
  controls,
  examples: [
    { query_mode: 'aggregate', groupby: ['origin'], metrics: ['count', 'delay'] },
    { query_mode: 'raw', all_columns: ['date', 'origin', 'carrier'] },
  ],
  toQueries,
  toProps,
  toMask,
}
