import type { Draft, OwnedEntity } from './entity.ts'

/** A dashboard as stored: layout and metadata are JSON text, kept as given. */
export interface Dashboard extends OwnedEntity {
  readonly dashboard_title: string
  /** Unique among living dashboards. */
  readonly slug: string | null
  readonly description: string | null
  readonly position_json: string | null
  readonly json_metadata: string | null
  readonly css: string | null
  readonly published: boolean
  /** Role ids, ascending. */
  readonly roles: readonly number[]
  /** Ids of the charts linked to it, ascending. */
  readonly charts: readonly number[]
}

export type DashboardDraft = Draft<Dashboard, 'dashboard_title'>
