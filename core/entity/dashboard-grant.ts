import { integer, textWithDefault } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/**
 * Lets users who open a dashboard by one of its roles read one dataset of its charts. It is valid while the dashboard
 * is published, has the role and uses the dataset, until it is revoked. `created_by_fk` is the user who granted it;
 * null for the application itself.
 */
export const dashboardGrantEntity = defineEntity({
  table: 'dashboard_grants',
  rights: { view: 'DashboardGrant', permissions: ['can_read', 'can_write'], readers: 'Admin', writers: 'Admin' },
  fields: {
    dashboard_id: integer(),
    dataset_id: integer(),
    /** The reason given by the granting user; empty if none was given. */
    note: textWithDefault('', { folded: true }),
  },
  relations: {
    dashboard: { to: 'dashboards', fk: 'dashboard_id' },
    dataset: { to: 'datasets', fk: 'dataset_id' },
  },
})

export type DashboardGrant = RowOf<typeof dashboardGrantEntity>
export type DashboardGrantDraft = DraftOf<typeof dashboardGrantEntity>

/** A dataset of a dashboard with roles that those roles cannot read. */
export interface MissingGrant {
  readonly dashboard_id: number
  readonly dataset_id: number
  /** When a grant was last revoked, in epoch milliseconds; null if there never was one. */
  readonly revoked_on: number | null
  /** Id of the user who revoked it. */
  readonly revoked_by_fk: number | null
}
