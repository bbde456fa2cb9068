import { allowedRows } from '#core/access/can.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { ruleOptions } from './rule-options.ts'

/** True if the caller may read the whole database. */
export function callerHasFullDatabaseAccess({ user }: Pick<RouteRequest, 'user'>, database: Database): boolean {
  return hasFullDatabaseAccess(user, database)
}

/** Rejects callers who may not read the whole database. */
export async function requireDatabase(request: RouteRequest, database: Database): Promise<void> {
  if (!callerHasFullDatabaseAccess(request, database))
    throw new ApiError('database-access', { args: [database.database_name] })
}

/** Returns the database with an id, if the caller may see it. */
export async function findDatabase(request: RouteRequest, id: number): Promise<Database> {
  const found = await request.context.store.databases.find({
    and: [{ col: 'id', op: 'eq', value: id }, allowedRows(request.user, 'read', 'Database', ruleOptions(request))],
  })
  if (!found) throw new ApiError('not-found')
  return found
}
