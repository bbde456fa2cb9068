import { integer, textOr } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/**
 * That whoever opens a dashboard by a role of it may read one dataset of its charts. It holds while the dashboard is
 * published, has the role and shows the dataset, until it is taken away. `created_by_fk` is who granted it; null for the
 * product itself.
 */
export const dashboardGrantEntity = defineEntity({
  table: 'dashboard_grants',
  rights: { view: 'DashboardGrant', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  fields: {
    dashboard_id: integer(),
    dataset_id: integer(),
    /** Why, in the words of who granted it; empty when nothing was said. */
    note: textOr('', { folded: true }),
  },
  relations: {
    dashboard: { to: 'dashboards', fk: 'dashboard_id' },
    dataset: { to: 'datasets', fk: 'dataset_id' },
  },
})

export type DashboardGrant = RowOf<typeof dashboardGrantEntity>
export type DashboardGrantDraft = DraftOf<typeof dashboardGrantEntity>

/** A dataset of a dashboard with roles that its roles do not open. */
export interface MissingGrant {
  readonly dashboard_id: number
  readonly dataset_id: number
  /** When a grant was last taken away, epoch milliseconds; null when there never was one. */
  readonly revoked_on: number | null
  /** User id of who took it away. */
  readonly revoked_by_fk: number | null
}
