import type { Dashboard } from '#core/entity/dashboard.ts'
import { APPLICATION, hasPermission, isOwner } from './ability.ts'
import { can } from './can.ts'
import { satisfies } from './condition.ts'
import type { CurrentUser } from './current-user.ts'
import { grantedDashboards } from './granted-objects.ts'

/** The actions that the user may perform on the dashboard page. */
export interface DashboardFlags {
  readonly dash_edit_perm: boolean
  readonly dash_save_perm: boolean
  readonly dash_share_perm: boolean
  readonly superset_can_explore: boolean
  readonly superset_can_share: boolean
  readonly superset_can_csv: boolean
  readonly slice_can_edit: boolean
}

/**
 * Returns the flags of a dashboard. Editing is the write check on user and dashboard; the others are single
 * permissions.
 */
export function dashboardFlags(
  user: CurrentUser,
  dashboard: Pick<Dashboard, 'owners'> & Partial<Pick<Dashboard, 'id'>>,
): DashboardFlags {
  const may = (permission: string) => hasPermission(user, permission, APPLICATION)
  return {
    dash_edit_perm: can(user, 'write', 'Dashboard', { ...dashboard }),
    dash_save_perm: may('can_save_dash'),
    dash_share_perm: may('can_share_dashboard'),
    superset_can_explore: may('can_explore') || satisfies(grantedDashboards(user, 'explore'), { ...dashboard }),
    superset_can_share: may('can_share_chart'),
    superset_can_csv: may('can_csv'),
    slice_can_edit: may('can_slice'),
  }
}

/** The actions that the user may perform on the explore page. */
export interface ExploreFlags {
  readonly can_add: boolean
  readonly can_download: boolean
  readonly can_overwrite: boolean
}

/** Returns the flags of explore; `chart` is null for an unsaved chart. Only owners may overwrite. */
export function explorePermissions(
  user: CurrentUser,
  chart: { readonly owners: readonly number[] } | null,
): ExploreFlags {
  return {
    can_add: hasPermission(user, 'can_write', 'Chart'),
    can_download: hasPermission(user, 'can_csv', APPLICATION),
    can_overwrite: chart !== null && isOwner(user, chart),
  }
}
