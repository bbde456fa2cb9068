import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ERROR_HEADER } from '#core/rest/error-body.ts'
import { projectRoot } from '#server/home.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly here: 'answered' | 'otherwise' | '404'
  readonly why: string
}

const page = readFileSync(`${projectRoot(new URL(import.meta.url).pathname)}/docs/reference/rest-operations.md`, 'utf8')
const rows = [...page.matchAll(/^\| `(GET|POST|PUT|DELETE) ([^`]+)` \| (answered|otherwise|404) \| (.*?) ?\|$/gm)].map(
  ([, method, path, here, why]) => ({ method, path, here, why }) as Row,
)

let fixture: DataFixture
let authorization: string
/** Values for the path parameters: existing entities. */
let named: Readonly<Record<string, string | number>>
/** Keys that any caller may use, by URL prefix. */
let keys: Readonly<Record<string, string>>

const call = (method: Row['method'], url: string, as?: string, payload?: object) =>
  fixture.app.inject({
    method,
    url,
    headers: as ? { authorization: as } : {},
    ...(payload ? { payload } : method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
  })

beforeAll(async () => {
  fixture = await openDataFixture(["CREATE TABLE sales AS SELECT 'a' AS area, 1 AS amount"], Date.UTC(2024, 4, 1, 12), {
    FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1',
    FACET_FEATURE_DYNAMIC_PLUGINS: '1',
    FACET_FEATURE_EMBEDDED_SUPERSET: '1',
  })
  authorization = `Bearer ${await fixture.token('admin')}`
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await call('POST', path, authorization, body)
    expect([path, answer.statusCode, answer.body]).toEqual([path, 201, expect.any(String)])
    return answer.json<{ id: number }>().id
  }
  const columns = [{ column_name: 'area', type: 'VARCHAR', filterable: true, groupby: true }]
  const dataset = (await fixture.dataset({ table_name: 'sales', schema: 'main', columns })).id
  const chart = await made('/api/v1/chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ all_columns: ['area'], query_mode: 'raw' }),
  })
  const dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'Sales' })
  const layer = await made('/api/v1/annotation_layer/', { name: 'Days' })
  const query = { client_id: 'abc', database_id: fixture.database.id, sql: 'SELECT 1', status: 'success' as const }
  const ran = await fixture.context.store.queries.create({ ...query, start_time: 0 }, fixture.admin.userId)
  await call('GET', `/api/v1/chart/${chart}`, authorization)
  const link = await call('POST', `/api/v1/dashboard/${dashboard}/permalink`, authorization)
  const short = await call('POST', '/r/shortner/', authorization, { data: '/chart/list/' })
  keys = { '/superset/dashboard/p/': link.json().key, '/r/': short.body.split('/').at(-1) ?? '' }
  const open = await call('POST', `/api/v1/dashboard/${dashboard}/embedded`, authorization, { allowed_domains: [] })
  named = {
    uuid: open.json().result.uuid,
    chart,
    dashboard,
    dataset,
    database: fixture.database.id,
    layer,
    annotation: await made(`/api/v1/annotation_layer/${layer}/annotation/`, {
      short_descr: 'A day',
      start_dttm: '2024-01-01T00:00:00',
      end_dttm: '2024-01-02T00:00:00',
    }),
    template: await made('/api/v1/css_template/', { template_name: 'Plain', css: 'a {}' }),
    rule: await made('/api/v1/rowlevelsecurity/', {
      name: 'All',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [1],
      clause: '1 = 1',
    }),
    saved: await made('/api/v1/saved_query/', { db_id: fixture.database.id, label: 'One', sql: 'SELECT 1' }),
    set: await made(`/api/v1/dashboard/${dashboard}/filtersets`, {
      name: 'Set',
      owner_type: 'Dashboard',
      json_metadata: '{}',
    }),
    tag: (await fixture.context.store.tags.create({ name: 'kept' }, null)).id,
    query: ran.id,
    user: fixture.admin.userId ?? 0,
    line: 1,
    table: 'sales',
    schema: 'main',
    column: 'area',
  }
})
afterAll(() => fixture.close())

/** Values of the column parameter of related and distinct routes, by resource. */
const COLUMNS: Readonly<Record<string, string>> = {
  related: 'created_by',
  'related query': 'user',
  'related rowlevelsecurity': 'tables',
  'distinct dataset': 'schema',
  'distinct query': 'status',
  'distinct saved_query': 'schema',
}

function urlOf(path: string): string {
  const [, kind = '', way = ''] = /^\/api\/v1\/(\w+)\/(related|distinct)\//.exec(path) ?? []
  const column = COLUMNS[`${way} ${kind}`] ?? COLUMNS[way]
  const key = Object.entries(keys).find(([start]) => path.startsWith(start))?.[1]
  const of = { ...named, ...(column ? { column } : {}), ...(key ? { key } : {}) } as typeof named
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(of[name] ?? 'nothing')) + (REQUEST_URLS[path] ?? '')
}

/** Query strings of routes that respond with 404 if none is named. */
const REQUEST_URLS: Readonly<Record<string, string>> = {
  '/api/v1/explore/': '?slice_id=1',
  '/api/v1/form_data/': '?slice_id=1',
  '/datasource/samples': '?datasource_type=table&datasource_id=1',
}

/**
 * True if the route exists. With an unknown key every caller gets 404; but an existing route responds with 401 to an
 * anonymous caller.
 */
async function isThere({ method, path }: Row): Promise<boolean> {
  const url = urlOf(path)
  const answer = await call(method, url, authorization)
  if (answer.statusCode !== 404 || answer.headers[ERROR_HEADER] !== 'not-found') return true
  return /\{(key|id|name)\}/.test(path) && (await call(method, url)).statusCode === 401
}

it('the tables list each call once, with a reason for calls that differ or are missing', () => {
  expect(rows.length).toBeGreaterThan(280)
  const names = rows.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(page.match(/^\| `/gm)).toHaveLength(rows.length)
  expect(rows.filter(({ here, why }) => here !== 'answered' && why.length < 10)).toEqual([])
})

it('calls listed as implemented exist, and calls listed as 404 do not', async () => {
  const untrue: string[] = []
  // Deletions come last, the parts of an entity before it.
  const last = (row: Row) => (row.method === 'DELETE' ? 1000 - row.path.split('/').length : 0)
  for (const row of rows.toSorted((a, b) => last(a) - last(b))) {
    if ((await isThere(row)) !== (row.here !== '404')) untrue.push(`${row.method} ${row.path}`)
  }
  expect(untrue).toEqual([])
}, 60_000)
