import type { FormMigration } from '#charts/chart.ts'
import { listOf } from '#core/form/query-fields.ts'

/** Forms without a mode show rows as they are stored where they name columns of these. */
export const mode: FormMigration = {
  name: 'mode',
  applies: ({ query_mode }) => query_mode !== 'raw' && query_mode !== 'aggregate',
  migrate: (form) => ({ ...form, query_mode: listOf(form['all_columns']).length > 0 ? 'raw' : 'aggregate' }),
}
