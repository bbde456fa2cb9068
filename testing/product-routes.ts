import { resourceRoutes } from '#server/resources/resource-routes.ts'
import { calls, resources } from '#server/resources/index.ts'
import { signInLinkRoutes } from '#server/http/sign-in-link-page.ts'
import { localeRoute } from '#server/http/locale.ts'
import { loginRoutes } from '#server/http/login-page.ts'
import { logoutRoutes } from '#server/http/logout-page.ts'
import { pageRoutes } from '#server/http/pages.ts'
import { providerRoutes } from '#server/http/provider-page.ts'
import { samlRoutes } from '#server/http/saml-page.ts'
import { secondFactorRoutes } from '#server/http/second-factor-page.ts'
import type { Route } from '#server/route/route.ts'
import type { Cities } from './product-cities.ts'
import { citiesContext } from './data-entry-points.ts'

/** Such as `POST /api/v1/chart/:id`. */
type Address = string

type RoutesByAddress = ReadonlyMap<Address, Route>

const named = (prefix: string, routes: readonly Route[]): [Address, Route][] =>
  routes.map((route) => [`${route.method} ${prefix}${route.path}`, route])

/** The routes of the page, of calls and of resources. */
const productRoutes: RoutesByAddress = new Map([
  ...named('', loginRoutes),
  ...named('', pageRoutes),
  ...Object.entries(calls).flatMap(([prefix, routes]) => named(prefix, routes)),
  ...resources.flatMap((resource) => named(`/api/v1/${resource.name}`, resourceRoutes(resource))),
])

/** Every mounted route, apart from SCIM, health and the socket of events, which are not of this contract. */
export const mountedRoutes: RoutesByAddress = new Map([
  ...productRoutes,
  ...[signInLinkRoutes, providerRoutes, samlRoutes, secondFactorRoutes, logoutRoutes, [localeRoute]].flatMap((routes) =>
    named('', routes),
  ),
])

/** Returns every route of the server, reads first and deletions last, so that the entities still exist. */
export function allRoutes(): readonly Address[] {
  const order = ['GET', 'POST', 'PUT', 'DELETE']
  const rank = (address: Address) => order.indexOf(address.split(' ')[0] ?? '')
  return [...productRoutes.keys()].toSorted((a, b) => rank(a) - rank(b))
}

/** The entities of the smoke test, by the path segment before `:id`. */
export interface ProductEntities {
  readonly cities: Cities
  readonly dashboard: number
  readonly layer: number
  readonly annotation: number
  readonly rule: number
}

/**
 * Returns the value of a path parameter: ids depend on the segment before them, other parameters do not. Unknown ones
 * are `nothing`.
 */
function parameterValue(
  name: string,
  before: string,
  { cities, dashboard, layer, annotation, rule }: ProductEntities,
): string {
  const ids: Readonly<Record<string, number>> = {
    chart: cities.table.chart,
    slice_json: cities.table.chart,
    dataset: cities.table.dataset,
    ':type': cities.table.dataset,
    dashboard,
    database: cities.database,
    rowlevelsecurity: rule,
    annotation_layer: layer,
    annotation,
    annotation_json: layer,
    ':class': cities.table.chart,
  }
  const others: Readonly<Record<string, number | string>> = {
    layer,
    type: 'table',
    class: 'slice',
    act: 'count',
    table: 'cities',
    schema: cities.schema,
    userId: 1,
    idOrSlug: dashboard,
    slice_id: cities.table.chart,
    column: before === 'related' || before === 'distinct' ? 'owners' : 'city',
  }
  return String((name === 'id' ? ids[before] : others[name]) ?? 'nothing')
}

/** Returns the path with its parameters filled in. */
export function fillPath(address: Address, entities: ProductEntities): string {
  const [, path = ''] = address.split(' ')
  const parts = path.split('/')
  return parts
    .map((each, at) => (each.startsWith(':') ? parameterValue(each.slice(1), parts[at - 1] ?? '', entities) : each))
    .join('/')
}

type Body = (entities: ProductEntities) => object

const citiesQuery: Body = ({ cities }) => citiesContext(cities.table)
const form: Body = ({ cities }) => ({
  form_data: { viz_type: 'pie', datasource: `${cities.table.dataset}__table`, groupby: ['city'], metric: 'total' },
})

/** Valid bodies by route; such requests must succeed. Other routes get an empty body. */
export const bodies: Readonly<Record<Address, Body>> = {
  'POST /api/v1/chart/': ({ cities }) => ({
    slice_name: 'New',
    datasource_id: cities.table.dataset,
    datasource_type: 'table',
  }),
  'PUT /api/v1/chart/:id': () => ({ slice_name: 'Changed' }),
  'POST /api/v1/chart/data': citiesQuery,
  'POST /api/v1/chart/data/batch': (entities) => ({ items: [{ id: 'a', query_context: citiesQuery(entities) }] }),
  'POST /api/v1/dashboard/': () => ({ dashboard_title: 'New' }),
  'PUT /api/v1/dashboard/:id': () => ({ dashboard_title: 'Changed' }),
  'POST /api/v1/dashboard/:id/permalink': () => ({}),
  'POST /api/v1/dataset/': ({ cities }) => ({
    database: cities.database,
    table_name: 'numbers',
    sql: 'SELECT 1 AS one',
  }),
  'PUT /api/v1/dataset/:id': () => ({ description: 'Changed' }),
  'PUT /api/v1/dataset/:id/refresh': () => ({}),
  'POST /api/v1/database/': () => ({ database_name: 'New', sqlalchemy_uri: 'duckdb:///new.duckdb' }),
  'PUT /api/v1/database/:id': () => ({ expose_in_sqllab: true }),
  'POST /api/v1/rowlevelsecurity/': ({ cities }) => ({
    name: 'New',
    filter_type: 'Base',
    clause: '1 = 1',
    tables: [cities.table.dataset],
    roles: [],
  }),
  'PUT /api/v1/rowlevelsecurity/:id': () => ({ clause: '1 = 0' }),
  'POST /api/v1/annotation_layer/': () => ({ name: 'New' }),
  'PUT /api/v1/annotation_layer/:id': () => ({ descr: 'Changed' }),
  'POST /api/v1/annotation_layer/:layer/annotation/': () => ({
    short_descr: 'New',
    start_dttm: '2024-01-01',
    end_dttm: '2024-01-02',
  }),
  'PUT /api/v1/annotation_layer/:layer/annotation/:id': () => ({ long_descr: 'Changed' }),
  'POST /superset/explore_json': form,
  'POST /superset/explore_json/:type/:id': form,
}
