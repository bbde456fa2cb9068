import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { AppShell } from '#client/app-shell/AppShell.tsx'
import { NotFound } from '#client/shell/NotFound.tsx'
import { PageError } from '#client/shell/PageError.tsx'
import { ensurePluginsLoaded } from '#client/plugins/plugins-ready.ts'
import { MOVED_PAGES } from '#core/rest/page-redirects.ts'
import { t } from '#core/text/t.ts'

/** Search parameters stay strings: only `core/rest/url-params.ts` decodes them. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]): [string, string] => [key, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''
}

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound })

/**
 * Wraps the error of a page whose code fails to load. The router recognizes the browser's message and reloads the
 * document, which would end in the browser's error page when offline.
 */
const withFetchError = (load: () => Promise<{ default: React.ComponentType }>) => () =>
  load().catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(t('The page could not be fetched. Check the connection and try again. %s', message), { cause })
  })

const page = (path: string, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(withFetchError(load)) })

/** Pages that use chart types wait until plug-ins have loaded. */
const chartPage = (path: string, load: () => Promise<{ default: React.ComponentType }>) =>
  page(path, async () => (await Promise.all([load(), ensurePluginsLoaded()]))[0])

const routerPath = (path: string) => path.replaceAll(/:(\w+)/g, '$$$1')

/** Redirects a page URL of Superset; the search parameters of the link are carried over. */
const movedPage = ([from, to]: readonly [string, string]) =>
  createRoute({
    getParentRoute: () => root,
    path: routerPath(from),
    beforeLoad: ({ params, search }) => {
      const values: Readonly<Record<string, string>> = params
      const filled = to.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
      const [path = '/', query = ''] = filled.split('?')
      throw redirect({ to: path, search: { ...search, ...parseSearch(query) }, replace: true })
    },
  })

/** Only the server knows where a dashboard permalink leads: the document is loaded. */
const permalink = createRoute({
  getParentRoute: () => root,
  path: '/superset/dashboard/p/$key',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.publicHref, reloadDocument: true })
  },
})

/** Opens a shared query in the editor as if its key were a URL parameter. */
const sharedQuery = createRoute({
  getParentRoute: () => root,
  path: '/sqllab/p/$key',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/sqllab', search: { ...search, permalinkKey: params.key }, replace: true })
  },
})

const tree = root.addChildren([
  page('/login', () => import('#client/pages/LoginPage.tsx')),
  page('/login/link/$token', () => import('#client/pages/UsedLinkPage.tsx')),
  page('/', () => import('#client/pages/HomePage.tsx')),
  page('/dashboard/list', () => import('#client/pages/DashboardsPage.tsx')),
  chartPage('/dashboard/$idOrSlug', () => import('#client/pages/DashboardPage.tsx')),
  page('/users/list', () => import('#client/pages/UsersPage.tsx')),
  page('/roles/list', () => import('#client/pages/RolesPage.tsx')),
  page('/list_groups', () => import('#client/pages/GroupsPage.tsx')),
  page('/rowlevelsecurity/list', () => import('#client/pages/RowRulesPage.tsx')),
  page('/actionlog/list', () => import('#client/pages/ActionLogPage.tsx')),
  page('/dashboard_grant/list', () => import('#client/pages/DashboardGrantsPage.tsx')),
  chartPage('/chart/list', () => import('#client/pages/ChartsPage.tsx')),
  chartPage('/chart/add', () => import('#client/pages/NewChartPage.tsx')),
  page('/dataset/list', () => import('#client/pages/DatasetsPage.tsx')),
  chartPage('/dataset/$id', () => import('#client/pages/DatasetPage.tsx')),
  page('/sqllab', () => import('#client/pages/SqlLabPage.tsx')),
  page('/sqllab/history', () => import('#client/pages/QueryHistoryPage.tsx')),
  page('/saved_query/list', () => import('#client/pages/SavedQueriesPage.tsx')),
  page('/database/list', () => import('#client/pages/DatabasesPage.tsx')),
  page('/annotation_layer/list', () => import('#client/pages/AnnotationLayersPage.tsx')),
  page('/annotation_layer/$id', () => import('#client/pages/AnnotationsPage.tsx')),
  page('/css_template/list', () => import('#client/pages/CssTemplatesPage.tsx')),
  page('/folder/list', () => import('#client/pages/FoldersPage.tsx')),
  page('/tag/list', () => import('#client/pages/TagsPage.tsx')),
  page('/tag/objects', () => import('#client/pages/TagPage.tsx')),
  page('/dynamic_plugin/list', () => import('#client/pages/PluginsPage.tsx')),
  page('/bin', () => import('#client/pages/BinPage.tsx')),
  page('/account', () => import('#client/pages/AccountPage.tsx')),
  page('/swagger/v1', () => import('#client/pages/ApiPage.tsx')),
  chartPage('/explore', () => import('#client/pages/ExplorePage.tsx')),
  permalink,
  sharedQuery,
  ...Object.entries(MOVED_PAGES).map(movedPage),
])

/** Creates the router with all URLs of the application below the base path. */
export function createAppRouter(basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath: basepath || '/',
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  })
}
