import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

/** A text longer than the maximum string length of V8, computed per row, because the planner precomputes constants. */
const LONG = 'repeat(md5(CAST(random() AS text)), 18750000)'
const TOO_LARGE = 'The result is larger than 256 MiB'

let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let fixture: DataFixture
let plain: number
let virtual: number
let headers: Record<string, string>

beforeAll(async () => {
  postgres = await emptyDatabase()
  fixture = await openDataFixture([], Date.UTC(2024, 5, 15), {}, { timeoutMs: 240_000 })
  const { store } = fixture.context
  const database = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: postgres.url },
    null,
  )
  const columns = [{ column_name: 'x', type: 'TEXT', groupby: true, filterable: true }]
  const dataset = (table_name: string, sql: string) =>
    store.datasets.create({ database_id: database.id, table_name, sql, columns }, null)
  plain = (await dataset('plain', "SELECT 'short' AS x")).id
  virtual = (await dataset('virtual', `SELECT ${LONG} AS x`)).id
  headers = { authorization: `Bearer ${await fixture.token('admin', 'Admin')}` }
})
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

const custom = (sqlExpression: string) => ({ label: 'long', expressionType: 'SQL', sqlExpression })

async function ask(id: number, query: object) {
  const payload = { datasource: { id, type: 'table' }, queries: [query], force: true }
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
  return answer.json<{ errors?: { message: string }[]; message?: string; result?: { data: unknown }[] }>()
}

const reported = (body: Awaited<ReturnType<typeof ask>>) => body.errors?.[0]?.message ?? body.message
const answered = async () => (await ask(plain, { columns: ['x'] })).result?.[0]?.data

it.each<[string, () => number, object]>([
  ['metric', () => plain, { metrics: [custom("repeat('a', 600000000)")] }],
  ['metric of bytes', () => plain, { metrics: [custom(`CAST(${LONG} AS bytea)`)] }],
  ['metric of JSON', () => plain, { metrics: [custom(`to_json(${LONG})`)] }],
  ['list', () => plain, { metrics: [custom(`ARRAY[${LONG}]`)] }],
  ['column', () => plain, { columns: [custom(LONG)] }],
  ['group', () => plain, { columns: [custom(LONG)], metrics: [{ ...custom('count(*)'), label: 'n' }] }],
  [
    'group laid out by steps',
    () => plain,
    { metrics: [custom(LONG)], post_processing: [{ operation: 'cum', options: {} }] },
  ],
  ['virtual dataset', () => virtual, { columns: ['x'] }],
  ['sample', () => virtual, { columns: [], result_type: 'samples' }],
  ['csv', () => virtual, { columns: ['x'], result_format: 'csv' }],
])(
  'a value above the limit fails only its query with result-too-large: %s',
  async (_, id, query) => {
    expect(reported(await ask(id(), query))).toBe(TOO_LARGE)
    expect(await answered()).toEqual([{ x: 'short' }])
  },
  300_000,
)

it('the values of a filter have the same limit', async () => {
  const url = `/superset/filter/table/${virtual}/x/`
  const answer = await fixture.app.inject({ method: 'GET', url, headers })
  expect(answer.payload).toContain(TOO_LARGE)
  expect(await answered()).toEqual([{ x: 'short' }])
}, 300_000)

it('an error that contains a long value is replaced by result-too-large', async () => {
  const message = reported(await ask(plain, { metrics: [custom(`CAST(repeat('a', 5000000) AS int)`)] }))
  expect(message).toBe('The result is larger than 1 MiB')
  expect(await answered()).toEqual([{ x: 'short' }])
}, 300_000)
