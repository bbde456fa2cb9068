import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { openSession } from '#server/security/sessions.ts'
import { openStore } from '#server/store/store.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { rawPost } from '#testing/raw-post.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 20)
const MINUTE = 60_000
const HOUR = 3_600_000
/** Log records are written after a second. */
const LONG = { timeout: 10_000 }

let fixture: DataFixture
let origin: string
let itemsDataset: number
let ada: number
let readers: number
let requests: ReturnType<typeof vi.fn>

const rows = `SELECT 'name ' || range AS name, range AS n,
  TIMESTAMP '2024-06-15 00:00:00' + INTERVAL (range) MINUTE AS day FROM range(1000)`

async function createDataset(table_name: string): Promise<number> {
  const columns = [
    { column_name: 'name', type: 'VARCHAR' },
    { column_name: 'n', type: 'BIGINT' },
    { column_name: 'day', type: 'TIMESTAMP', is_dttm: true },
  ]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  return (await fixture.dataset({ table_name, main_dttm_col: 'day', columns, metrics })).id
}

/** Rows with numbered names; all of them are enough to be compressed. One test changes those of `changed`. */
beforeAll(async () => {
  fixture = await openDataFixture([`CREATE TABLE things AS ${rows}`, `CREATE TABLE changed AS ${rows}`], NOW)
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`
  requests = vi.spyOn(fixture.context.chartData, 'ask')
})
afterAll(() => fixture.close())

/** Each test has its own user, role and dataset, so that no response is cached for it. */
beforeEach(async () => {
  fixture.now = NOW
  const { store } = fixture.context
  itemsDataset = await createDataset('things')
  readers = (await store.roles.create({ name: `Readers of ${itemsDataset}` }, null)).id
  await store.roles.setPairs(readers, [
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  ada = await person(`ada ${itemsDataset}`)
})

async function person(username: string): Promise<number> {
  const draft = { username, first_name: username, last_name: 'Test', roles: [readers] }
  return (await fixture.context.store.users.create(draft, null)).id
}

const cookieOf = async (user: number) => `session=${await openSession(fixture.context.store, user, fixture.now)}`
const question = (over: object = {}, context: object = {}) => ({
  datasource: { id: itemsDataset, type: 'table' },
  queries: [{ columns: ['name'], metrics: ['total'], orderby: [['total', false]], row_limit: 3, ...over }],
  ...context,
})

async function post(cookie: string, body: unknown, headers: Record<string, string> = {}) {
  const before = requests.mock.calls.length
  const { url = '/api/v1/chart/data', ...more } = headers
  const sent = JSON.stringify(body)
  const answer = await rawPost(`${origin}${url}`, { cookie, 'content-type': 'application/json', ...more }, [sent])
  const packed = answer.headers['content-encoding'] === 'br'
  const text = packed ? brotliDecompressSync(answer.rawPayload).toString() : answer.body
  return { answer, json: JSON.parse(text), anew: requests.mock.calls.length > before }
}

/**
 * Sends the request until the response comes from the cache without execution: it is computed, cached, and then served.
 */
async function settle(cookie: string, body: unknown, headers: Record<string, string> = {}) {
  await post(cookie, body, headers)
  await post(cookie, body, headers)
  const third = await post(cookie, body, headers)
  expect(third.anew).toBe(false)
  return third
}

/** Returns a response without the parts that differ for each request. */
function lasting({ answer, json }: Awaited<ReturnType<typeof post>>) {
  const {
    date: _date,
    'content-length': _length,
    connection: _connection,
    'x-request-id': _id,
    ...headers
  } = answer.headers
  const [{ cost, ...entry }] = json.result
  return { status: answer.statusCode, headers, entry, cost }
}

it.each([
  ['rows', () => question(), {}],
  ['columns', () => question(), { accept: COLUMNS_MEDIA_TYPE }],
  ['many rows in brotli', () => question({ row_limit: 1000 }), { accept: COLUMNS_MEDIA_TYPE, 'accept-encoding': 'br' }],
  ['only results', () => question({}, { result_type: 'results' }), {}],
] as const)('a reused response equals a new one: %s', async (_what, asks, headers) => {
  const body = asks()
  const cookie = await cookieOf(ada)
  const packs = 'accept-encoding' in headers
  await post(cookie, body, headers)
  const stored = await post(cookie, body, headers)
  expect(stored.answer.headers['content-encoding']).toBe(packs ? 'br' : undefined)
  fixture.now += 1234
  await fixture.context.store.users.signedIn(ada, true)
  const plain = await post(cookie, body, headers)
  expect(plain.anew).toBe(true)
  const again = await post(cookie, body, headers)
  expect(again.anew).toBe(false)
  expect(lasting(again)).toEqual(lasting(plain))
  expect(again.json.result[0].cost?.made_at).toBe(plain.json.result[0].cost && NOW)
  fixture.now += 4321
  const later = await post(cookie, body, headers)
  expect(later.anew).toBe(false)
  expect(lasting(later)).toEqual(lasting(plain))
  expect(later.answer.rawPayload.equals(stored.answer.rawPayload)).toBe(true)
  expect(Number(later.answer.headers['content-length'])).toBe(later.answer.rawPayload.byteLength)
})

it('a reused response is logged as a cached query each time', async () => {
  const cookie = await cookieOf(ada)
  const body = question()
  await settle(cookie, body)
  fixture.now += 5000
  await post(cookie, body)
  const { store } = fixture.context
  const records = async () => {
    const latest = await store.queryRecords.latest()
    return latest.filter(({ dataset_id }) => dataset_id === itemsDataset)
  }
  await vi.waitFor(async () => expect((await records()).length).toBe(4), LONG)
  const [last] = await records()
  expect(last).toMatchObject({
    at: fixture.now,
    user_id: ada,
    dataset_id: itemsDataset,
    row_count: 3,
    cached: true,
    data_age: 5000,
    error: null,
  })
})

it('a response is not reused for another user, format, query or URL', async () => {
  const [cookie, other] = [await cookieOf(ada), await cookieOf(await person('ben'))]
  await settle(cookie, question())
  expect((await post(other, question())).anew).toBe(true)
  await settle(cookie, question())
  const columns = await post(cookie, question(), { accept: COLUMNS_MEDIA_TYPE })
  expect([columns.anew, columns.json.result[0].columns?.length]).toEqual([true, 2])
  expect((await post(cookie, question({ row_limit: 2 }))).json.result[0].rowcount).toBe(2)
  const forced = await post(cookie, question(), { url: '/api/v1/chart/data?force=true' })
  expect([forced.anew, forced.json.result[0].is_cached]).toEqual([true, false])
  expect((await post('', question())).answer.statusCode).toBe(401)
  expect((await post('session=made-up', question())).answer.statusCode).toBe(401)
})

it('a forced query runs each time, and its result replaces the cached one', async () => {
  const cookie = await cookieOf(ada)
  const first = await settle(cookie, question())
  fixture.now += 2000
  for (let turn = 0; turn < 3; turn++) expect((await post(cookie, question({}, { force: true }))).anew).toBe(true)
  const after = await post(cookie, question())
  expect(after.json.result[0].cost.made_at).toBe(NOW + 2000)
  expect(after.answer.headers.etag).not.toBe(first.answer.headers.etag)
})

it('a response is not reused after the permission or the session has ended', async () => {
  const cookie = await cookieOf(ada)
  await settle(cookie, question())
  const { store } = fixture.context
  await store.roles.setPairs(readers, [['all_datasource_access', 'all_datasource_access']])
  expect((await post(cookie, question())).answer.statusCode).toBe(403)
  await store.roles.setPairs(readers, [['can_read', 'Chart']])
  expect((await post(cookie, question())).answer.statusCode).toBe(403)
  await store.roles.setPairs(readers, [
    ['can_read', 'Chart'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  await settle(cookie, question())
  await store.sessions.deleteByUser(ada)
  expect((await post(cookie, question())).answer.statusCode).toBe(401)
})

it('a response is not reused after the session has expired, and does not extend the session', async () => {
  const cookie = await cookieOf(ada)
  await settle(cookie, question({}, { custom_cache_timeout: 0 }))
  fixture.now += HOUR + 1
  const seen = await post(cookie, question({}, { custom_cache_timeout: 0 }))
  expect([seen.anew, seen.answer.statusCode]).toEqual([true, 200])
  await settle(cookie, question({}, { custom_cache_timeout: 0 }))
  fixture.now += 32 * 24 * HOUR
  expect((await post(cookie, question({}, { custom_cache_timeout: 0 }))).answer.statusCode).toBe(401)
})

it('a response is not reused after a change of row rules, dataset or data', async () => {
  itemsDataset = await createDataset('changed')
  const cookie = await cookieOf(ada)
  const { store, chartData } = fixture.context
  await settle(cookie, question())
  const draft = {
    name: 'few',
    filter_type: 'Regular',
    clause: 'n < 10',
    tables: [itemsDataset],
    roles: [readers],
  } as const
  await store.rowRules.create(draft, null)
  const ruled = await post(cookie, question())
  expect(ruled.json.result[0].data.map((row: { name: string }) => row.name)).toEqual(['name 9', 'name 8', 'name 7'])
  await settle(cookie, question())
  await store.datasets.update(itemsDataset, { metrics: [{ metric_name: 'total', expression: 'SUM(-n)' }] }, null)
  expect((await post(cookie, question())).json.result[0].data[0]).toEqual({ name: 'name 0', total: 0 })
  await settle(cookie, question())
  await replaceTable(chartData.sources, fixture.database, 'changed', 'SELECT * FROM changed WHERE n >= 5')
  await store.databases.dataChanged(fixture.database.id)
  expect((await post(cookie, question())).json.result[0].data[0]).toEqual({ name: 'name 5', total: -5 })
})

it('a response is not reused after another process has changed permissions', async () => {
  const cookie = await cookieOf(ada)
  await settle(cookie, question())
  const other = await openStore(
    { file: `${fixture.home}/facet.db` },
    () => fixture.now,
    () => crypto.randomUUID(),
  )
  await other.roles.setPairs(readers, [])
  await other.close()
  // Waits until the event loop turn in which another process wrote is over.
  await new Promise((resolve) => setImmediate(resolve))
  expect((await post(cookie, question())).answer.statusCode).toBe(403)
})

it('a response is not reused after its cache timeout, nor in another minute of a relative time range', async () => {
  const cookie = await cookieOf(ada)
  const stored = question({}, { custom_cache_timeout: 60 })
  await settle(cookie, stored)
  fixture.now += MINUTE - 1
  expect((await post(cookie, stored)).anew).toBe(false)
  fixture.now += 1
  const old = await post(cookie, stored)
  expect([old.anew, old.json.result[0].is_cached]).toEqual([true, false])

  const day = {
    columns: [],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' }],
    orderby: [],
  }
  const until = (range: string) =>
    question({ ...day, granularity: 'day', time_range: range }, { custom_cache_timeout: 0 })
  const ranged = until('2024-06-15 : now')
  fixture.now = NOW
  const first = await settle(cookie, ranged)
  fixture.now = NOW - (NOW % MINUTE) + MINUTE - 1
  expect((await post(cookie, ranged)).anew).toBe(false)
  fixture.now += 1
  const next = await post(cookie, ranged)
  expect(next.anew).toBe(true)
  expect(next.json.result[0].data[0].count).toBe(first.json.result[0].data[0].count + 1)
})

it('a response is not reused for time ranges shorter than an hour, nor for templates', async () => {
  const cookie = await cookieOf(ada)
  const short = question({ granularity: 'day', time_range: 'DATEADD(DATETIME("now"), -10, minute) : now' })
  for (let turn = 0; turn < 4; turn++) expect((await post(cookie, short)).anew).toBe(true)
  const templated = question({ extras: { where: "name <> '{{ current_username() }}'" } })
  for (let turn = 0; turn < 4; turn++) expect((await post(cookie, templated)).anew).toBe(true)
})

it('a response is not reused for files and queries with annotations', async () => {
  const cookie = await cookieOf(ada)
  const formula = { name: 'x', annotationType: 'FORMULA', value: 'x', sourceType: '', show: true, style: 'solid' }
  const layer = await fixture.context.store.annotationLayers.create({ name: 'days' }, null)
  const events = { ...formula, name: 'events', annotationType: 'EVENT', sourceType: 'NATIVE', value: layer.id }
  const pairs = [
    ['can_read', 'Chart'],
    ['can_read', 'Annotation'],
    ['can_csv', 'Superset'],
    ['all_datasource_access', 'all_datasource_access'],
  ] as const
  await fixture.context.store.roles.setPairs(readers, pairs)
  for (let turn = 0; turn < 4; turn++) {
    const annotated = await post(cookie, question({ annotation_layers: [events] }))
    expect([annotated.anew, annotated.answer.statusCode]).toEqual([true, 200])
  }
  const csv = { cookie, 'content-type': 'application/json' }
  const payload = JSON.stringify(question({}, { result_format: 'csv' }))
  for (let turn = 1; turn < 4; turn++) {
    const before = requests.mock.calls.length
    await rawPost(`${origin}/api/v1/chart/data`, csv, [payload])
    expect(requests.mock.calls.length).toBe(before + 1)
  }
})

it('a response is reused if the body arrives in parts, and with a slash at the end of the URL', async () => {
  const cookie = await cookieOf(ada)
  const headers = { cookie, 'content-type': 'application/json; charset=utf-8' }
  const sent = JSON.stringify(question())
  const pieces = [sent.slice(0, 20), sent.slice(20, 50), sent.slice(50)]
  const call = async () => {
    const before = requests.mock.calls.length
    const answer = await rawPost(`${origin}/api/v1/chart/data/`, headers, pieces)
    return { rows: JSON.parse(answer.body).result[0].rowcount, anew: requests.mock.calls.length > before }
  }
  expect([await call(), await call(), await call()]).toEqual([
    { rows: 3, anew: true },
    { rows: 3, anew: true },
    { rows: 3, anew: false },
  ])
})

it('a caller that aborts during a body does not affect others', async () => {
  const cookie = await cookieOf(ada)
  const port = Number(new URL(origin).port)
  const arrived = once(fixture.app.server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(port, '127.0.0.1')
  const head = ['POST /api/v1/chart/data HTTP/1.1', 'host: x', `cookie: ${cookie}`, 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: 500\r\n\r\n{"datasource":`)
  const [received] = await arrived
  const closed = once(received.socket, 'close')
  socket.destroy()
  await closed
  expect((await post(cookie, question())).answer.statusCode).toBe(200)
})

it('a response is not reused for long or invalid bodies, without a content length, or for another method', async () => {
  const cookie = await cookieOf(ada)
  const headers = { cookie, 'content-type': 'application/json' }
  const url = `${origin}/api/v1/chart/data`
  const names = Array.from({ length: 1000 }, (_, at) => `${'x'.repeat(70)}${at}`)
  const long = question({ filters: [{ col: 'name', op: 'NOT IN', val: names }] })
  for (let turn = 0; turn < 3; turn++) {
    const { answer, anew } = await post(cookie, long)
    expect([answer.statusCode, anew]).toEqual([200, true])
  }
  for (const body of ['{"datasource":', 'null', '[]', '']) {
    const answer = await rawPost(url, headers, [body])
    expect([body, answer.statusCode]).toEqual([body, 400])
    expect(JSON.parse(answer.body)).toHaveProperty('message')
  }
  const text = JSON.stringify(question())
  const stream = new Blob([text]).stream()
  const chunked = await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit)
  expect([chunked.status, (await chunked.json()).result[0].rowcount]).toEqual([200, 3])
  expect((await fetch(url, { headers })).status).toBe(404)
  const form = await fetch(url, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ form_data: text }) })
  expect(form.status).toBe(200)
})
