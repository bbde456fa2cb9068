import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import pg from 'pg'

const TABLE =
  'CREATE TABLE sales AS SELECT CAST(g AS INTEGER) AS revenue, CAST(g AS VARCHAR) AS region FROM generate_series(0, 9) AS s(g)'

let fixture: DataFixture
let postgres: Awaited<ReturnType<typeof emptyDatabase>>
const datasets: Record<string, { plain: number; virtual: number; narrow: number; lost: number }> = {}
let admin: string
let alpha: string
let reader: string
let ruled: string

beforeAll(async () => {
  postgres = await emptyDatabase()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(TABLE)
  await client.end()
  fixture = await openDataFixture([TABLE], Date.UTC(2024, 5, 15))
  const { store } = fixture.context
  const server = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: postgres.url },
    null,
  )
  admin = await fixture.token('admin', 'Admin')
  alpha = await fixture.token('alpha', 'Alpha')
  const columns = ['revenue', 'region'].map((column_name) => ({ column_name, type: 'INTEGER' }))
  const metrics = [{ metric_name: 'total', expression: 'SUM(revenue)' }]
  for (const [engine, database_id] of [
    ['duckdb', fixture.database.id],
    ['postgresql', server.id],
  ] as const) {
    const make = async (table_name: string, sql: string | null, listed: typeof columns) =>
      (
        await store.datasets.create(
          { database_id, table_name, columns: listed, metrics, ...(sql ? { sql } : {}) },
          null,
        )
      ).id
    datasets[engine] = {
      plain: await make('sales', null, columns),
      virtual: await make('bad', 'SELECT revenu AS r FROM sales', []),
      narrow: await make('narrow', 'SELECT * FROM sales', columns.slice(1)),
      lost: await make('lost', 'SELECT * FROM sale', columns),
    }
  }
  const role = await store.roles.create({ name: 'Reader' }, null)
  const pairs = Object.values(datasets)
    .flatMap(({ narrow, lost }) => [narrow, lost])
    .map((id) => ['datasource_access', `[x].[t](id:${id})`] as const)
  await store.roles.setPairs(role.id, pairs)
  reader = await fixture.token('reader', 'Gamma', 'Reader')
  const narrowed = await store.roles.create({ name: 'Narrowed' }, null)
  const tables = Object.values(datasets).map(({ narrow }) => narrow)
  const rule = { name: 'few', filter_type: 'Regular', clause: "region = '1'", tables, roles: [narrowed.id] }
  const headers = { authorization: `Bearer ${admin}` }
  await fixture.app.inject({ method: 'POST', url: '/api/v1/rowlevelsecurity/', headers, payload: rule })
  ruled = await fixture.token('ruled', 'Alpha', 'Narrowed')
}, 60_000)
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

async function unknownNameOf(token: string, id: number | undefined, query: object) {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    headers: { authorization: `Bearer ${token}` },
    payload: { datasource: { id, type: 'table' }, queries: [query] },
  })
  expect([400, 403], answer.body).toContain(answer.statusCode)
  return { mistake: answer.json().errors?.[0]?.extra?.mistake as unknown, body: answer.body }
}
const sql = (sqlExpression: string) => ({ metrics: [{ expressionType: 'SQL', sqlExpression, label: 'm' }] })

describe.each(['duckdb', 'postgresql'])('suggestions with %s', (engine) => {
  it('an error contains the unknown name and similar names', async () => {
    const { plain } = datasets[engine] ?? {}
    const column = { kind: 'column', name: 'revenu', candidates: ['revenue'] }
    expect((await unknownNameOf(admin, plain, sql('SUM(revenu)'))).mistake).toEqual(column)
    expect((await unknownNameOf(alpha, plain, { columns: ['revenu'] })).mistake).toEqual(column)
    const metric = { kind: 'metric', name: 'totl', candidates: ['total'] }
    expect((await unknownNameOf(alpha, plain, { metrics: ['totl'] })).mistake).toEqual(metric)
    expect((await unknownNameOf(alpha, plain, sql('SUMM(revenue)'))).mistake).toMatchObject({
      kind: 'function',
      name: 'summ',
      candidates: expect.arrayContaining(['sum']),
    })
  })

  it('offers a name that the engine suggests and the dataset lacks', async () => {
    const { virtual } = datasets[engine] ?? {}
    const { mistake } = await unknownNameOf(admin, virtual, sql('COUNT(*)'))
    expect(mistake).toMatchObject({ kind: 'column', name: 'revenu', candidates: ['revenue'] })
  })

  it('a wrong table in the SQL of a dataset has similar names for users with access to the database', async () => {
    const { lost } = datasets[engine] ?? {}
    const table = { kind: 'table', name: 'sale', candidates: ['sales'] }
    expect((await unknownNameOf(admin, lost, sql('COUNT(*)'))).mistake).toEqual(table)
    expect((await unknownNameOf(alpha, lost, { columns: ['region'] })).mistake).toEqual(table)
    const reported = await unknownNameOf(reader, lost, sql('COUNT(*)'))
    expect([reported.mistake, reported.body.includes('sales')]).toEqual([undefined, false])
  })

  it('shows no names of the engine to users who may read only the dataset', async () => {
    const { narrow } = datasets[engine] ?? {}
    const requested = sql('SUM(revenu)')
    expect((await unknownNameOf(admin, narrow, requested)).mistake).toMatchObject({ candidates: ['revenue'] })
    const reported = await unknownNameOf(reader, narrow, requested)
    expect(reported.mistake).toBeUndefined()
    expect(reported.body).toContain('revenu')
    expect(reported.body).not.toContain('revenue"')
  })

  it('users with row rules get similar names of the dataset, and none of the engine', async () => {
    const { narrow } = datasets[engine] ?? {}
    expect((await unknownNameOf(alpha, narrow, sql('SUM(revenu)'))).mistake).toMatchObject({ candidates: ['revenue'] })
    expect((await unknownNameOf(ruled, narrow, sql('SUM(revenu)'))).mistake).toBeUndefined()
    expect((await unknownNameOf(ruled, narrow, sql('MAX(regin)'))).mistake).toMatchObject({ candidates: ['region'] })
  })

  it('the validation of an expression reports the same names as its query', async () => {
    const { plain } = datasets[engine] ?? {}
    const column = { kind: 'column', name: 'revenu', candidates: ['revenue'] }
    const nothing = { extras: { where: '1 = 0' }, row_limit: 1 }
    const tried = { expressionType: 'SQL', sqlExpression: 'revenu + 1', label: '__check' }
    expect((await unknownNameOf(alpha, plain, { columns: [tried], metrics: [], ...nothing })).mistake).toEqual(column)
    expect((await unknownNameOf(alpha, plain, { ...sql('SUM(revenu)'), ...nothing })).mistake).toEqual(column)
  })

  it('SQL of a dataset being edited reports its wrong column, function or table', async () => {
    const { plain } = datasets[engine] ?? {}
    const mistake = async (token: string, written: string) => {
      const url = `/datasource/external_metadata/table/${plain}/?${new URLSearchParams({ sql: written })}`
      const answer = await fixture.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
      return answer.json().errors?.[0]?.extra?.mistake as unknown
    }
    const column = { kind: 'column', name: 'revenu', candidates: ['revenue'] }
    expect(await mistake(admin, 'SELECT revenu FROM sales')).toEqual(column)
    const called = { kind: 'function', name: 'summ', candidates: expect.arrayContaining(['sum']) }
    expect(await mistake(admin, 'SELECT summ(revenue) FROM sales')).toMatchObject(called)
    const table = { kind: 'table', name: 'sale', candidates: ['sales'] }
    expect(await mistake(admin, 'SELECT * FROM sale')).toEqual(table)
    expect(await mistake(reader, 'SELECT * FROM sale')).toBeUndefined()
  })
})
