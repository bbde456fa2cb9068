import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { hasFullDatabaseAccess } from '#core/access/database-access.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { withPresentRights } from '#server/security/present-rights.ts'
import { whilePermitted } from '#server/security/repeated-check.ts'
import type { Store } from '#server/store/store.ts'

/** Rejects users who may not run SQL, or not on this database. */
export function requireSqlAccess(user: CurrentUser, database: Database): void {
  const mayRun =
    hasPermission(user, 'can_sql_json', 'Superset') || hasPermission(user, 'can_execute_sql_query', 'SQLLab')
  if (!mayRun) throw new ApiError('forbidden')
  if (!database.expose_in_sqllab) throw new ApiError('sqllab-hidden', { args: [database.database_name] })
  if (!hasFullDatabaseAccess(user, database)) throw new ApiError('database-access', { args: [database.database_name] })
}

/** A user and the database of their SQL. */
interface SqlAccess {
  readonly user: CurrentUser
  readonly database: Database
}

/** Returns the user with present rights and the present database; throws if the user may no longer run SQL on it. */
export async function presentSqlAccess(store: Store, user: CurrentUser, { id }: Database): Promise<SqlAccess> {
  const present = await withPresentRights(store, user)
  const database = await store.within(() => store.databases.get(id))
  if (!database) throw new ApiError('database-missing')
  requireSqlAccess(present, database)
  return { user: present, database }
}

interface RunningStatement extends SqlAccess {
  readonly store: Store
  readonly chartData: ChartDataService
  readonly signal: AbortSignal
}

/** Runs a statement with a signal that is also aborted once its user may no longer run it, or has other row rules. */
export async function whileSqlPermitted<T>(
  { store, chartData, user, database, signal }: RunningStatement,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { templates } = chartData
  const before = await templates.restrictions(user, database)
  const check = async (): Promise<void> => {
    const present = await presentSqlAccess(store, user, database)
    const after = await store.within(() => templates.restrictions(present.user, present.database))
    if (after !== before) throw new ApiError('access-changed')
  }
  return whilePermitted(signal, check, run)
}
