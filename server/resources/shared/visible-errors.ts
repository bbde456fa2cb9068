import type { Query, QueryExtra } from '#core/entity/query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { wireError } from '#core/rest/error-body.ts'
import { maySeeEngineMessages } from '#server/data/errors/error-audience.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { extraOf, toStatementError } from '#server/sqllab/run-query.ts'

/** Returns a function that tells whether the caller may see messages of the engine; it checks each database once. */
export function messageVisibility({ context, user }: RouteRequest): (databaseId: number) => Promise<boolean> {
  const known = new Map<number, Promise<boolean>>()
  const check = async (id: number) => {
    const database = await context.store.databases.get(id)
    return database !== undefined && (await maySeeEngineMessages(context.store, user, database))
  }
  return (id) => {
    const visible = known.get(id) ?? check(id)
    known.set(id, visible)
    return visible
  }
}

/**
 * Returns queries with the stored errors that the caller may see now. A message of the engine may quote row values: it
 * is replaced if row rules or masks apply to the caller in the database, or the caller may not read all of it.
 */
export async function withVisibleErrors(request: RouteRequest, rows: readonly Query[]): Promise<readonly Query[]> {
  const isVisible = messageVisibility(request)
  return Promise.all(
    rows.map(async (row) => (mayQuoteValues(row) && !(await isVisible(row.database_id)) ? withoutMessages(row) : row)),
  )
}

function mayQuoteValues(row: Query): boolean {
  // Queries of earlier versions do not say whether their message is one of the engine.
  return row.error_message !== null && extraOf(row).hasEngineMessage !== false
}

function withoutMessages(row: Query): Query {
  const withdrawn = new ApiError('result-withdrawn')
  const extra = extraOf(row)
  const statements = extra.statements?.map((each) =>
    each.errors.length > 0 ? { ...each, errors: [toStatementError(withdrawn)] } : each,
  )
  const shown: QueryExtra = {
    ...extra,
    ...(extra.errors && { errors: [wireError(withdrawn)] }),
    ...(statements && { statements }),
  }
  return { ...row, error_message: withdrawn.message, extra_json: JSON.stringify(shown) }
}
