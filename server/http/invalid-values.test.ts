import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { rawCall } from '#testing/raw-call.ts'

const NUL = 'a\0b'
const HALF = 'a\ud800b'
/** JSON of an object that cannot be converted to a string or a number. */
const NO_TEXT = { toString: null, valueOf: null }

type Method = 'GET' | 'POST' | 'PUT'
type OddRequest = readonly [thing: string, method: Method, url: () => string, body: () => object]

let fixture: DataFixture
let token: string
let dataset: number
let dashboard: number
let chart: number
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE things AS SELECT 'x' AS name, 1 AS n, TIMESTAMP '2024-06-15 00:00:00' AS day"],
    Date.UTC(2024, 5, 15),
  )
  const { store } = fixture.context
  const columns = [
    { column_name: 'name', type: 'VARCHAR' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  dataset = (await fixture.dataset({ table_name: 'things', main_dttm_col: 'day', columns, metrics })).id
  const draft = { slice_name: 'One', viz_type: 'table', datasource_type: 'table', datasource_id: dataset } as const
  chart = (await store.charts.create(draft, null)).id
  dashboard = (await store.dashboards.create({ dashboard_title: 'One', published: true }, null)).id
  token = await fixture.token('admin', 'Admin')
})
afterAll(async () => {
  logged.mockRestore()
  await fixture.close()
})

async function call(method: Method, url: string, body?: unknown) {
  logged.mockClear()
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const answer = await fixture.app.inject({ method, url, headers, ...payload })
  expect(logged.mock.calls).toEqual([])
  return answer
}

const question = (query: object) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [
    { columns: ['name'], metrics: ['total'], granularity: 'day', time_range: '2024-01-01 : 2025-01-01', ...query },
  ],
})

describe.each([
  ['NUL', NUL],
  ['half a surrogate pair', HALF],
])('text with %s is rejected with 422', (_what, text) => {
  const REFUSED = /cannot be stored/
  const writes: readonly OddRequest[] = [
    [
      'a chart',
      'POST',
      () => '/api/v1/chart/',
      () => ({ slice_name: text, viz_type: 'table', datasource_id: dataset, datasource_type: 'table' }),
    ],
    ['a change of a chart', 'PUT', () => `/api/v1/chart/${chart}`, () => ({ slice_name: text })],
    ['a dashboard', 'POST', () => '/api/v1/dashboard/', () => ({ dashboard_title: text })],
    ['a change of a dashboard', 'PUT', () => `/api/v1/dashboard/${dashboard}`, () => ({ css: text })],
    ['a change of a dataset', 'PUT', () => `/api/v1/dataset/${dataset}`, () => ({ description: text })],
    ['an annotation layer', 'POST', () => '/api/v1/annotation_layer/', () => ({ name: text })],
  ]
  it.each(writes)('%s', async (_title, method, url, body) => {
    const answer = await call(method, url(), body())
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(REFUSED)])
  })

  const requested = (q: object) => encodeURIComponent(JSON.stringify(q))
  it.each([
    [
      'a filter of a list',
      () => `/api/v1/chart/?q=${requested({ filters: [{ col: 'slice_name', opr: 'ct', value: text }] })}`,
    ],
    [
      'a search',
      () =>
        `/api/v1/dashboard/?q=${requested({ filters: [{ col: 'dashboard_title', opr: 'title_or_slug', value: text }] })}`,
    ],
    ['related', () => `/api/v1/dashboard/related/owners?q=${requested({ filter: text })}`],
    ['distinct', () => `/api/v1/dataset/distinct/schema?q=${requested({ filter: text })}`],
  ])('%s', async (_title, url) => {
    const answer = await call('GET', url())
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(REFUSED)])
  })

  it('a sign-in returns 401', async () => {
    const sent = { username: text, password: text }
    const answer = await call('POST', '/api/v1/security/login', sent)
    expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'Not authorized' }])
  })

  it('an import', async () => {
    const entry = `dashboard_title: ${JSON.stringify(text)}\nuuid: 11111111-1111-4111-8111-111111111111\nversion: 1.0.0\nposition: {}\nmetadata: {}\n`
    const files = { 'x/metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n', 'x/dashboards/one.yaml': entry }
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, yaml]) => [name, strToU8(yaml)])))
    const form = new FormData()
    form.append('formData', new File([zip], 'x.zip'))
    const { headers, body } = new Request('http://x', { method: 'POST', body: form, duplex: 'half' } as RequestInit)
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    logged.mockClear()
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/dashboard/import/',
      headers: { authorization: `Bearer ${token}`, 'content-type': headers.get('content-type') ?? '' },
      payload,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(logged.mock.calls).toEqual([])
  })
})

describe('values of a wrong type return an error that is not internal', () => {
  const cases: readonly (readonly [...OddRequest, status: number])[] = [
    [
      'a time shift with a filter without an operator',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ time_offsets: ['1 year ago'], filters: [{ col: 'name', val: 'x' }] }),
      200,
    ],
    [
      'a time shift with a filter without a column',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ time_offsets: ['1 year ago'], filters: [{ op: '==', val: 'x' }] }),
      200,
    ],
    [
      'a time shift with an empty filter',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ time_offsets: ['1 year ago'], filters: [{}] }),
      200,
    ],
    [
      'a filter with an invalid column',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ filters: [{ op: '==', col: NO_TEXT, val: 1 }] }),
      400,
    ],
    [
      'a filter with an invalid value',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ filters: [{ op: '==', col: 'name', val: NO_TEXT }] }),
      400,
    ],
    [
      'a dataset with an invalid id',
      'POST',
      () => '/api/v1/chart/data',
      () => ({ ...question({}), datasource: { id: NO_TEXT, type: 'table' } }),
      400,
    ],
    ['an invalid boolean', 'POST', () => '/api/v1/chart/data', () => question({ order_desc: NO_TEXT }), 400],
    [
      'a boolean named like a property of every object',
      'POST',
      () => '/api/v1/chart/data',
      () => question({ order_desc: 'constructor' }),
      400,
    ],
    [
      'a chart with an invalid id',
      'POST',
      () => '/api/v1/chart/data',
      () => ({ ...question({}), form_data: { slice_id: NO_TEXT } }),
      200,
    ],
    [
      'a legacy form with an invalid chart id',
      'POST',
      () => '/superset/explore_json/',
      () => ({ form_data: { slice_id: NO_TEXT } }),
      404,
    ],
    [
      'a legacy form with an invalid limit',
      'POST',
      () => '/superset/explore_json/',
      () => ({
        form_data: { viz_type: 'table', datasource: `${dataset}__table`, metrics: ['total'], row_limit: NO_TEXT },
      }),
      200,
    ],
    [
      'an invalid password',
      'POST',
      () => '/api/v1/database/',
      () => ({
        database_name: 'none',
        engine: 'postgresql',
        parameters: { host: '127.0.0.1', port: 1, username: 'a', database: 'b', password: NO_TEXT },
      }),
      422,
    ],
    [
      'an invalid port',
      'POST',
      () => '/api/v1/database/validate_parameters',
      () => ({
        engine: 'postgresql',
        database_name: 'x',
        parameters: { host: '127.0.0.1', port: NO_TEXT, username: 'a', database: 'b' },
      }),
      422,
    ],
    [
      'form data without a dataset',
      'POST',
      () => '/api/v1/explore/form_data',
      () => ({ datasource_id: NO_TEXT, form_data: '{}' }),
      404,
    ],
    [
      'invalid parameters of a permalink',
      'POST',
      () => `/api/v1/dashboard/${dashboard}/permalink`,
      () => ({ urlParams: [1] }),
      400,
    ],
    [
      'a parameter of a permalink that is not text',
      'POST',
      () => `/api/v1/dashboard/${dashboard}/permalink`,
      () => ({ urlParams: [['a', NO_TEXT]] }),
      400,
    ],
    [
      'parameters of a permalink to a chart',
      'POST',
      () => '/api/v1/explore/permalink',
      () => ({ formData: { datasource: `${dataset}__table` }, urlParams: 7 }),
      400,
    ],
    [
      'the URI of a file with an invalid escape',
      'POST',
      () => '/api/v1/database/',
      () => ({ database_name: 'x', sqlalchemy_uri: 'duckdb:///%zz' }),
      422,
    ],
    [
      'the URI of a file with an invalid escape, in a connection test',
      'POST',
      () => '/api/v1/database/test_connection',
      () => ({ sqlalchemy_uri: 'duckdb:///%zz' }),
      422,
    ],
    [
      'an invalid database URI',
      'POST',
      () => '/api/v1/database/test_connection',
      () => ({ sqlalchemy_uri: NO_TEXT }),
      400,
    ],
  ]
  it.each(cases)('%s', async (_title, method, url, body, status) => {
    const answer = await call(method, url(), body())
    expect([answer.statusCode, answer.body]).toEqual([status, expect.not.stringContaining('Fatal')])
  })

  it('a stored permalink with invalid parameters opens its dashboard', async () => {
    const value = JSON.stringify({
      dashboardId: String(dashboard),
      state: { urlParams: [1, ['a', NO_TEXT], ['b', 'c']] },
    })
    const row = { resource: 'dashboard_permalink', key: 'oldlink', value, user_id: null, expires_on: null } as const
    await fixture.context.store.keyValues.put(row)
    const answer = await call('GET', '/superset/dashboard/p/oldlink/')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      `/dashboard/${dashboard}?permalink_key=oldlink&b=c`,
    ])
  })
})

it('returns 404 for a path segment longer than any name', async () => {
  const answer = await call('GET', `/api/v1/database/1/table_extra/cities/${'a'.repeat(2001)}`)
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
})

it('returns 400 for a column name that is no text in the legacy form of a dataset', async () => {
  const data = JSON.stringify({ id: dataset, type: 'table', columns: [{ column_name: NO_TEXT }] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' }
  const payload = `data=${encodeURIComponent(data)}`
  const answer = await fixture.app.inject({ method: 'POST', url: '/datasource/save/', headers, payload })
  expect([answer.statusCode, answer.body.includes('Fatal')]).toEqual([400, false])
})

describe('a file of the client that does not exist', () => {
  let served: TestApp
  let port: number
  beforeAll(async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'facet-client-'))
    mkdirSync(join(clientDir, 'assets'), { recursive: true })
    writeFileSync(join(clientDir, 'assets/there.js'), 'there')
    served = await makeTestApp({ config: { clientDir } })
    await served.app.listen({ port: 0, host: '127.0.0.1' })
    port = (served.app.server.address() as AddressInfo).port
    return async () => {
      await served.close()
      rmSync(clientDir, { recursive: true, force: true })
    }
  })

  it.each([
    '/assets//x',
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/%00',
    '/assets/a%00.js',
    '/assets/',
    '/assets/.',
    '/assets/%zz',
    '/assets/nothing.js',
  ])('returns 404 for %s', async (path) => {
    const request = rawCall(port, `GET ${path}`)
    expect((await request.answer()).status).toBe(404)
    const there = rawCall(port, 'GET /assets/there.js')
    expect(await there.answer()).toMatchObject({ status: 200, body: 'there' })
    expect(served.logged).toEqual([])
  })
})
