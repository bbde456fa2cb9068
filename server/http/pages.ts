import { MOVED_PAGES } from '#core/rest/page-redirects.ts'
import type { RouteResponse, RouteRequest, Policy, Route } from '#server/route/route.ts'
import { clientPage, redirect } from '#server/route/client-page.ts'

/** URL paths that the client renders, and the module of `client/pages` for each. */
const CLIENT = {
  '/': 'HomePage',
  '/dashboard/list': 'DashboardsPage',
  '/dashboard/:idOrSlug': 'DashboardPage',
  '/users/list': 'UsersPage',
  '/roles/list': 'RolesPage',
  '/list_groups': 'GroupsPage',
  '/rowlevelsecurity/list': 'RowRulesPage',
  '/actionlog/list': 'ActionLogPage',
  '/dashboard_grant/list': 'DashboardGrantsPage',
  '/explore': 'ExplorePage',
  '/chart/list': 'ChartsPage',
  '/chart/add': 'NewChartPage',
  '/dataset/list': 'DatasetsPage',
  '/dataset/:id': 'DatasetPage',
  '/database/list': 'DatabasesPage',
  '/annotation_layer/list': 'AnnotationLayersPage',
  '/annotation_layer/:id': 'AnnotationsPage',
  '/css_template/list': 'CssTemplatesPage',
  '/saved_query/list': 'SavedQueriesPage',
  '/folder/list': 'FoldersPage',
  '/tag/list': 'TagsPage',
  '/tag/objects': 'TagPage',
  '/dynamic_plugin/list': 'PluginsPage',
  '/bin': 'BinPage',
  '/sqllab': 'SqlLabPage',
  '/sqllab/history': 'QueryHistoryPage',
  '/sqllab/p/:key': 'SqlLabPage',
  '/account': 'AccountPage',
  '/swagger/v1': 'ApiPage',
} as const

const anyone: Policy = { allow: 'anyone' }

/** Pages of the client and their former URLs. */
export const pageRoutes: readonly Route[] = [
  ...Object.entries(CLIENT).map(
    ([path, module]): Route => ({
      method: 'GET',
      path,
      policy: anyone,
      handler: (request) => showClient(request, 200, module),
    }),
  ),
  ...Object.entries(MOVED_PAGES).map(
    ([path, to]): Route => ({
      method: 'GET',
      path,
      policy: anyone,
      handler: async (request) => redirectMoved(request, to),
    }),
  ),
]

/** Standalone pages have no frame and thus no placeholder inside it. */
function insideOf({ query }: RouteRequest): { readonly inside?: string } {
  return Number(query['standalone'] ?? 0) > 0 || query['standalone'] === 'true' ? { inside: '' } : {}
}

/** Serves the client's page. Redirects an anonymous caller without any permission to the sign-in page. */
export async function showClient(request: RouteRequest, status = 200, module?: string): Promise<RouteResponse> {
  const mayNothing = Object.values(request.user.roles).every((pairs) => pairs.length === 0)
  if (!request.user.isAnonymous || !mayNothing) return clientPage(request, { ...insideOf(request), status, module })
  return redirect(request, `/login/?next=${encodeURIComponent(`${request.context.config.basePath}${request.url}`)}`)
}

function redirectMoved(request: RouteRequest, to: string): RouteResponse {
  const path = to.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(request.params[name] ?? ''))
  const question = request.url.indexOf('?')
  const query = question < 0 ? '' : request.url.slice(question + 1)
  return redirect(request, query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)
}
