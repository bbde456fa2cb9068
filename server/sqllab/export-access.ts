import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Store } from '#server/store/store.ts'
import type { ExportRecord } from './export-record.ts'
import { requireSqlAccess } from './sql-access.ts'

/** Rejects users who may not download the rows of SQL on this database. */
export function requireExportAccess(user: CurrentUser, database: Database): void {
  if (!hasPermission(user, 'can_export_csv', 'SQLLab') || !hasPermission(user, 'can_csv', 'Superset'))
    throw new ApiError('forbidden')
  requireSqlAccess(user, database)
}

interface ExportAccess {
  readonly user: CurrentUser
  readonly database: Database
  /** Hash of the current row-level security rules of the user, from `Templating.rulesHash`; null without any. */
  readonly rulesHash: string | null
}

/**
 * Returns the owner of an export and its database in their current state. Rejects if the owner may no longer read its
 * rows.
 */
export async function currentAccess(
  { store, chartData }: { readonly store: Store; readonly chartData: ChartDataService },
  { userId, databaseId, rulesHash }: Pick<ExportRecord, 'userId' | 'databaseId' | 'rulesHash'>,
): Promise<ExportAccess> {
  const user = await store.users.current(userId)
  if (!user?.isActive) throw new ApiError('not-signed-in')
  const database = await store.databases.get(databaseId)
  if (!database) throw new ApiError('database-missing')
  requireExportAccess(user, database)
  return { user, database, rulesHash: await chartData.templates.rulesHash(user, database, rulesHash) }
}

/** Rejects if the row-level security rules of the owner differ from those of the file. */
export function requireSameRules({ rulesHash }: Pick<ExportRecord, 'rulesHash'>, access: ExportAccess): void {
  if (rulesHash !== access.rulesHash) throw new ApiError('export-withdrawn')
}
