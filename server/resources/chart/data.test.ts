import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { COLUMNS_MEDIA_TYPE, FRAMES_MEDIA_TYPE } from '#core/query/result.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'
import { readFrames } from '#testing/read-frames.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 20)
let fixture: DataFixture
let [cities, endless] = [0, 0]
let admin: string

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      "CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1), ('Birk', 2), ('=Cole', 3)) v(city, n)",
      'CREATE TABLE many AS SELECT range AS n, hash(range) AS h FROM range(200000)',
    ],
    NOW,
  )
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  cities = (
    await fixture.dataset({
      table_name: 'cities',
      columns: [
        { column_name: 'city', type: 'VARCHAR' },
        { column_name: 'n', type: 'INTEGER' },
      ],
      metrics,
    })
  ).id
  endless = (
    await fixture.dataset({
      table_name: 'endless',
      sql: 'SELECT a.n FROM many a, many b WHERE a.h > b.h',
      columns: [{ column_name: 'n', type: 'BIGINT' }],
      metrics,
    })
  ).id
  admin = await fixture.token('admin')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixture.close())

const query = { columns: ['city'], metrics: ['total'], orderby: [['total', false]] }
const context = (over: Record<string, unknown> = {}) => ({
  datasource: { id: cities, type: 'table' },
  queries: [query],
  ...over,
})

async function post(body: unknown, headers: Record<string, string> = {}, url = '/api/v1/chart/data') {
  return fixture.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

it('C-DATA-01: accepts a query context as JSON; C-DATA-05: returns a list with one result for each query', async () => {
  const answer = await post(context({ queries: [query, { ...query, row_limit: 1 }] }))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const { result } = answer.json()
  expect(result.map((entry: { data: unknown }) => entry.data)).toEqual([
    [
      { city: '=Cole', total: 3 },
      { city: 'Birk', total: 2 },
      { city: 'Ash', total: 1 },
    ],
    [{ city: '=Cole', total: 3 }],
  ])
  const single = (await post(context({ queries: [{ ...query, row_limit: 1 }] }))).json()
  expect([Object.keys(single), single.result.map((entry: { data: unknown }) => entry.data)]).toEqual([
    ['result'],
    [[{ city: '=Cole', total: 3 }]],
  ])
  expect(result[0]).toMatchObject({ colnames: ['city', 'total'], coltypes: [1, 0], rowcount: 3, status: 'success' })
  const bytes = result.reduce((sum: number, entry: { cost: { bytes: number } }) => sum + entry.cost.bytes, 0)
  const timing = String(answer.headers['server-timing']).split(', ')
  expect(timing.map((each) => each.replace(/;dur=[\d.]+$/, ''))).toEqual([
    'queue',
    'plan',
    'engine',
    'post',
    'serialise',
    'cache;desc="0 of 2"',
    `bytes;desc="${bytes}"`,
    'rows;desc="limit 50000; 1 capped"',
  ])
})

it('C-DATA-06: a result has applied filters, cache state, row count and error', async () => {
  const filters = [{ col: 'city', op: '==', val: 'Ash' }]
  const ask = async () => (await post(context({ queries: [{ ...query, filters }] }))).json().result[0]
  const said = { applied_filters: [{ column: 'city' }], rowcount: 1, error: null }
  expect(await ask()).toMatchObject({ ...said, is_cached: false, cached_dttm: null })
  expect(await ask()).toMatchObject({ ...said, is_cached: true, cached_dttm: '2024-06-15T12:30:20' })
})

it('responds in columns on request', async () => {
  const answer = await post(context(), { accept: COLUMNS_MEDIA_TYPE })
  expect(answer.headers['content-type']).toContain(COLUMNS_MEDIA_TYPE)
  expect(answer.json().result[0].columns).toEqual([
    ['=Cole', 'Birk', 'Ash'],
    [3, 2, 1],
  ])
  expect(answer.json().result[0]).not.toHaveProperty('data')
})

it('accepts the query context as a form field, and `force` in the query string', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `form_data=${encodeURIComponent(JSON.stringify(context()))}`
  expect((await post(body, form)).json().result[0].rowcount).toBe(3)
  const parts = `--x\r\nContent-Disposition: form-data; name="form_data"\r\n\r\n${JSON.stringify(context())}\r\n--x--\r\n`
  expect((await post(parts, { 'content-type': 'multipart/form-data; boundary=x' })).json().result[0].rowcount).toBe(3)
  expect((await post('other=1', form)).json()).toEqual({ message: 'Request is not JSON' })
  const cached = async (url: string) => (await post(context(), {}, url)).json().result[0].is_cached
  expect(await cached('/api/v1/chart/data?dashboard_id=1')).toBe(true)
  expect(await cached('/api/v1/chart/data?force=true')).toBe(false)
})

it('returns only data, labels, types and counts for the type results', async () => {
  const [entry] = (await post(context({ result_type: 'results' }))).json().result
  expect(Object.keys(entry).toSorted()).toEqual(['colnames', 'coltypes', 'data', 'rowcount', 'sql_rowcount'])
})

it('gives one CSV file, or a zip of several', async () => {
  const one = await post(context({ result_format: 'csv' }))
  expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(one.headers['content-disposition']).toBe('attachment; filename=20240615_123020.csv')
  expect([one.body, one.headers['x-facet-rows']]).toEqual(["city,total\n'=Cole,3\nBirk,2\nAsh,1\n", '3'])
  expect(one.headers['x-facet-capped']).toBeUndefined()
  for (const result_type of ['full', 'results']) {
    const cut = await post(context({ result_type, result_format: 'csv', queries: [{ ...query, row_limit: 1 }] }))
    const { 'x-facet-rows': rows, 'x-facet-capped': capped } = cut.headers
    expect([cut.statusCode, cut.body, rows, capped]).toEqual([200, "city,total\n'=Cole,3\n", '1', '1'])
  }
  const two = await post(context({ result_format: 'csv', queries: [query, { ...query, row_limit: 1 }] }))
  expect(two.headers['content-type']).toBe('application/zip')
  expect(Object.keys(unzipSync(two.rawPayload))).toEqual(['query_1.csv', 'query_2.csv'])
})

it('returns results that are not tables as JSON, for any format', async () => {
  for (const result_type of ['query', 'columns', 'timegrains']) {
    const answer = await post(context({ result_type, result_format: 'csv' }))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  }
})

it('reports the error of a requested statement in the response', async () => {
  const error = async (over: object) =>
    (await post(context({ result_type: 'query', queries: [{ ...query, ...over }] }))).json().result
  expect(await error({ metrics: ['nope'] })).toEqual([{ language: 'sql', error: "Metric 'nope' does not exist" }])
  expect(await error({ time_range: 'foo : bar' })).toEqual([
    { language: 'sql', error: 'Unexpected time range: Cannot parse time string [foo]' },
  ])
})

it("counts days on the calendar of the dataset, over which the dashboard's takes precedence", async () => {
  const { id } = await fixture.dataset({
    table_name: 'cities',
    sql: 'SELECT 1 AS n',
    main_dttm_col: 'ds',
    extra: JSON.stringify({ time_zone: 'Pacific/Kiritimati', fiscal_year_start: 7 }),
    columns: [{ column_name: 'ds', type: 'TIMESTAMP', is_dttm: true }],
  })
  const draft = { dashboard_title: 'd', json_metadata: JSON.stringify({ time_zone: 'UTC' }) }
  const dashboard = await fixture.context.store.dashboards.create(draft, null)
  // 12:30 on 15 June in UTC is 02:30 on 16 June at UTC+14.
  const bounds = async (time_range: string, url = '/api/v1/chart/data') => {
    const queries = [{ columns: ['ds'], granularity: 'ds', time_range }]
    const sent = { datasource: { id, type: 'table' }, result_type: 'query', queries }
    const [{ query: sql }] = (await post(sent, {}, url)).json().result
    return [...sql.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day)
  }
  expect(await bounds('Last day')).toEqual(['2024-06-15', '2024-06-16'])
  expect(await bounds('Current year')).toEqual(['2023-07-01', '2024-07-01'])
  const on = `/api/v1/chart/data?dashboard_id=${dashboard.id}`
  expect(await bounds('Last day', on)).toEqual(['2024-06-14', '2024-06-15'])
  expect(await bounds('Current year', on)).toEqual(['2023-07-01', '2024-07-01'])
})

it('contains the time of the result', async () => {
  expect((await post(context({ force: true }))).json().result[0].queried_dttm).toBe('2024-06-15T12:30:20')
})

const denied = (code: ErrorCode, message: string, ...args: string[]) => ({
  message: expect.stringContaining(message),
  extra: { code, args: args.length > 0 ? args : [expect.stringMatching(/./)] },
})

it.each<[string, unknown, number, unknown]>([
  ['a body that is not JSON', '{', 400, { message: 'Request is not JSON' }],
  ['JSON that is not an object', '"text"', 400, { message: 'Request is not JSON' }],
  ['no datasource', { datasource: undefined }, 400, denied('request-wrong', 'Request is incorrect: ')],
  [
    'an unknown metric',
    { queries: [{ metrics: ['nope'] }] },
    400,
    denied('metric-unknown', "Metric 'nope' does not exist", 'nope'),
  ],
  [
    'an unclosed bracket',
    { queries: [{ ...query, extras: { where: '(n > 1' } }] },
    400,
    expect.objectContaining({ message: 'Unclosed parenthesis in filter clause' }),
  ],
  [
    'an extra bracket',
    { queries: [{ ...query, extras: { having: "COUNT(*) > 1) OR (')' = ')'" } }] },
    400,
    expect.objectContaining({ message: 'Closing unopened parenthesis in filter clause' }),
  ],
  [
    'two statements for a clause',
    { queries: [{ ...query, extras: { where: '1 = 1; SELECT 2' } }] },
    400,
    expect.objectContaining({ message: 'Clause contains multiple statements' }),
  ],
  [
    'an invalid clause',
    { queries: [{ ...query, extras: { where: "city = ';(' AND" } }] },
    400,
    expect.objectContaining({ message: 'The WHERE clause is not a single expression' }),
  ],
  ['nothing', { queries: [{}] }, 400, { message: 'Empty query?' }],
  ['an unknown format', { result_format: 'pdf' }, 400, denied('format-wrong', 'result_format: pdf', 'pdf')],
  ['a wrong result type', { result_type: 'odd' }, 400, denied('result-type-wrong', 'Invalid result type: odd', 'odd')],
  ['CSV without a query', { queries: [], result_format: 'csv' }, 400, { message: 'Empty query result' }],
  ['a dataset that does not exist', { datasource: { id: 999, type: 'table' } }, 404, { message: 'Not found' }],
  ['a negative limit', { queries: [{ row_limit: -1 }] }, 400, denied('request-wrong', '`row_limit` must be greater')],
])('rejects %s', async (_what, over, status, body) => {
  const sent = typeof over === 'string' ? over : context(over as Record<string, unknown>)
  const answer = await post(sent)
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

it('returns 400 with the message of the database if one query fails', async () => {
  const broken = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(nosuch)', label: 's' }] }
  const answer = await post(context({ queries: [query, broken] }))
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^Error: .*nosuch/)])
})

it('returns data to users with access to the dataset, and 401 or 403 to others', async () => {
  const nobody = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', payload: context() })
  expect(nobody.statusCode).toBe(401)
  const reader = await fixture.token('gwen', 'Gamma')
  const refused = await post(context(), { authorization: `Bearer ${reader}` })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().errors[0].error_type).toBe('DATASOURCE_SECURITY_ACCESS_ERROR')
  const gwen = await fixture.context.store.users.byUsername('gwen')
  await fixture.context.store.datasets.update(cities, { owners: [gwen?.id ?? 0] }, null)
  expect((await post(context(), { authorization: `Bearer ${reader}` })).statusCode).toBe(200)
})

it('runs the queries saved with a chart', async () => {
  const { charts } = fixture.context.store
  const draft = {
    slice_name: 'c',
    viz_type: 'table',
    datasource_id: cities,
    datasource_type: 'table',
    cache_timeout: 7,
  }
  const saved = await charts.create(
    { ...draft, query_context: JSON.stringify(context({ result_type: 'query' })) },
    null,
  )
  const bare = await charts.create(draft, null)
  const get = (url: string) => fixture.app.inject({ url, headers: { authorization: `Bearer ${admin}` } })
  const answer = await get(`/api/v1/chart/${saved.id}/data/`)
  expect(answer.json().result[0]).toMatchObject({ rowcount: 3, cache_timeout: 7 })
  expect((await get(`/api/v1/chart/${saved.id}/data/?format=csv`)).body).toContain('city,total')
  const again = { authorization: `Bearer ${admin}`, 'if-none-match': String(answer.headers.etag) }
  const unchanged = await fixture.app.inject({ url: `/api/v1/chart/${saved.id}/data/`, headers: again })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  fixture.now += 1
  const forced = await fixture.app.inject({ url: `/api/v1/chart/${saved.id}/data/?force=true`, headers: again })
  expect(forced.statusCode).toBe(200)
  const none = await get(`/api/v1/chart/${bare.id}/data/`)
  expect([none.statusCode, none.json().message]).toEqual([
    400,
    'Chart has no query context saved. Please save the chart again.',
  ])
  expect((await get('/api/v1/chart/99999/data/')).statusCode).toBe(404)
  const reader = { authorization: `Bearer ${await fixture.token('gus', 'Gamma')}` }
  const hidden = await fixture.app.inject({ url: `/api/v1/chart/${saved.id}/data/`, headers: reader })
  expect([hidden.statusCode, hidden.json()]).toEqual([404, { message: 'Not found' }])
})

it('returns a status for each item of a batch', async () => {
  const items = [
    { id: 'good', query_context: context() },
    { id: 'same', query_context: context() },
    { id: 'bad', query_context: context({ queries: [{ metrics: ['nope'] }] }) },
    { id: 'gone', query_context: context({ datasource: { id: 999, type: 'table' } }) },
    { id: 'odd', query_context: 3 },
  ]
  const answer = await post({ items }, { accept: COLUMNS_MEDIA_TYPE }, '/api/v1/chart/data/batch')
  expect(answer.headers['content-type']).toContain(FRAMES_MEDIA_TYPE)
  const frames = readFrames(answer.rawPayload)
  const byId = Object.fromEntries(frames.map((frame) => [frame.id, frame]))
  expect(frames.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual([
    'bad 400',
    'gone 404',
    'good 200',
    'odd 400',
    'same 200',
  ])
  expect(byId.bad?.body).toEqual(denied('metric-unknown', "Metric 'nope' does not exist", 'nope'))
  expect(byId.gone?.body).toMatchObject({ extra: { args: [] } })
  expect(byId.good?.body).toMatchObject({
    result: [
      {
        columns: [
          ['=Cole', 'Birk', 'Ash'],
          [3, 2, 1],
        ],
      },
    ],
  })
})

it('a cached result is compressed once, and equal requests get the same bytes', async () => {
  const column = { label: 'name', sqlExpression: "'label number ' || unnest(range(300))", expressionType: 'SQL' }
  const body = context({ queries: [{ columns: [column], row_limit: 300, filters: [{ col: 'n', op: '==', val: 1 }] }] })
  const plain = await post(body)
  const made_at = fixture.now
  expect([plain.headers['content-encoding'], plain.json().result[0].cost.made_at]).toEqual([undefined, made_at])
  const packed = await post(body, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  const { result } = JSON.parse(brotliDecompressSync(packed.rawPayload).toString())
  expect(result[0]).toMatchObject({ is_cached: true, rowcount: 300, cost: { made_at } })
  expect(result[0].data).toEqual(plain.json().result[0].data)
  fixture.now += 5000
  expect((await post(body, { 'accept-encoding': 'br' })).rawPayload.equals(packed.rawPayload)).toBe(true)
  const gzip = await post(body, { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(gzip.rawPayload).toString()).result).toEqual(result)
  expect((await post(body, { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined()
  const items = [{ id: 'one', query_context: body }]
  for (const accepted of ['br', 'gzip']) {
    const batch = await post({ items }, { 'accept-encoding': accepted }, '/api/v1/chart/data/batch')
    expect(readFrames(batch.rawPayload)[0]).toMatchObject({ status: 200, body: { result } })
    expect(batch.rawPayload.length < plain.rawPayload.length / 2).toBe(accepted === 'gzip')
  }
  fixture.now = NOW
})

it('returns 400 for a batch without items, without their queries or with too many', async () => {
  for (const body of [{}, { items: [{}] }, { items: Array.from({ length: 501 }, () => ({ id: 'a' })) }]) {
    expect((await post(body, {}, '/api/v1/chart/data/batch')).statusCode).toBe(400)
  }
})

const address = () => `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
const slow = () => ({ ...context(), datasource: { id: endless, type: 'table' }, queries: [{ metrics: ['total'] }] })

it('sends results as they finish, and cancels running queries when the caller leaves', async () => {
  const leaving = new AbortController()
  const answer = await fetch(`${address()}/api/v1/chart/data/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [
        { id: 'slow', query_context: slow() },
        { id: 'fast', query_context: context() },
      ],
    }),
    signal: leaving.signal,
  })
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"id":"fast","status":200/)
  leaving.abort()
  // Writing waits until no query reads: it would wait for a query that still ran.
  await waitUntilUnused(fixture.context.chartData.sources, fixture.database)
})

it('a caller who disconnects does not count as a failure', async () => {
  const logged = vi.spyOn(console, 'error')
  const leaving = new AbortController()
  const answer = fetch(`${address()}/api/v1/chart/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(slow()),
    signal: leaving.signal,
  })
  setTimeout(() => leaving.abort(), 100)
  await expect(answer).rejects.toThrow('aborted')
  await waitUntilUnused(fixture.context.chartData.sources, fixture.database)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})
