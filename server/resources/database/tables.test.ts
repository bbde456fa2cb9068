import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { EngineFile } from '#server/processes/engine-file.ts'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

/** Number of tables of each database, and of schemas. */
const isExtended = process.env['FACET_TEST_SET'] === 'all'
const TABLES = isExtended ? 100_000 : 500
const SCHEMAS = isExtended ? 10_000 : 50
/** Milliseconds to create them, and for the tests of one database. */
const CREATION_MS = isExtended ? 500_000 : 20_000
const TEST_MS = isExtended ? 120_000 : 20_000
/** Bytes of an answer with a page of 200 tables. */
const PAGE_BYTES = 20_000

const nameOf = (number: number) => `table_${String(number).padStart(6, '0')}`
const names = Array.from({ length: TABLES }, (_, index) => nameOf(index))

let fixture: DataFixture
let server: Awaited<ReturnType<typeof emptyDatabase>>
let remote: number

async function fillPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // One transaction could not lock that many tables.
  await client.query(`DO $$ BEGIN FOR i IN 0..${TABLES - 1} LOOP
    EXECUTE format('CREATE TABLE public.table_%s (n int)', lpad(i::text, 6, '0'));
    IF i % 500 = 499 THEN COMMIT; END IF; END LOOP; END $$`)
  await client.query(`DO $$ BEGIN FOR i IN 1..${SCHEMAS} LOOP
    EXECUTE format('CREATE SCHEMA schema_%s', i); IF i % 500 = 499 THEN COMMIT; END IF; END LOOP; END $$`)
  await client.end()
}

beforeAll(async () => {
  const wide = names.map((name) => `CREATE TABLE ${name} (n INTEGER);`).join('')
  const statements = [`BEGIN; ${wide} COMMIT`, 'CREATE SCHEMA other', 'CREATE VIEW other.late AS SELECT 1 AS n']
  fixture = await openDataFixture(statements, NOON)
  fixture.context.sqlQueries.start()
  server = await emptyDatabase()
  await fillPostgres(server.url)
  const sqlalchemy_uri = server.url.replace(/^postgres:/, 'postgresql:')
  const values = { database_name: 'remote', backend: 'postgresql', sqlalchemy_uri }
  remote = (await fixture.context.store.databases.create(values, null)).id
}, CREATION_MS)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await fixture.close()
  await server.stop()
})

async function get(id: number, q: object, [username, ...roles]: readonly [string, ...string[]] = ['admin']) {
  const started = performance.now()
  const answer = await fixture.app.inject({
    url: `/api/v1/database/${id}/tables/?q=${encodeURIComponent(printRison(q))}`,
    headers: { authorization: `Bearer ${await fixture.token(username, ...roles)}` },
  })
  return { status: answer.statusCode, bytes: answer.body.length, ms: performance.now() - started, ...answer.json() }
}
const valuesOf = ({ result }: { readonly result: readonly { readonly value: string }[] }) =>
  result.map(({ value }) => value)

/** Returns a function that counts the reads of tables from the catalogues since then. */
function countScans() {
  const calls = vi.spyOn(EngineFile.prototype, 'ask')
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  return () =>
    calls.mock.calls.filter(([method]) => method === 'tables').length +
    statements.mock.calls.filter(([text]) => /FROM pg_class/.test(text)).length
}

describe.each([
  ['DuckDB', 'main', () => fixture.database.id, { ten: 1, page: 0 }],
  // Pages are searched in the catalogue; the list for users with few tables is another statement.
  ['PostgreSQL', 'public', () => remote, { ten: 2, page: 1 }],
] as const)('%s', { timeout: TEST_MS }, (name, schema_name, id, scans) => {
  /** A user who may see three tables: those of datasets. */
  const reader = [`reader of ${name}`, 'Gamma'] as const
  beforeAll(async () => {
    await fixture.token(...reader)
    const user = await fixture.context.store.users.byUsername(reader[0])
    for (const table_name of ['table_000003', 'table_000007', 'table_000399'])
      await fixture.context.store.datasets.create(
        { table_name, schema: schema_name, database_id: id(), owners: [user?.id ?? 0] },
        null,
      )
  })

  it('returns pages of many tables with the count of all', async () => {
    const first = await get(id(), { schema_name, page: 0, page_size: 200 })
    expect([first.status, first.count, valuesOf(first)]).toEqual([200, TABLES, names.slice(0, 200)])
    expect(first.result[0]).toEqual({ value: 'table_000000', type: 'table', extra: null })
    const second = await get(id(), { schema_name, page: 1, page_size: 200 })
    expect([second.count, valuesOf(second)]).toEqual([TABLES, names.slice(200, 400)])
    const repeated = await get(id(), { schema_name, page: 1, page_size: 200 })
    expect(repeated.result).toEqual(second.result)
    for (const { bytes } of [first, second]) expect(bytes).toBeLessThan(PAGE_BYTES)
    if (isExtended)
      console.info(
        `${name}: ${TABLES} tables, page ${Math.round(first.ms)} ms, next ${Math.round(second.ms)} ms, cached ${repeated.ms.toFixed(1)} ms, ${first.bytes} bytes`,
      )
  })

  it('searches all tables by text', async () => {
    const found = await get(id(), { schema_name, filter: 'E_00049', page_size: 4 })
    expect([found.count, valuesOf(found)]).toEqual([10, names.slice(490, 494)])
    if (isExtended) console.info(`${name}: search ${Math.round(found.ms)} ms`)
    expect(await get(id(), { schema_name, filter: '%' })).toMatchObject({ count: 0, result: [] })
  })

  it('returns all tables of the schema to clients that request no page', async () => {
    const all = await get(id(), { schema_name, catalog_name: null, force: false })
    expect([all.count, all.result.length]).toEqual([TABLES, TABLES])
    if (isExtended) console.info(`${name}: all tables ${Math.round(all.ms)} ms, ${all.bytes} bytes`)
  })

  it('returns pages, searches and counts of the tables that a user may see, and no others', async () => {
    const pages = [0, 1].map((page) => get(id(), { schema_name, page, page_size: 2 }, reader))
    expect((await Promise.all(pages)).map((page) => [page.count, valuesOf(page)])).toEqual([
      [3, ['table_000003', 'table_000007']],
      [3, ['table_000399']],
    ])
    const found = await get(id(), { schema_name, filter: '00000' }, reader)
    expect([found.count, valuesOf(found)]).toEqual([2, ['table_000003', 'table_000007']])
    expect((await get(id(), { schema_name, filter: '000004' }, reader)).count).toBe(0)
    expect((await get(id(), { schema_name }, reader)).count).toBe(3)
  })

  it('reads the catalogue once for ten first requests at the same time, whoever sends them', async () => {
    await fixture.context.store.databases.dataChanged(id())
    const page = { schema_name, page: 0, page_size: 4 }
    const count = countScans()
    const users = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? undefined : reader))
    const pages = await Promise.all(users.map((user) => get(id(), page, user)))
    expect(pages.map((answer) => answer.count)).toEqual(users.map((user) => (user ? 3 : TABLES)))
    expect(count()).toBe(scans.ten)
    if (isExtended) console.info(`${name}: ten first requests ${Math.round(Math.max(...pages.map(({ ms }) => ms)))} ms`)
    await get(id(), page)
    expect(count()).toBe(scans.ten)
    expect(valuesOf(await get(id(), { ...page, page: 1 }))).toEqual(names.slice(4, 8))
    expect(count()).toBe(scans.ten + scans.page)
  })
})

it('notices a table that another program creates when the list is refreshed', async () => {
  const search = { schema_name: 'public', filter: 'by_another', page_size: 10 }
  expect((await get(remote, search)).count).toBe(0)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE TABLE by_another (n int)')
  await client.end()
  expect((await get(remote, search)).count).toBe(0)
  expect((await get(remote, { ...search, force: true })).count).toBe(1)
  expect((await get(remote, search)).count).toBe(1)
})

it('notices tables that the SQL editor creates and drops', async () => {
  await fixture.context.store.databases.update(remote, { allow_ctas: true, allow_dml: true }, null)
  const count = async () => (await get(remote, { schema_name: 'public', filter: 'made_here' })).count
  const run = async (payload: object) => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      headers: { authorization: `Bearer ${await fixture.token('admin')}` },
      payload: { database_id: remote, ...payload },
    })
    expect(answer.json()).toMatchObject({ status: 'success' })
  }
  expect(await count()).toBe(0)
  const creation = { select_as_cta: true, ctas_method: 'TABLE', tmp_table_name: 'made_here' }
  await run({ client_id: 'made', sql: 'SELECT 1 AS n', ...creation })
  expect(await count()).toBe(1)
  await run({ client_id: 'dropped', sql: 'DROP TABLE made_here' })
  expect(await count()).toBe(0)
})

it('limits the size of a page, and rejects wrong queries', async () => {
  const { id } = fixture.database
  const large = await get(id, { schema_name: 'main', page_size: 1_000_000 })
  expect([large.count, large.result.length]).toEqual([TABLES, Math.min(TABLES, 1000)])
  expect((await get(id, { schema_name: 'main', page: 9_007_199_254_740_991, page_size: 1000 })).result).toEqual([])
  for (const q of [{}, { schema_name: 'main', page: 'a' }, { schema_name: 'main', filter: 1 }])
    expect([q, (await get(id, q)).status]).toEqual([q, 400])
})

it('lists many schemas', async () => {
  const started = performance.now()
  const answer = await fixture.app.inject({
    url: `/api/v1/database/${remote}/schemas/`,
    headers: { authorization: `Bearer ${await fixture.token('admin')}` },
  })
  const ms = performance.now() - started
  expect(answer.json().result).toHaveLength(SCHEMAS + 1)
  if (isExtended) console.info(`PostgreSQL: ${SCHEMAS} schemas, ${Math.round(ms)} ms, ${answer.body.length} bytes`)
})
