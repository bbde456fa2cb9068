import type { FormMigration } from '#charts/chart.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Forms without a query mode show raw rows if they have raw columns. */
export const queryModeMigration: FormMigration = {
  name: 'mode',
  applies: ({ query_mode }) => query_mode !== 'raw' && query_mode !== 'aggregate',
  migrate: (form) => ({ ...form, query_mode: listOf(form['all_columns']).length > 0 ? 'raw' : 'aggregate' }),
}
