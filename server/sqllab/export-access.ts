import { has } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { cacheKey } from '#server/cache/key.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Store } from '#server/store/store.ts'
import type { ExportRecord } from './export-record.ts'
import { requireSqlAccess } from './sql-queries.ts'

/** Rejects users who may not download the rows of SQL on this database. */
export function requireExportAccess(user: CurrentUser, database: Database): void {
  if (!has(user, 'can_export_csv', 'SQLLab') || !has(user, 'can_csv', 'Superset')) throw new ApiError('forbidden')
  requireSqlAccess(user, database)
}

interface ExportAccess {
  readonly user: CurrentUser
  readonly database: Database
  /** Of the row rules that hold for the user now; null without any. */
  readonly rulesHash: string | null
}

/** The owner of an export and its database as they are now. Rejects when the owner may no longer have its rows. */
export async function currentAccess(
  { store, chartData }: { readonly store: Store; readonly chartData: ChartDataService },
  { userId, databaseId }: Pick<ExportRecord, 'userId' | 'databaseId'>,
): Promise<ExportAccess> {
  const user = await store.users.current(userId)
  if (!user?.isActive) throw new ApiError('not-signed-in')
  const database = await store.databases.get(databaseId)
  if (!database) throw new ApiError('database-missing')
  requireExportAccess(user, database)
  const rules = await chartData.templates.tables(user, database)
  return { user, database, rulesHash: rules.length === 0 ? null : cacheKey({ rules }) }
}

/** Rejects when other row rules hold for the owner than those of the file. */
export function requireSameRules({ rulesHash }: Pick<ExportRecord, 'rulesHash'>, access: ExportAccess): void {
  if (rulesHash !== access.rulesHash) throw new ApiError('export-withdrawn')
}
