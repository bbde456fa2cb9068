import type { Database } from '#core/entity/database.ts'
import type { DatasetColumnDraft, DatasetMetricDraft } from '#core/entity/dataset.ts'
import { TEMPORAL } from '#core/table/table.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { callerKey } from '#core/access/current-user.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { checkColumnNames } from '#server/dataset/column-names.ts'
import type { Source } from '#server/dataset/sources.ts'
import { defaultSchema } from '#server/dataset/sibling-tables.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { RouteRequest } from '#server/route/route.ts'
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
 * Returns the columns of a table or a statement, as the database reports them; empty if there is no such table. Throws
 * `table-select-denied` for a table that the user of the connection may not read.
 * Templates in a statement are rendered for the user.
 */
export async function readColumns(
  chartData: Pick<ChartDataService, 'sources' | 'templates' | 'scheduler'>,
  database: Database,
  datasetSource: ColumnSource,
  { user, signal }: Pick<RouteRequest, 'user' | 'signal'>,
): Promise<readonly TableColumn[]> {
  const { sources, templates } = chartData
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
    const { schema, table_name } = datasetSource
    const columns = await connection.columns(schema ?? (await defaultSchema(source)), table_name)
    if (columns.length > 0) {
      const checked = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)])
      const ticket = { priority: 'visible', expected: CHECK_MS, user: callerKey(user), signal: checked } as const
      const run = (work: () => Promise<unknown>) => chartData.scheduler(database).run(ticket, work)
      await requireSelect(source, { schema, table: table_name }, run, checked)
    }
    return columns
  })
}

/** Maximum milliseconds of the check whether a table may be read, with the time that it waits for the scheduler. */
const CHECK_MS = 10_000

/**
 * Throws `table-select-denied` if the database does not let the user of the connection read the table. No row is read.
 * Other errors are left to the first query: some tables are read only with a filter.
 */
async function requireSelect(
  { guard, connection, engine }: Source,
  { schema, table }: { readonly schema: string | null; readonly table: string },
  run: (work: () => Promise<unknown>) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const names = schema ? [schema, table] : [table]
  const name = names.map((each) => engine.dialect.quote(each)).join('.')
  try {
    const statement = await guard.statement(`SELECT 1 AS one FROM ${name} WHERE 1 = 0`)
    await run(() => connection.table(statement, { signal, maxRows: 1, labels: ['one'] }))
  } catch (error) {
    if (error instanceof ApiError || engine.explain(error).code !== 'sql-refused') return
    throw new ApiError('table-select-denied', { args: [schema ? `${schema}.${table}` : table], cause: error })
  }
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
    const existing = byName.get(column.name)
    if (!existing) return draftColumn(column)
    return existing.expression
      ? undefined
      : {
          ...existing,
          type: column.type,
          logical_type: column.logical,
          is_dttm: existing.is_dttm === true || column.generic === TEMPORAL,
        }
  })
  return [...stored.filter((column) => column !== undefined), ...computed]
}
