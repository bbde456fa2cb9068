import { refreshSeconds } from './refresh.ts'
import { withoutUndo } from './edit.ts'
import { storedFilters } from './filter-features.ts'
import { parseObject, tagsIn } from './dashboard-info.ts'
import type { DashboardStore } from './store.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'

/** Updates the dashboard's properties with the stored ones; selections and drawn charts stay. */
export function applyStoredProperties(store: DashboardStore, stored: DashboardResponse): void {
  const metadata = parseObject(stored.json_metadata)
  withoutUndo(store, () =>
    store.setState((state) => ({
      info: {
        ...state.info,
        title: stored.dashboard_title,
        slug: stored.slug ?? null,
        published: stored.published,
        css: stored.css ?? '',
        owners: stored.owners ?? [],
        roles: stored.roles ?? [],
        tags: tagsIn(stored),
        certifiedBy: stored.certified_by ?? null,
        certificationDetails: stored.certification_details ?? null,
        metadata,
        version: stored.version ?? state.info.version,
      },
      filters: storedFilters(metadata, state.info),
      refreshFrequency: refreshSeconds(metadata),
    })),
  )
}
