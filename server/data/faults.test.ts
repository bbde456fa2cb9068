import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type * as Files from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asyncCaller } from '#testing/async-caller.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { openProxy, type Proxy } from '#testing/proxy.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'

const disk = vi.hoisted(() => ({ full: false }))
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof Files>()
  const writeFile = (...given: Parameters<typeof real.writeFile>) =>
    disk.full && typeof given[0] === 'string' && given[0].endsWith('.part')
      ? Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
      : real.writeFile(...given)
  return { ...real, default: { ...real, writeFile }, writeFile }
})

const NOW = Date.UTC(2024, 5, 15)
const columns = [
  { column_name: 'n', type: 'INTEGER' },
  { column_name: 'h', type: 'VARCHAR' },
]
const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
const tables = [
  'CREATE TABLE many AS SELECT CAST(g AS INTEGER) AS n, md5(CAST(g AS VARCHAR)) AS h FROM generate_series(0, 99999) AS s(g)',
]
/** Counting its rows would take hours. */
const ENDLESS = 'SELECT a.n, a.h FROM many a, many b WHERE a.h > b.h'

let postgres: Postgres
let observer: pg.Client
beforeAll(async () => {
  postgres = await startPostgres()
  observer = new pg.Client({ connectionString: postgres.url })
  await observer.connect()
  for (const statement of [...tables, 'ALTER DATABASE postgres SET jit = off', 'ANALYZE'])
    await observer.query(statement)
}, 60_000)
afterAll(async () => {
  await observer.end()
  await postgres.stop()
})

interface Faulty {
  readonly fixture: DataFixture
  readonly many: number
  readonly endless: number
  readonly proxy: Proxy
  /** Waits until the engine runs none of our queries. */
  untilFree(): Promise<void>
  /** Waits until the engine runs one of our queries. */
  untilBusy(): Promise<void>
}

const OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
const running = async () =>
  (await observer.query(`SELECT pid ${OTHERS} AND state <> 'idle' AND query LIKE '%many%'`)).rows.length

let opened: Faulty | undefined
afterEach(async () => {
  disk.full = false
  await opened?.fixture.close()
  await opened?.proxy.close()
  opened = undefined
})

async function open(
  engine: string,
  parts: Parameters<typeof openDataFixture>[3] = {},
  environment = {},
): Promise<Faulty> {
  const fixture = await openDataFixture(tables, NOW, environment, parts)
  const url = new URL(postgres.url)
  const proxy = await openProxy(Number(url.port))
  url.port = String(proxy.port)
  url.hostname = '127.0.0.1'
  const { store, chartData } = fixture.context
  const server = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: url.href },
    null,
  )
  const database_id = engine === 'duckdb' ? fixture.database.id : server.id
  const many = await store.datasets.create({ database_id, table_name: 'many', columns, metrics }, null)
  const sql = ENDLESS
  const endless = await store.datasets.create({ database_id, table_name: 'endless', sql, columns, metrics }, null)
  opened = {
    fixture,
    many: many.id,
    endless: endless.id,
    proxy,
    // Writing waits until there are no readers.
    untilFree: () =>
      engine === 'duckdb'
        ? waitUntilUnused(chartData.sources, fixture.database)
        : vi.waitFor(async () => expect(await running()).toBe(0)),
    untilBusy: () =>
      engine === 'duckdb'
        ? new Promise((resolve) => setTimeout(resolve, 150))
        : vi.waitFor(async () => expect(await running()).toBeGreaterThan(0)),
  }
  return opened
}

const question = (id: number, query: object) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['n'], orderby: [['n', true]], ...query }],
  force: true,
})
const endlessly = (id: number) => question(id, { columns: [], metrics: ['total'], orderby: [] })

async function ask({ fixture }: Faulty, payload: object) {
  const headers = { authorization: `Bearer ${await fixture.token('admin', 'Admin')}` }
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
  return { status: answer.statusCode, body: answer.json(), text: answer.payload }
}

async function nextIsAnswered(faulty: Faulty) {
  for (const row_limit of [2, 3]) {
    const { status, body } = await ask(faulty, question(faulty.many, { row_limit }))
    expect([status, body.result?.[0]?.data]).toEqual([200, [{ n: 0 }, { n: 1 }, { n: 2 }].slice(0, row_limit)])
  }
}

/** Returns the single error of a body in any format. */
const errorOf = ({ body }: { body: { errors?: { message: string; error_type: string }[]; message?: string } }) =>
  body.errors?.[0] ? [body.errors[0].message, body.errors[0].error_type] : [body.message]

describe.each(['duckdb', 'postgresql'])('errors with %s', (engine) => {
  it('a result with too many bytes returns 400, and the next query succeeds', async () => {
    const faulty = await open(engine, { resultBytes: 20_000 })
    const answer = await ask(faulty, question(faulty.many, { columns: ['h'], orderby: [], row_limit: 5000 }))
    expect([answer.status, ...errorOf(answer)]).toEqual([400, 'The result is larger than 20000 bytes'])
    for (const result_format of ['csv', 'xlsx']) {
      const file = await ask(faulty, {
        ...question(faulty.many, { columns: ['h'], orderby: [], row_limit: 5000 }),
        result_format,
      })
      expect([file.status, ...errorOf(file)]).toEqual([400, 'The result is larger than 20000 bytes'])
    }
    await faulty.untilFree()
    await nextIsAnswered(faulty)
  })

  it('a query above the time limit returns 504 and ends in the engine, and the next query succeeds', async () => {
    const faulty = await open(engine, { timeoutMs: 5000 })
    await nextIsAnswered(faulty)
    const answer = await ask(faulty, endlessly(faulty.endless))
    expect([answer.status, ...errorOf(answer)]).toEqual([504, 'The query took longer than 5 seconds'])
    await faulty.untilFree()
    await nextIsAnswered(faulty)
  })

  it('queries of callers who disconnect end in the engine, and the next query succeeds', async () => {
    const faulty = await open(engine)
    const { app } = faulty.fixture
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const authorization = `Bearer ${await faulty.fixture.token('admin', 'Admin')}`
    const leaving = new AbortController()
    const left = [1, 2, 3, 4].map((row_limit) =>
      fetch(`http://127.0.0.1:${port}/api/v1/chart/data`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        // More than the concurrency limit: some have not started.
        body: JSON.stringify(question(faulty.endless, { columns: [], metrics: ['total'], orderby: [], row_limit })),
        signal: leaving.signal,
      }).catch((error: Error) => error.name),
    )
    await faulty.untilBusy()
    leaving.abort()
    expect(await Promise.all(left)).toEqual(Array(4).fill('AbortError'))
    await faulty.untilFree()
    await nextIsAnswered(faulty)
  })
})

describe('a server in another process', () => {
  let faulty: Faulty
  beforeEach(async () => {
    faulty = await open('postgresql')
    await nextIsAnswered(faulty)
  })

  it.each<[string, () => unknown]>([
    ['is killed', () => observer.query(`SELECT pg_terminate_backend(pid) ${OTHERS} AND state <> 'idle'`)],
    ['cannot be reached any longer', () => faulty.proxy.cut()],
  ])(
    'a server that %s during a query fails it with a connection error, and the next query succeeds',
    async (_, fail) => {
      const pending = ask(faulty, endlessly(faulty.endless))
      await faulty.untilBusy()
      await fail()
      const answer = await pending
      expect([answer.status, ...errorOf(answer)]).toEqual([
        422,
        'Connection failed, please check your connection settings',
        'GENERIC_COMMAND_ERROR',
      ])
      await nextIsAnswered(faulty)
      // The server notices a lost connection only when it writes to it.
      await observer.query(`SELECT pg_terminate_backend(pid) ${OTHERS} AND state <> 'idle'`)
      await faulty.untilFree()
    },
  )

  it('a server that rejects connections returns 422 for each query until it accepts them again', async () => {
    await faulty.proxy.refuse()
    for (const row_limit of [4, 5]) {
      const answer = await ask(faulty, question(faulty.many, { row_limit }))
      expect([answer.status, ...errorOf(answer)]).toEqual([422, 'The port is closed.', 'CONNECTION_PORT_CLOSED_ERROR'])
    }
    await faulty.proxy.allow()
    await nextIsAnswered(faulty)
  })
})

it('a job ends with an error when the database server crashes, and the next job succeeds', async () => {
  const faulty = await open('postgresql', {}, { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' })
  const ada = await asyncCaller(faulty.fixture, 'admin', 'Admin')
  const put = async (payload: object) =>
    (await ada.call('POST', '/api/v1/chart/data', payload)).json<{ job_id: string }>().job_id
  const job = await put(endlessly(faulty.endless))
  await faulty.untilBusy()
  await observer.query(`SELECT pg_terminate_backend(pid) ${OTHERS} AND state <> 'idle'`)
  expect(await ada.eventOf(job)).toMatchObject({
    status: 'error',
    errors: [{ message: 'Connection failed, please check your connection settings' }],
  })
  expect(await ada.eventOf(await put(question(faulty.many, { row_limit: 2 })))).toMatchObject({ status: 'done' })
  await faulty.untilFree()
})

it('a damaged database file returns 422, and other databases still respond', async () => {
  const faulty = await open('duckdb')
  const { store } = faulty.fixture.context
  writeFileSync(join(faulty.fixture.home, 'databases', 'damaged.duckdb'), 'no database, and nothing like one at all')
  const { id } = await store.databases.create(
    { database_name: 'damaged', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///damaged.duckdb' },
    null,
  )
  const damaged = await store.datasets.create({ database_id: id, table_name: 'many', columns, metrics }, null)
  for (let time = 0; time < 2; time++) {
    const answer = await ask(faulty, question(damaged.id, { row_limit: 2 }))
    expect([answer.status, ...errorOf(answer)]).toEqual([
      422,
      'Connection failed, please check your connection settings',
      'GENERIC_COMMAND_ERROR',
    ])
    expect(answer.text).not.toContain(faulty.fixture.home)
  }
  await nextIsAnswered(faulty)
})

describe('results cached on disk', () => {
  const cachedEntry = (home: string) => readdirSync(join(home, 'cache')).filter((name) => !name.endsWith('.part'))
  const cached = (id: number) => ({ ...question(id, { row_limit: 2 }), force: false })
  const dataOf = async (faulty: Faulty, payload: object) => {
    const { status, body } = await ask(faulty, payload)
    return [status, body.result[0].data, body.result[0].is_cached]
  }
  const rows = [{ n: 0 }, { n: 1 }]

  it('a full disk is logged once, leaves no partial file, and every query succeeds', async () => {
    const faulty = await open('duckdb', { diskBytes: 1_000_000 })
    disk.full = true
    expect(await dataOf(faulty, cached(faulty.many))).toEqual([200, rows, false])
    await nextIsAnswered(faulty)
    await expect
      .poll(() => faulty.fixture.warned)
      .toEqual([['The cache on disk is full', { code: 'cache-full', cause: 'ENOSPC: no space left on device' }]])
    expect(readdirSync(join(faulty.fixture.home, 'cache'))).toEqual([])
    disk.full = false
    faulty.fixture.now += 60_001
    await ask(faulty, question(faulty.many, { row_limit: 7 }))
    await expect.poll(() => cachedEntry(faulty.fixture.home)).toHaveLength(1)
  })

  it('logs a damaged file, runs its query again and replaces the file', async () => {
    const first = await open('duckdb', { diskBytes: 1_000_000 })
    expect(await dataOf(first, cached(first.many))).toEqual([200, rows, false])
    await expect.poll(() => cachedEntry(first.fixture.home)).toHaveLength(1)
    const { home } = first.fixture
    const [name = ''] = cachedEntry(home)
    await first.fixture.close('keep')
    await first.proxy.close()
    const file = join(home, 'cache', name)
    const bytes = readFileSync(file)
    writeFileSync(file, Buffer.from(bytes.map((byte, at) => (at === bytes.length - 2 ? byte ^ 1 : byte))))
    const fixture = await openDataFixture([], NOW, {}, { home, diskBytes: 1_000_000 })
    opened = { ...first, fixture, proxy: { ...first.proxy, close: async () => {} } }
    expect(await dataOf(opened, cached(first.many))).toEqual([200, rows, false])
    expect(fixture.warned).toEqual([
      ['A cached result on disk was damaged and is computed again', { code: 'cache-damaged' }],
    ])
    await expect.poll(() => cachedEntry(home)).toEqual([name])
    expect(readFileSync(file).equals(bytes)).toBe(false)
    expect(await dataOf(opened, cached(first.many))).toEqual([200, rows, true])
  })
})
