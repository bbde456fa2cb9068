import { advancedTypeRoutes } from './advanced_data_type/routes.ts'
import { annotation } from './annotation/index.ts'
import { annotationLayer } from './annotation_layer/index.ts'
import { annotationJson } from './annotation_layer/annotation-json.ts'
import { assetRoutes } from './assets/routes.ts'
import { asyncEventRoutes } from './async_event/routes.ts'
import { availableDomainRoutes, availableDomainsRoute } from './available_domains/routes.ts'
import { cacheKeyRoutes } from './cachekey/routes.ts'
import { batchRoute } from './chart/batch.ts'
import { chart } from './chart/index.ts'
import { cssTemplate } from './css_template/index.ts'
import { dashboardGrant } from './dashboard_grant/index.ts'
import { dashboard } from './dashboard/index.ts'
import { copyDashPage } from './dashboard/copy.ts'
import { embeddedByUuid } from './dashboard/embedded.ts'
import { permalinkPage } from './dashboard/permalink.ts'
import { database } from './database/index.ts'
import { uploadFormRoutes } from './database/upload-forms.ts'
import { deprecatedTableRoutes } from './database/deprecated-routes.ts'
import { datasourceRoutes } from './dataset/datasource.ts'
import { dataset } from './dataset/index.ts'
import { folder } from './folder/index.ts'
import { dynamicPlugin } from './dynamic_plugin/index.ts'
import { dynamicPluginRoutes } from './dynamic_plugin/routes.ts'
import { exampleLoadRoutes } from './example_load/routes.ts'
import { exploreRoutes } from './explore/routes.ts'
import { favstarRoute } from './favstar/routes.ts'
import { legacyRoutes, sliceRoute } from './legacy/routes.ts'
import { saveExploreRoutes } from './legacy/save-explore.ts'
import { clientEventsRoute } from './log/client-events.ts'
import { logRoutes, recentActivityRoute } from './log/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { meRoutes } from './me/routes.ts'
import type { Route } from '#server/route/route.ts'
import { documentOf, openApiRoute } from './openapi/document.ts'
import { deprecatedRoutes } from './deprecated/routes.ts'
import { queryRoutes } from './query/index.ts'
import type { AnyResource } from './resource.ts'
import { rowLevelSecurity } from './row_level_security/index.ts'
import { savedQuery } from './saved_query/index.ts'
import { permissionRoutes } from './security/permissions.ts'
import { securityRoutes } from './security/routes.ts'
import { viewAsRoutes } from './security/view-as.ts'
import { grantRoutes } from './security_grant/routes.ts'
import { quotaRoutes } from './security_quota/routes.ts'
import { securityGroup } from './security_group/index.ts'
import { securityRole } from './security_role/index.ts'
import { securityUser } from './security_user/index.ts'
import { shortAddressRoutes } from './short_address/routes.ts'
import { deprecatedSqlRoutes } from './sqllab/deprecated-routes.ts'
import { sqlLabRoutes } from './sqllab/routes.ts'
import { tabStateRoutes } from './tab_state/routes.ts'
import { tag } from './tag/index.ts'
import { deprecatedTagRoutes } from './tag/deprecated-routes.ts'
import { timeRangeRoutes } from './time-range/routes.ts'

/** All entity types with REST routes. */
export const resources: readonly AnyResource[] = [
  chart,
  dashboard,
  dataset,
  database,
  rowLevelSecurity,
  dashboardGrant,
  annotation,
  annotationLayer,
  dynamicPlugin,
  savedQuery,
  cssTemplate,
  tag,
  securityUser,
  securityRole,
  securityGroup,
  folder,
]

/** Routes that belong to no resource, by URL prefix. */
export const calls: Readonly<Record<string, readonly Route[]>> = {
  '/api/v1/security': [...securityRoutes, ...viewAsRoutes, ...permissionRoutes],
  '/api/v1/security/grants': grantRoutes,
  '/api/v1/security/quotas': quotaRoutes,
  '/api/v1/me': meRoutes,
  '/api/v1/assets': assetRoutes,
  '/api/v1/available_domains': availableDomainRoutes,
  '/api/v1/cachekey': cacheKeyRoutes,
  '/api/v1/menu': menuRoutes,
  '/api/v1/example_load': exampleLoadRoutes,
  '/api/v1/explore': exploreRoutes,
  '/api/v1/log': logRoutes,
  '/api/v1/query': queryRoutes,
  '/api/v1/sqllab': sqlLabRoutes,
  '/api/v1/time_range': timeRangeRoutes,
  '/api/v1/async_event': asyncEventRoutes,
  '/api/v1/advanced_data_type': advancedTypeRoutes,
  '': [
    favstarRoute,
    openApiRoute(() => documentOf(resources, calls)),
    availableDomainsRoute,
    ...deprecatedRoutes(() => dashboard),
    ...deprecatedTableRoutes,
    ...deprecatedTagRoutes,
    recentActivityRoute,
    clientEventsRoute,
    permalinkPage,
    copyDashPage(() => dashboard),
    embeddedByUuid(() => dashboard),
    annotationJson,
    ...dynamicPluginRoutes,
    batchRoute({ native: annotationJson, chart: sliceRoute }),
    ...datasourceRoutes(() => dataset),
    ...deprecatedSqlRoutes(() => dataset),
    ...tabStateRoutes,
    ...legacyRoutes,
    ...uploadFormRoutes,
    ...saveExploreRoutes(() => ({ chart, dashboard })),
    ...shortAddressRoutes,
  ],
}
