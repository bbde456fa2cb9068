import { asMigrationState, type MigrationState } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { browserStorage } from '#client/session/storage.ts'
import { urlParam } from '#core/rest/url-params.ts'

const keyOf = (dashboardId: number) => `filter-boxes-of-${dashboardId}`

/** Returns the migration state that the user wants: `migration_state` of the URL, else the last answer. */
export function requestedMigration(dashboardId: number, params: URLSearchParams): MigrationState | undefined {
  return (
    asMigrationState(urlParam(params, 'migration_state')) ??
    asMigrationState(browserStorage()?.getItem(keyOf(dashboardId)))
  )
}

/** Stores in this browser that the user postponed the offer. */
export function snoozeMigration(dashboardId: number): void {
  browserStorage()?.setItem(keyOf(dashboardId), 'SNOOZED' satisfies MigrationState)
}
