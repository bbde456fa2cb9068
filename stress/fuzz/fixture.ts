import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signToken } from '#server/security/token.ts'
import { citiesOf, type Cities } from '#testing/product-cities.ts'
import type { ProductEntities } from '#testing/product-routes.ts'
import { type Product, startProduct, type Target } from '#testing/product.ts'
import { root } from '#testing/tree.ts'

/** The caller of an input. */
export type Caller = 'admin' | 'reader' | 'nobody'

/** The entities that inputs reference: those for queries, never written on purpose, and those that may be changed. */
export interface Names {
  readonly queried: ProductEntities
  readonly written: ProductEntities
  /** The database for uploads. */
  readonly uploads: number
  /** Keys of stored state, by the resource in their URLs. */
  readonly keys: Readonly<Record<string, string>>
}

/** A server for odd inputs, and its entities. */
export interface FuzzFixture {
  readonly product: Product
  readonly names: Names
  /** Returns the headers that authenticate a caller. */
  headers(caller: Caller): Promise<Readonly<Record<string, string>>>
}

/** Query timeout in seconds. */
const WEB_TIMEOUT_S = 10
/** Tokens are valid for 15 minutes. */
const TOKEN_MS = 5 * 60_000

const TEXT = 'ds,region,city,n\n2024-01-01,north,A,1\n2024-02-01,north,B,20\n2024-01-01,south,C,300\n'

async function createEntity(product: Product, url: string, body: object): Promise<number> {
  const answer = await product.admin.post(url, body)
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
  const { id, dataset_id } = answer.json()
  return id ?? dataset_id
}

/** Creates a second table with its dataset and chart, which inputs may change and delete. */
async function spare(product: Product, { database, schema, table }: Cities): Promise<Cities> {
  const form = new FormData()
  form.set('file', new File([TEXT], 'spare.csv'))
  const dataset = await createEntity(product, `/api/v1/database/${database}/upload/`, form)
  const chart = await createEntity(product, '/api/v1/chart/', {
    slice_name: 'Spare',
    viz_type: 'pie',
    datasource_id: dataset,
    datasource_type: 'table',
  })
  const target = { ...table, dataset, chart }
  const own = await createEntity(product, '/api/v1/database/', {
    database_name: 'Spare',
    sqlalchemy_uri: 'duckdb:///spare.duckdb',
  })
  return { database: own, schema, table: target, virtual: target }
}

async function entitiesOf(product: Product, cities: Cities, name: string): Promise<ProductEntities> {
  const { chart, dataset } = cities.table
  const position = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], meta: {} },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: chart, width: 4, height: 50 } },
  }
  const board = { dashboard_title: name, published: true, position_json: JSON.stringify(position) }
  const dashboard = await createEntity(product, '/api/v1/dashboard/', board)
  const layer = await createEntity(product, '/api/v1/annotation_layer/', { name })
  const instant = { short_descr: 'Moment', start_dttm: '2024-01-01', end_dttm: '2024-01-02' }
  const rule = { name, filter_type: 'Regular', clause: 'n > 1', tables: [dataset], roles: [] }
  return {
    cities,
    dashboard,
    layer,
    annotation: await createEntity(product, `/api/v1/annotation_layer/${layer}/annotation/`, instant),
    rule: await createEntity(product, '/api/v1/rowlevelsecurity/', rule),
  }
}

async function keysOf({ admin }: Product, { cities, dashboard }: ProductEntities): Promise<Record<string, string>> {
  const { dataset } = cities.table
  const stored = async (url: string, body: object) => String((await admin.post(url, body)).json().key)
  const form = { datasource: `${dataset}__table`, viz_type: 'pie', metric: 'total' }
  return {
    form_data: await stored('/api/v1/explore/form_data', { datasource_id: dataset, form_data: JSON.stringify(form) }),
    explore: await stored('/api/v1/explore/permalink', { formData: form }),
    dashboard: await stored(`/api/v1/dashboard/${dashboard}/permalink`, { filterState: {}, urlParams: [['a', 'b']] }),
    filter_state: await stored(`/api/v1/dashboard/${dashboard}/filter_state`, { value: '{}' }),
  }
}

/** Starts a server on a new home and creates the entities of the inputs. */
export async function openFuzzFixture(target: Target = 'dist'): Promise<FuzzFixture> {
  const inside = pathToFileURL(join(root, 'stress/fuzz/inside.mjs')).href
  const product = await startProduct(target, {
    FACET_WEB_TIMEOUT_S: String(WEB_TIMEOUT_S),
    FACET_FEATURES: JSON.stringify({ ENABLE_ADVANCED_DATA_TYPES: true, DASHBOARD_RBAC: true }),
    FACET_LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import ${inside}`,
  })
  const cities = await (citiesOf['duckdb'] as (typeof citiesOf)[string])(product, '')
  const requested = await entitiesOf(product, cities, 'Asked')
  const written = await entitiesOf(product, await spare(product, cities), 'Written')
  const { result: roles } = (await product.admin.get('/api/v1/dashboard/related/roles')).json()
  const gamma = roles.find(({ text }: { readonly text: string }) => text === 'Gamma').value
  await product.admin.put(`/api/v1/dashboard/${requested.dashboard}`, { roles: [gamma] })
  await product.admin.put(`/api/v1/chart/${cities.table.chart}`, { dashboards: [requested.dashboard] })
  await product.person('reader', ['Gamma'])
  const names = { queried: requested, written, uploads: cities.database, keys: await keysOf(product, requested) }
  return { product, names, headers: tokens(product) }
}

/** Signs bearer tokens like the server: inputs may end every session and block every sign-in. */
function tokens(product: Product): FuzzFixture['headers'] {
  const secret = readFileSync(join(product.home, 'secret-key'), 'utf8').trim()
  const users: Readonly<Record<Caller, number>> = { admin: 1, reader: 2, nobody: 0 }
  const known = new Map<Caller, { readonly token: string; readonly until: number }>()
  return async (caller) => {
    if (caller === 'nobody') return {}
    const stored = known.get(caller)
    const now = Date.now()
    if (stored && stored.until > now) return { authorization: `Bearer ${stored.token}` }
    const token = await signToken(secret, { userId: users[caller], kind: 'access', fresh: true }, randomUUID(), now)
    known.set(caller, { token, until: now + TOKEN_MS })
    return { authorization: `Bearer ${token}` }
  }
}

/** Restores deleted entities that other inputs reference. */
export async function restore(fixture: FuzzFixture): Promise<void> {
  const { queried: requested, written } = fixture.names
  for (const { cities, dashboard, layer, annotation, rule } of [requested, written]) {
    const entities = [
      `database/${cities.database}`,
      `dataset/${cities.table.dataset}`,
      `dataset/${cities.virtual.dataset}`,
      `chart/${cities.table.chart}`,
      `chart/${cities.virtual.chart}`,
      `dashboard/${dashboard}`,
      `rowlevelsecurity/${rule}`,
      `annotation_layer/${layer}`,
      `annotation_layer/${layer}/annotation/${annotation}`,
    ]
    for (const entity of entities) {
      const headers = await fixture.headers('admin')
      await fixture.product.nobody.call({ method: 'POST', url: `/api/v1/${entity}/restore`, headers })
    }
  }
}
