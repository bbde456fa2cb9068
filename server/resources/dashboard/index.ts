import { isAdmin } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { type Dashboard, type DashboardBody, dashboardEntity } from '#core/entity/dashboard.ts'
import type { Resource } from '#server/resources/resource.ts'
import { exportRoute } from '#server/resources/shared/export-route.ts'
import { importRoute } from '#server/resources/shared/import-route.ts'
import { favoriteRoutes } from '#server/resources/shared/favorites.ts'
import { recordView } from '#server/resources/shared/record-view.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { createDashboard, echoDashboard, parseDashboard, updateDashboard } from './body.ts'
import { availableSlug, visibleVersions, versionBody } from './restore.ts'
import { copyRoute } from './copy.ts'
import { embeddedRoutes } from './embedded.ts'
import { filterStateRoutes } from './filter-state.ts'
import { filterSetRoutes } from './filter-sets.ts'
import { resolveDashboard } from './find-dashboard.ts'
import { listing } from './listing.ts'
import { partRoutes } from './part-routes.ts'
import { permalinkRoutes } from './permalink.ts'
import { presentDashboards } from './present.ts'

const VIEW = 'Dashboard'

/** Dashboards. */
export const dashboard: Resource<Dashboard, DashboardBody> = {
  name: 'dashboard',
  permission: VIEW,
  guest: true,
  nouns: { one: 'Dashboard', many: 'Dashboards', model: 'Dashboard' },
  listing,
  hidden: 'dashboard-access',
  repository: (store) => store.dashboards,
  resolve: resolveDashboard,
  seen: (row, request) => recordView(request, 'dashboard', row.id),
  rule: (request, action) => allowedRows(request.user, action, VIEW, ruleOptions(request)),
  // Dashboard roles have an effect only with the flag; without it no roles are offered.
  relatedScope: ({ user, context }, kind) =>
    kind !== 'role' ||
    context.config.flags.DASHBOARD_RBAC ||
    isAdmin(user) || { col: 'id', op: 'in', value: user.roleIds },
  bodies: dashboardEntity,
  parse: parseDashboard,
  create: createDashboard,
  update: updateDashboard,
  echo: echoDashboard,
  present: presentDashboards,
  bin: { nameOf: ({ dashboard_title }) => dashboard_title, free: availableSlug },
  history: { entity: dashboardEntity, seen: visibleVersions, body: versionBody },
  routes: [
    importRoute('dashboard', VIEW),
    exportRoute('dashboard', VIEW, () => dashboard),
    ...favoriteRoutes(() => dashboard, VIEW, 'dashboard'),
    ...permalinkRoutes(() => dashboard, VIEW),
    ...filterStateRoutes(() => dashboard, VIEW),
    ...filterSetRoutes(() => dashboard),
    copyRoute(() => dashboard, VIEW),
    ...embeddedRoutes(() => dashboard, VIEW),
    ...partRoutes(() => dashboard, VIEW),
  ],
}
