import type { Database } from '#core/entity/database.ts'
import type { DatasetColumnDraft, DatasetMetricDraft } from '#core/entity/dataset.ts'
import { TEMPORAL } from '#core/table/table.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { checkColumnNames } from '#server/dataset/column-names.ts'
import { defaultSchema } from '#server/dataset/sibling-tables.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { TableColumn } from '#server/engines/engine.ts'

/** The source of a dataset: a table by name, or SQL. */
export interface ColumnSource {
  readonly table_name: string
  readonly schema: string | null
  readonly sql: string | null
  /** JSON text of the parameters of templates in the SQL. */
  readonly template_params?: string | null
}

/**
 * Returns the columns of a table or a statement, as the database reports them; empty if there is no such table.
 * Templates in a statement are rendered for the user.
 */
export async function readColumns(
  { sources, templates }: Pick<ChartDataService, 'sources' | 'templates'>,
  database: Database,
  datasetSource: ColumnSource,
  user: CurrentUser,
): Promise<readonly TableColumn[]> {
  const { sql: written, template_params = null } = datasetSource
  const sql = written ? await templates.sql({ user, database, sql: written, template_params }) : null
  return sources.use(database, async (source) => {
    const { connection, guard } = source
    if (sql) {
      const statement = await guard.statement(sql)
      const columns = await connection.shape(statement).catch((error: unknown) => {
        throw toQueryError(error, source, statement)
      })
      checkColumnNames(columns, source.engine.dialect)
      return columns
    }
    return connection.columns(datasetSource.schema ?? (await defaultSchema(source)), datasetSource.table_name)
  })
}

/** Returns a column of a new dataset. */
export function draftColumn({ name, type, generic, logical }: TableColumn): DatasetColumnDraft {
  return {
    column_name: name,
    type,
    logical_type: logical,
    is_dttm: generic === TEMPORAL,
    is_active: true,
    groupby: true,
    filterable: true,
    expression: null,
  }
}

/** The metric of every new dataset. */
export const countMetric: DatasetMetricDraft = {
  metric_name: 'count',
  expression: 'COUNT(*)',
  verbose_name: 'COUNT(*)',
  metric_type: 'count',
}

/**
 * Returns the columns of a dataset after a change of its source: new ones are added, missing ones removed, types
 * updated. Edits by users and calculated columns are kept.
 */
export function syncColumns(
  columns: readonly DatasetColumnDraft[],
  found: readonly TableColumn[],
): readonly DatasetColumnDraft[] {
  const byName = new Map(columns.map((column) => [column.column_name, column]))
  const computed = columns.filter((column) => column.expression)
  const stored = found.map((column) => {
    const known = byName.get(column.name)
    if (!known) return draftColumn(column)
    return known.expression
      ? undefined
      : {
          ...known,
          type: column.type,
          logical_type: column.logical,
          is_dttm: known.is_dttm === true || column.generic === TEMPORAL,
        }
  })
  return [...stored.filter((column) => column !== undefined), ...computed]
}
