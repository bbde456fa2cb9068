import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
/** May write datasets and owns one, without access to its database. */
let owner: Client
let database: number
let foreign: number

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { store, chartData } = fixture.context
  const stored = await fixture.database()
  const { sources } = chartData
  await replaceTable(sources, stored, 'own', 'SELECT 1 AS n')
  await replaceTable(sources, stored, 'salaries', 'SELECT 987654 AS n')
  await store.databases.dataChanged(stored.id)
  database = stored.id
  const role = await store.roles.create({ name: 'Writes datasets' }, null)
  await store.roles.addPairs(role.id, [
    ['can_write', 'Dataset'],
    ['can_save', 'Datasource'],
  ])
  owner = await fixture.as('Gamma', 'Writes datasets')
  foreign = (await fixture.database({ database_name: 'vault', sqlalchemy_uri: 'duckdb:///vault.duckdb' })).id
})
afterAll(() => fixture.close())

let count = 0
const columns = [{ column_name: 'n', type: 'INTEGER' }]
/** Creates a dataset of the owner; table names are fixed, because there is only one table. */
async function mine(values: { sql?: string; template_params?: string; table_name?: string } = {}) {
  const owners = [owner.user?.userId as number]
  const name = values.sql ? `query ${++count}` : 'own'
  return (await fixture.dataset({ table_name: name, columns, metrics: [], owners, ...values })).id
}

const asForm = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const services: Record<string, (id: number, change: Readonly<Record<string, unknown>>) => ReturnType<Client['put']>> = {
  'PUT /api/v1/dataset/': (id, change) => owner.put(`/api/v1/dataset/${id}`, change),
  'POST /datasource/save/': (id, { database_id, ...rest }) => {
    const data = { id, type: 'table', ...rest, ...(database_id ? { database: { id: database_id } } : {}) }
    return owner.post('/datasource/save/', new URLSearchParams({ data: JSON.stringify(data) }).toString(), asForm)
  },
}

const rowsOf = (client: Client, id: number) =>
  client.post('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [{ columns: ['n'], metrics: [], row_limit: 10 }],
  })

describe.each(Object.entries(services))('%s', (_, change) => {
  it.each<[string, Parameters<typeof mine>[0], Record<string, unknown>]>([
    ['another table', {}, { table_name: 'salaries' }],
    ['another schema', {}, { schema: 'main' }],
    ['SQL', {}, { sql: 'SELECT * FROM salaries' }],
    ['other SQL', { sql: 'SELECT 1 AS n' }, { sql: 'SELECT * FROM salaries' }],
    ['the table its name says', { sql: 'SELECT 1 AS n', table_name: 'salaries' }, { sql: null }],
    ['the table its name says, its SQL emptied', { sql: 'SELECT 1 AS n', table_name: 'salaries' }, { sql: ' ' }],
    [
      'what a template of its SQL is given',
      { sql: 'SELECT * FROM {{ place }}', template_params: '{"place":"own"}' },
      { template_params: '{"place":"salaries"}' },
    ],
  ])('%s cannot be set by an owner without access to the database', async (_name, values, body) => {
    const id = await mine(values)
    const before = await fixture.context.store.datasets.get(id)
    const answer = await change(id, body)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().errors[0].error_type).toBe('DATABASE_SECURITY_ACCESS_ERROR')
    expect(await fixture.context.store.datasets.get(id)).toEqual(before)
    expect((await owner.put(`/api/v1/dataset/${id}/refresh`)).body).not.toContain('salaries')
    expect((await rowsOf(owner, id)).body).not.toContain('987654')
    await fixture.context.store.datasets.remove([id], null)
  })

  it('another database cannot be set, and is not named', async () => {
    const id = await mine()
    const answer = await change(id, { database_id: foreign })
    expect([answer.statusCode, answer.body.includes('vault')]).toEqual([403, false])
    await fixture.context.store.datasets.remove([id], null)
  })

  it('owners may change a dataset without changing its source', async () => {
    const id = await mine({ sql: 'SELECT 1 AS n' })
    const body = { table_name: `renamed ${id}`, description: 'Mine', sql: 'SELECT 1 AS n', template_params: '{"a":1}' }
    expect((await change(id, body)).statusCode).toBe(200)
    const plain = await mine()
    expect((await change(plain, { table_name: 'own', schema: null, sql: null, offset: 1 })).statusCode).toBe(200)
    await fixture.context.store.datasets.remove([plain], null)
  })
})

it('rejects changed SQL like the SQL of a new dataset', async () => {
  const id = await mine({ sql: 'SELECT 1 AS n' })
  const wrong = ['DROP TABLE own', "SELECT * FROM read_csv('/etc/passwd')", 'SELECT 1; SELECT 2', 'SELEC 1']
  for (const sql of wrong) {
    const made = await admin.post('/api/v1/dataset/', { database, table_name: 'wrong', sql })
    const changed = await admin.put(`/api/v1/dataset/${id}`, { sql })
    expect([changed.statusCode, changed.json()]).toEqual([made.statusCode, made.json()])
    expect([400, 403]).toContain(changed.statusCode)
  }
  expect((await admin.put(`/api/v1/dataset/${id}`, { sql: 'SELECT n + 1 AS n FROM own' })).statusCode).toBe(200)
  expect((await rowsOf(admin, id)).json().result[0].data).toEqual([{ n: 2 }])
})

describe.each([
  ['POST /api/v1/dataset/', (sql: string) => admin.post('/api/v1/dataset/', { database, table_name: 'broken', sql })],
  [
    'PUT /api/v1/dataset/',
    async (sql: string) => admin.put(`/api/v1/dataset/${await mine({ sql: 'SELECT 1 AS n' })}`, { sql }),
  ],
] as const)('%s rejects SQL that the engine rejects, with its cause and position', (_, save) => {
  it.each<[string, string, RegExp, number | undefined, number | undefined]>([
    ['an unknown column', 'SELECT n,\n  m FROM own', /column "m" not found/, 2, 3],
    ['an unknown table', 'SELECT 1 FROM nothing', /Table with name nothing does not exist/, 1, 15],
    ['an unknown column behind a macro', "SELECT '{{ 1 + 1 }}' AS a, m FROM own", /"m" not found/, 1, 28],
    ['types that cannot be added', 'SELECT n + [1] AS n FROM own', /No function matches/, 1, 10],
    ['bad syntax', 'SELECT n FROM own WHERE WHERE', /syntax error/, 1, 25],
    ['an unknown function', 'SELECT nosuch(n) AS n FROM own', /nosuch/, undefined, undefined],
  ])('%s', async (_name, sql, message, line, column) => {
    const answer = await save(sql)
    expect([400, 403]).toContain(answer.statusCode)
    expect(answer.json().message ?? answer.json().errors[0].message).toMatch(message)
    const { extra } = answer.json().errors[0]
    expect([extra.line, extra.column]).toEqual([line, column])
    expect(await fixture.context.store.datasets.count({ col: 'sql', op: 'eq', value: sql })).toBe(0)
  })
})

it('saves SQL that cannot be checked: for an unreachable database, or a template that needs values of a query', async () => {
  const id = await mine({ sql: "SELECT n FROM own WHERE n > 0 AND '{{ 1 }}' = '1'" })
  const sql = "SELECT n FROM own WHERE DATE '2024-01-01' > '{{ from_dttm }}'"
  expect((await admin.put(`/api/v1/dataset/${id}`, { sql })).statusCode).toBe(200)
  const lost = await fixture.database({
    database_name: 'lost',
    backend: 'postgresql',
    sqlalchemy_uri: 'postgresql://nobody@127.0.0.1:1/none',
  })
  const remote = await fixture.dataset({
    database_id: lost.id,
    table_name: 'remote',
    sql: 'SELECT 1 AS n',
    columns: [],
  })
  expect((await admin.put(`/api/v1/dataset/${remote.id}`, { sql: 'SELECT m FROM t' })).statusCode).toBe(200)
})

it('the error names a database only to users who see a dataset in it', async () => {
  const rejection = async (id: number) => {
    const answer = await owner.post('/api/v1/dataset/', { table_name: 'salaries', database: id })
    return [answer.statusCode, answer.json().errors?.[0].message]
  }
  expect(await rejection(foreign)).toEqual([403, `You have no access to the database ${foreign}`])
  await mine({ sql: 'SELECT 2 AS n' })
  expect(await rejection(database)).toEqual([403, 'You have no access to the database local'])
  expect(await rejection(999_999)).toEqual([422, undefined])
})
