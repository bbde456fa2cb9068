import { dashboardGrantCreate, dashboardGrantUpdate } from '#core/rest/dashboard-grant.ts'
import { hasPermission } from '#core/access/ability.ts'
import type { DashboardGrant } from '#core/entity/dashboard-grant.ts'
import type { Resource } from '#server/resources/resource.ts'
import { createGrant, type DashboardGrantBody, parseGrant, updateGrant } from './body.ts'
import { listing } from './listing.ts'
import { accessByRole, missingGrants, presentGrants } from './present.ts'

const VIEW = 'DashboardGrant'

/** Grants of dataset access to the roles of a dashboard; administrators list, create and revoke them. */
export const dashboardGrant: Resource<DashboardGrant, DashboardGrantBody> = {
  name: 'dashboard_grant',
  permission: VIEW,
  nouns: { one: 'Grant', many: 'Grants', model: 'Dashboard Grant' },
  listing,
  repository: (store) => store.dashboardGrants,
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: { create: dashboardGrantCreate, update: dashboardGrantUpdate },
  parse: parseGrant,
  create: createGrant,
  update: updateGrant,
  present: presentGrants,
  routes: [
    { method: 'GET', path: '/missing', policy: { permission: 'can_read', view: VIEW }, handler: missingGrants },
    { method: 'GET', path: '/by_role', policy: { permission: 'can_read', view: VIEW }, handler: accessByRole },
  ],
}
