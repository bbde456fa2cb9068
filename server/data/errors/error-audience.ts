import type { CurrentUser } from '#core/access/current-user.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { engineNamed } from '#server/engines/index.ts'
import { columnMasks } from '#server/dataset/column-masks.ts'
import { hiddenTables } from '#server/dataset/hidden-tables.ts'
import { rowRules, tablesWithRules } from '#server/dataset/row-rules.ts'

const NO_WORDS = 'the database could not evaluate this'

/** Errors whose text contains only names from the query. */
const OF_THE_QUESTION: readonly ErrorCode[] = [
  'column-missing',
  'table-missing',
  'schema-missing',
  'sql-syntax',
  'query-timeout',
  'result-too-large',
]

/** The user of the request, and the database and dataset of the query. */
export interface AudienceError {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset?: Pick<Dataset, 'id'>
}

/**
 * Returns an error with the details that the user may see. Engine messages may quote row values and column names. Only
 * users who can read the complete database and are not restricted by row rules see them. Others see the type of the
 * error and names from their own query; with row rules, they do not see the SQL either.
 */
export async function errorForAudience(
  error: unknown,
  { user, database, dataset }: AudienceError,
  store: Store,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'query-failed') return error
  const narrowed = await isNarrowed(store, user, database, dataset)
  if (hasFullDatabaseAccess(user, database) && !narrowed) return error
  const { reason, names, engine_name } = error.extra as { reason?: ErrorCode; names?: string[]; engine_name?: string }
  const own = reason !== undefined && OF_THE_QUESTION.includes(reason)
  const message = own ? new ApiError(reason, { args: names ?? [] }).message : NO_WORDS
  return new ApiError('query-failed', {
    args: [message],
    extra: { reason, ...(own && names ? { names } : {}), engine_name },
    // The SQL of a row rule lists all columns of the table.
    ...(error.sql === undefined || narrowed ? {} : { sql: error.sql }),
    cause: error,
  })
}

/** True if the user may see messages of the engine about any table of a database. */
export async function maySeeEngineMessages(store: Store, user: CurrentUser, database: Database): Promise<boolean> {
  return hasFullDatabaseAccess(user, database) && !(await isNarrowed(store, user, database))
}

/** True if an error from `errorForAudience` may contain a message of the engine. */
export function hasEngineMessage({ code, cause }: ApiError): boolean {
  // A message that was replaced has the error of the engine as its cause.
  return code === 'query-failed' && !(cause instanceof ApiError)
}

async function isNarrowed(
  store: Store,
  user: CurrentUser,
  database: Database,
  dataset?: Pick<Dataset, 'id'>,
): Promise<boolean> {
  if (dataset && (await rowRules(store, user, dataset)).length > 0) return true
  if (dataset && (await columnMasks(store, user, dataset)).length > 0) return true
  if ((await tablesWithRules(store, user, database)).length > 0) return true
  const engine = engineNamed(database.backend)
  return engine === undefined || (await hiddenTables(store, user, database, engine.dialect)).length > 0
}
