import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { checkColumnNames } from '#server/dataset/column-names.ts'
import type { Source } from '#server/dataset/sources.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import type { Sql } from '#server/engines/sql.ts'
import type { Store } from '#server/store/store.ts'
import { isTemplate } from '#server/templates/macros.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { errorPosition, withLocation } from './error-position.ts'
import type { SqlOfDataset } from '#server/data/plan/dataset-source.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { errorForAudience } from './error-audience.ts'

/** The context of a SQL check: the user whose permissions apply, and the database. */
export interface SqlCheckScope {
  readonly chartData: Pick<ChartDataService, 'sources' | 'templates'>
  readonly store: Store
  readonly user: CurrentUser
  readonly database: Database
}

/** Template errors that are errors in the text, regardless of later query values. */
const TEMPLATE_REASONS: readonly (ErrorCode | undefined)[] = [
  'column-missing',
  'table-missing',
  'schema-missing',
  'object-missing',
  'operator-missing',
  'sql-syntax',
]

/** True if an error does not concern the SQL: the engine could not be queried. */
function isUnrelated({ code, row }: ApiError): boolean {
  return row.status >= 500 || /^(connection|engine|file|database)-/.test(code)
}

/**
 * Returns the error that makes SQL unusable; undefined if the SQL is not the cause. For templates, only errors that no
 * later query can avoid count: unknown names and syntax errors, not values rendered without a query.
 */
export function sqlError(error: unknown, written: string): ApiError | undefined {
  if (!(error instanceof ApiError) || isUnrelated(error)) return undefined
  if (!isTemplate(written)) return error
  if (error.code === 'virtual-template' || error.code === 'rules-template') return undefined
  if (error.code !== 'query-failed') return error
  return TEMPLATE_REASONS.includes(error.extra['reason'] as ErrorCode) ? error : undefined
}

/**
 * Returns why the SQL of a dataset would fail in the first query of this user, including row rules: the engine's error
 * with `extra.line` and `extra.column`. No row is read. Undefined if it would succeed or the database is unreachable.
 */
export async function sqlProblem(
  scope: SqlCheckScope,
  { sql: written, template_params = null }: SqlOfDataset,
): Promise<ApiError | undefined> {
  if (!written) return undefined
  const { chartData, user, database } = scope
  try {
    const rendered = await chartData.templates.sql({ user, database, sql: written, template_params })
    const tableRules = await chartData.templates.tables(user, database)
    await chartData.sources.use(database, (source) => checkOn(source, scope, { written, rendered, ruled: tableRules }))
  } catch (error) {
    return sqlError(error, written)
  }
  return undefined
}

interface CheckedSource {
  readonly written: string
  readonly rendered: string
  readonly ruled: readonly TableWithRules[]
}

async function checkOn(
  source: Source,
  scope: SqlCheckScope,
  { written, rendered, ruled }: CheckedSource,
): Promise<void> {
  let statement: Sql | undefined
  try {
    statement = await source.guard.statement(rendered, ruled)
    checkColumnNames(await source.connection.shape(statement), source.engine.dialect)
  } catch (error) {
    const apiError = await errorForAudience(toQueryError(error, source, statement), scope, scope.store)
    const failed = { statement: statement?.text, rendered, isNarrowed: ruled.length > 0 }
    throw withLocation(apiError, errorPosition(error, source, failed), written, rendered)
  }
}
