import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FILE_CAPPED_HEADER } from '#core/rest/file-headers.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { postFile } from '#testing/csv-upload.ts'
import { citiesContext, type DataEntryPoint, type EntryPointTarget, dataEntrances } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { allRoutes } from '#testing/product-routes.ts'

const CITIES = ['Aurora', 'Bergen', 'Chania', 'Durban']
const rows = CITIES.map((city, at) => `('2024-0${at + 1}-01', 'north', '${city}', ${at + 1})`)
const columns = [
  { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
  { column_name: 'region', type: 'VARCHAR' },
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]

let fixture: DataFixture
let target: EntryPointTarget
let count = 0

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR(9), city VARCHAR(19), n INTEGER)',
      `INSERT INTO sales VALUES ${rows.join(', ')}`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const { store } = fixture.context
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const sql = 'SELECT * FROM sales'
  const { id: dataset } = await fixture.dataset({ table_name: 'v', sql, main_dttm_col: 'ds', columns, metrics })
  const one = { column_name: 'one', type: 'INTEGER' }
  const other = await fixture.dataset({ table_name: 'other', sql: 'SELECT 1 AS one', columns: [one], metrics: [] })
  const values = { viz_type: 'table', datasource_id: dataset, datasource_type: 'table' as const }
  const params = JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' })
  const query_context = JSON.stringify(citiesContext({ dataset }))
  const chart = await store.charts.create({ slice_name: 'Cities', ...values, params, query_context }, null)
  target = { dataset, database: fixture.database, chart: chart.id, other: { dataset: other.id }, sql }
})
afterAll(() => fixture.close())

/** Returns a new administrator with a quota. */
async function userWith(quota: object): Promise<AsyncCaller & { readonly id: number }> {
  const username = `user ${++count}`
  const caller = await asyncCaller(fixture, username, 'Admin')
  const id = (await fixture.context.store.users.byUsername(username))?.id ?? 0
  await fixture.context.store.quotas.create({ user_id: id, ...quota }, null)
  return { ...caller, id }
}

function answerOf({ route, url, body, headers = {} }: DataEntryPoint, caller: AsyncCaller) {
  const method = route.split(' ')[0] as 'GET' | 'POST' | 'PUT'
  return caller.call(method, url(target), body?.(target) as object | undefined, headers)
}

/** Returns the texts of the results in a response without their statements: one for each file, or line of a batch. */
function textsOf({ rawPayload, payload }: Awaited<ReturnType<AsyncCaller['call']>>): readonly string[] {
  const bytes = new Uint8Array(rawPayload)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return Object.values(unzipSync(bytes)).map((file) => new TextDecoder().decode(file))
  return payload.replace(/"query":"(?:[^"\\]|\\.)*"/g, '').split(/\n(?=\{"id":)/)
}

// `npm test` runs each of the two tests for every second entrance.
describe('every entrance to rows', () => {
  it.each(sampleCases(dataEntrances, 2))('runs within the concurrent queries of the user: $name', async (entrance) => {
    const caller = await userWith({ max_queries: 1 })
    const rejected = new ApiError('quota-queries', { args: [1], extra: { retry_after: 5 } })
    const run = vi.spyOn(fixture.context.chartData.queryQuota, 'run').mockRejectedValue(rejected)
    onTestFinished(() => run.mockRestore())
    // A result of an earlier test would need no query.
    await fixture.context.store.databases.dataChanged(fixture.database.id)
    const answer = await answerOf(entrance, caller)
    expect(answer.payload).toContain('Your quota is 1 queries at a time')
    expect(run.mock.calls.every(([user]) => user.userId === caller.id && user.quota?.max_queries === 1)).toBe(true)
    if (!answer.payload.startsWith('{"id"'))
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
  })

  /** All names are in one row. */
  const AGGREGATE = 'an aggregate of names'
  it.each(
    sampleCases(
      dataEntrances.filter(({ name }) => !name.includes(AGGREGATE)),
      2,
      1,
    ),
  )('returns no more rows than the quota for any cached results: $name', async (entrance) => {
    const free = textsOf(await answerOf(entrance, await userWith({}))).join('\n')
    const answer = await answerOf(entrance, await userWith({ max_rows: 1 }))
    expect(answer.statusCode).toBe(200)
    const citiesIn = (text: string) => CITIES.filter((city) => text.toLowerCase().includes(city.toLowerCase()))
    // The results of several queries are independent: each may have another row.
    expect(
      textsOf(answer)
        .map((text) => citiesIn(text).length)
        .filter((found) => found > 1),
    ).toEqual([])
    expect(citiesIn(free).length).toBeGreaterThan(0)
  })
})

it('the quota of rows is the row limit that the result reports', async () => {
  const caller = await userWith({ max_rows: 2 })
  const answer = await caller.call('POST', '/api/v1/chart/data', citiesContext(target))
  expect(answer.json().result[0]).toMatchObject({ rowcount: 2, cost: { row_limit: 2, capped: true } })
  const csv = await caller.call('POST', '/api/v1/chart/data', citiesContext(target, { result_format: 'csv' }))
  expect([csv.headers[FILE_CAPPED_HEADER], csv.payload.trim().split('\n').length]).toEqual(['2', 3])
})

it('a cached result is no query', async () => {
  const caller = await userWith({ max_queries: 1 })
  const body = citiesContext(target, {}, { columns: ['region'], metrics: ['total'] })
  await caller.call('POST', '/api/v1/chart/data', body)
  const run = vi.spyOn(fixture.context.chartData.queryQuota, 'run')
  onTestFinished(() => run.mockRestore())
  const again = await caller.call('POST', '/api/v1/chart/data', body)
  expect([again.json().result[0].is_cached, run.mock.calls]).toEqual([true, []])
})

/** Uses up the exports of a user. */
async function withoutExports() {
  const caller = await userWith({ max_exports: 1 })
  const use = { caller: `user ${caller.id}`, measure: 'max_exports', amount: 1, most: 1, windowMs: 3_600_000 } as const
  await fixture.context.store.quotaUses.take(use)
  return { caller, use }
}

const isFile = ({ name }: DataEntryPoint) => /csv|xlsx/.test(name)

describe('exports', () => {
  it.each(dataEntrances.filter(isFile))(
    'use the quota, and are rejected when it is used up: $name',
    async (entrance) => {
      const { caller } = await withoutExports()
      const answer = await answerOf(entrance, caller)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600'])
      expect(answer.payload).toContain(
        'Your quota of 1 exports per hour is used up until 2024-06-15 01:00:00 UTC; an administrator can raise it',
      )
    },
  )

  it.each(
    sampleCases(
      dataEntrances.filter((entrance) => !isFile(entrance)),
      6,
    ),
  )('allows reading: $name', async (entrance) => {
    const { caller } = await withoutExports()
    expect((await answerOf(entrance, caller)).statusCode).toBe(200)
  })

  /** The action log and the users are files for administrators, not exports of data. */
  const OTHERS = /\/(log|users)\/export$/
  const bundles = allRoutes().filter((route) => route.endsWith('/export') && !OTHERS.test(route))
  it.each(bundles)('exports of bundles count: %s', async (route) => {
    const { caller } = await withoutExports()
    const ids: Readonly<Record<string, number>> = {
      chart: target.chart,
      dataset: target.dataset,
      database: target.database.id,
    }
    const kind = /v1\/(\w+)\/export/.exec(route)?.[1] ?? ''
    const id = ids[kind] ?? (await otherEntity(kind, caller.id))
    const url = `${route.split(' ')[1]}/${kind === 'assets' ? '' : `?q=!(${id})`}`
    const answer = await caller.call('GET', url)
    expect([route, answer.statusCode, answer.headers['x-facet-error']]).toEqual([route, 429, 'quota-exports'])
  })

  it('exports of SQL results count, those in the background too', async () => {
    const { caller, use } = await withoutExports()
    const { store } = fixture.context
    const sql = { database_id: target.database.id, sql: target.sql, client_id: `c${count}` }
    const ran = await caller.call('POST', '/api/v1/sqllab/execute/', sql)
    expect(ran.statusCode).toBe(200)
    const exported = [
      () => caller.call('GET', `/api/v1/sqllab/export/${sql.client_id}/`),
      () => caller.call('GET', `/superset/csv/${sql.client_id}`),
      () => caller.call('POST', '/api/v1/sqllab/exports/', { client_id: sql.client_id, statement: 0, format: 'csv' }),
    ]
    for (const each of exported) expect((await each()).headers['x-facet-error']).toBe('quota-exports')
    await store.quotaUses.purge(fixture.now + 1)
    for (const each of exported) {
      expect((await each()).statusCode).toBeLessThan(300)
      expect(await store.quotaUses.used(use)).toBe(1)
      await store.quotaUses.purge(fixture.now + 1)
    }
  })

  it('failed exports do not count', async () => {
    const caller = await userWith({ max_exports: 1 })
    const broken = citiesContext(target, { result_format: 'csv' }, { columns: ['nothing'], metrics: [] })
    expect((await caller.call('POST', '/api/v1/chart/data', broken)).statusCode).toBe(400)
    const right = citiesContext(target, { result_format: 'csv' })
    expect((await caller.call('POST', '/api/v1/chart/data', right)).statusCode).toBe(200)
    expect((await caller.call('POST', '/api/v1/chart/data', right)).statusCode).toBe(429)
  })
})

/** Returns the id of a new entity that can be exported. */
async function otherEntity(kind: string, owner: number): Promise<number | undefined> {
  const { store } = fixture.context
  if (kind === 'dashboard') return (await store.dashboards.create({ dashboard_title: 'Board' }, null)).id
  if (kind === 'saved_query') {
    const values = { label: 'Query', sql: 'SELECT 1', db_id: target.database.id }
    return (await store.savedQueries.create(values, owner)).id
  }
  return undefined
}

describe('uploads', () => {
  const FILE = { filename: 'next.csv', bytes: 'region,n\nnorth,1\n' }
  const size = FILE.bytes.length

  const uploads = allRoutes().filter((route) => /(\/(\w+_)?upload|replace_data|databaseview\/form)$/.test(route))
  it.each(uploads.filter((route) => route.startsWith('POST') && !/undo/.test(route)))(
    'count their bytes: %s',
    async (route) => {
      const caller = await userWith({ max_upload_bytes: size - 1 })
      const { store } = fixture.context
      const database = await uploadDatabase()
      const { id: dataset_id } = await store.datasets.create(
        { database_id: database, table_name: `table_${++count}`, columns: [], metrics: [] },
        null,
      )
      const poster = {
        post: (url: string, payload?: unknown, options?: { headers?: unknown }) =>
          caller.call('POST', url, payload as object, options?.headers as Record<string, string>),
      }
      const post = () =>
        postFile(poster, (route.split(' ')[1] ?? '').replace(':id', String(database)), fileFor(route), {
          ...(/replace/.test(route) ? { dataset_id: String(dataset_id) } : { table_name: `table_${++count}` }),
          ...(route.endsWith('form') ? { database: String(database) } : {}),
        })
      const answer = await post()
      // Files of other types are larger than this quota as well.
      expect([route, answer.statusCode, answer.headers['x-facet-error']]).toEqual([route, 413, 'quota-upload-size'])
    },
  )

  it('accepts uploads again when enough bytes have left the window, and counts no failed ones', async () => {
    const caller = await userWith({ max_upload_bytes: size })
    const database = await uploadDatabase()
    const poster = {
      post: (url: string, payload?: unknown, options?: { headers?: unknown }) =>
        caller.call('POST', url, payload as object, options?.headers as Record<string, string>),
    }
    const post = (fields: object, table = `table_${++count}`) =>
      postFile(poster, `/api/v1/database/${database}/upload/`, FILE, { table_name: table, ...fields })
    const taken = `table_${++count}`
    expect((await post({ column_dates: 'nothing' })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await post({}, taken)).statusCode).toBe(201)
    const rejected = await post({})
    expect([rejected.statusCode, rejected.headers['retry-after'], rejected.json().message]).toEqual([
      429,
      String(24 * 3600),
      `Your quota is ${size} B of uploads in 24 hours; a file of ${size} B is possible from 2024-06-16 00:00:00 UTC; an administrator can raise it`,
    ])
  })

  it('count their decompressed bytes, and are rejected before decompression by the bytes that were sent', async () => {
    const text = `region,n\n${'north,1\n'.repeat(2000)}`
    const packed = gzipSync(text)
    const database = await uploadDatabase()
    const load = async (max_upload_bytes: number, bytes: Uint8Array) => {
      const caller = await userWith({ max_upload_bytes })
      const url = `/api/v1/database/${database}/upload/`
      const poster = {
        post: (path: string, payload?: unknown, options?: { headers?: unknown }) =>
          caller.call('POST', path, payload as object, options?.headers as Record<string, string>),
      }
      const answer = await postFile(poster, url, { filename: 'a.csv.gz', bytes }, { table_name: `table_${++count}` })
      const use = { caller: `user ${caller.id}`, measure: 'max_upload_bytes', windowMs: 24 * 3_600_000 } as const
      return [answer.headers['x-facet-error'] ?? answer.statusCode, await fixture.context.store.quotaUses.used(use)]
    }
    expect(await load(text.length - 1, packed)).toEqual(['quota-upload-size', 0])
    expect(await load(text.length, packed)).toEqual([201, text.length])
    // Decompression of these bytes would fail.
    expect(await load(9, Buffer.from('not gzip at all'))).toEqual(['quota-upload-size', 0])
  })

  function fileFor(route: string): { filename: string; bytes: string } {
    if (/excel/.test(route)) return { ...FILE, filename: 'next.xlsx' }
    return /columnar/.test(route) ? { ...FILE, filename: 'next.parquet' } : FILE
  }

  async function uploadDatabase(): Promise<number> {
    const { databases } = fixture.context.store
    const known = await databases.find({ col: 'database_name', op: 'eq', value: 'Uploads' })
    const values = { database_name: 'Uploads', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///uploads.duckdb' }
    return (known ?? (await databases.create({ ...values, allow_file_upload: true }, null))).id
  }
})
