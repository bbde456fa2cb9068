import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { checkColumnNames } from '#server/dataset/column-names.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'

/** The fields that determine which rows a dataset reads. */
export type DatasetSource = Pick<
  DatasetHead,
  'database_id' | 'catalog' | 'schema' | 'table_name' | 'sql' | 'template_params'
>

/**
 * True if a change makes a dataset read other data: another database, schema or table, other SQL, or other template
 * values in it. A new name of a dataset with SQL is no such change.
 */
export function changesSource(before: DatasetSource, after: DatasetSource): boolean {
  const sourceFields = ['database_id', 'catalog', 'schema', 'sql'] as const
  if (sourceFields.some((name) => (before[name] || null) !== (after[name] || null))) return true
  if (!after.sql) return before.table_name !== after.table_name
  return isTemplate(after.sql) && (before.template_params || null) !== (after.template_params || null)
}

/** The SQL of a dataset, if it has any, and the JSON text of its template parameters. */
export interface SqlOfDataset {
  readonly sql: string | null
  readonly template_params?: string | null
}

const REJECTION_CODES: readonly ErrorCode[] = [
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
 * Returns why the SQL of a dataset would be rejected in the first query of this user, including row rules. Undefined if
 * it would not be, or if that is unknown without a query: the database does not respond, or its templates need one.
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
    const tableRules = await templates.tables(user, database)
    await sources.use(database, async ({ connection, engine, guard }) => {
      const statement = await guard.statement(sql, tableRules)
      checkColumnNames(await connection.shape(statement), engine.dialect)
    })
  } catch (error) {
    if (error instanceof ApiError && REJECTION_CODES.includes(error.code)) return error
  }
  return undefined
}
