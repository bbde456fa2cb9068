import type { CurrentUser } from '#core/access/current-user.ts'
import { readsWholeDatabase } from '#core/access/whole-database.ts'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { rowRules, ruledTables } from '#server/dataset/row-rules.ts'

const NO_WORDS = 'the database could not work this out'

/** Failures whose own text names only what the question names. */
const OF_THE_QUESTION: readonly ErrorCode[] = [
  'column-missing',
  'table-missing',
  'schema-missing',
  'sql-syntax',
  'query-timeout',
  'result-too-large',
]

/** Who asked, and what the question stands on. */
export interface Told {
  readonly user: CurrentUser
  readonly database: Database
  readonly dataset?: Pick<Dataset, 'id'>
}

/**
 * A failure as this person may be told it. What an engine says may quote values of rows, and names of columns: it is
 * told to those alone who read the whole database, and see no table of it narrowed by row rules. Others are told the
 * kind of the failure, and what of it their own question names; with row rules, not the SQL either.
 */
export async function toldTo(error: unknown, { user, database, dataset }: Told, store: Store): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'query-failed') return error
  const narrowed = await isNarrowed(store, user, database, dataset)
  if (readsWholeDatabase(user, database) && !narrowed) return error
  const { reason, names, engine_name } = error.extra as { reason?: ErrorCode; names?: string[]; engine_name?: string }
  const own = reason !== undefined && OF_THE_QUESTION.includes(reason)
  const message = own ? new ApiError(reason, { args: names ?? [] }).message : NO_WORDS
  return new ApiError('query-failed', {
    args: [message],
    extra: { reason, ...(own && names ? { names } : {}), engine_name },
    // The SQL around a row rule names all columns of the table.
    ...(error.sql === undefined || narrowed ? {} : { sql: error.sql }),
    cause: error,
  })
}

async function isNarrowed(
  store: Store,
  user: CurrentUser,
  database: Database,
  dataset?: Pick<Dataset, 'id'>,
): Promise<boolean> {
  if (dataset && (await rowRules(store, user, dataset)).length > 0) return true
  return (await ruledTables(store, user, database)).length > 0
}
