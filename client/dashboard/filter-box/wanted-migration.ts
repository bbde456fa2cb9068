import { asMigrationState, type MigrationState } from '#client/dashboard/state/filter-box/filter-boxes.ts'
import { browserStorage } from '#client/session/storage.ts'
import { urlParam } from '#core/rest/url-params.ts'

const keyOf = (dashboardId: number) => `filter-boxes-of-${dashboardId}`

/** What this person wants of the filter boxes of a dashboard: `migration_state` of the address, else what was said last. */
export function wantedMigration(dashboardId: number, params: URLSearchParams): MigrationState | undefined {
  return (
    asMigrationState(urlParam(params, 'migration_state')) ??
    asMigrationState(browserStorage()?.getItem(keyOf(dashboardId)))
  )
}

/** Keeps in this browser that the offer was put off. */
export function snooze(dashboardId: number): void {
  browserStorage()?.setItem(keyOf(dashboardId), 'SNOOZED' satisfies MigrationState)
}
