import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { checkColumnNames } from '#server/dataset/column-names.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'

/** What decides which rows a dataset reads. */
export type DatasetSource = Pick<
  DatasetHead,
  'database_id' | 'catalog' | 'schema' | 'table_name' | 'sql' | 'template_params'
>

/**
 * Whether a change makes a dataset read something else: another database, schema or table, other SQL, or other values
 * for the templates in it. The name of a dataset that has SQL reads nothing.
 */
export function changesSource(before: DatasetSource, after: DatasetSource): boolean {
  const places = ['database_id', 'catalog', 'schema', 'sql'] as const
  if (places.some((name) => (before[name] || null) !== (after[name] || null))) return true
  if (!after.sql) return before.table_name !== after.table_name
  return isTemplate(after.sql) && (before.template_params || null) !== (after.template_params || null)
}

/** The SQL of a dataset, if it has any, with the JSON text of what its templates are given. */
export interface SqlOfDataset {
  readonly sql: string | null
  readonly template_params?: string | null
}

const REFUSALS: readonly ErrorCode[] = [
  'columns-repeated',
  'sql-syntax',
  'sql-refused',
  'dml-refused',
  'rules-unsafe',
  'virtual-empty',
  'virtual-many',
  'virtual-not-select',
]

/**
 * Why the SQL of a dataset would be refused with the first question of this user, row rules included; undefined when it
 * would not, or when that cannot be told without a question: its database does not answer, its templates need one.
 */
export async function sqlValidationError(
  { sources, templates }: Pick<ChartDataService, 'sources' | 'templates'>,
  user: CurrentUser,
  database: Database,
  { sql: written, template_params = null }: SqlOfDataset,
): Promise<ApiError | undefined> {
  if (!written) return undefined
  try {
    const sql = await templates.sql({ user, database, sql: written, template_params })
    const ruled = await templates.tables(user, database)
    await sources.use(database, async ({ connection, engine, guard }) => {
      const statement = await guard.statement(sql, ruled)
      checkColumnNames(await connection.shape(statement), engine.dialect)
    })
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.code)) return error
  }
  return undefined
}
