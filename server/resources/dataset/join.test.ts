import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
/** May read the whole database, but only the northern orders. */
let north: Client
/** Writes datasets and may read those of one table. */
let narrow: Client
const ids = { orders: 0, customers: 0, visits: 0, foreign: 0, database: 0 }

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { store, chartData } = fixture.context
  const stored = await fixture.database()
  ids.database = stored.id
  const table = (name: string, sql: string) => replaceTable(chartData.sources, stored, name, sql)
  const orders = "(1, 10, 'north', 5), (2, 10, 'south', 7), (3, 11, 'north', 9), (4, 99, 'south', 1)"
  await table('orders', `SELECT * FROM (VALUES ${orders}) AS t(id, customer, region, amount)`)
  await table('customers', "SELECT * FROM (VALUES (10, 'Ann'), (11, 'Bob'), (12, 'Eve')) AS t(id, name)")
  await table('visits', 'SELECT * FROM (VALUES (10, 1), (10, 2), (11, 3)) AS t(customer, day)')
  await store.databases.dataChanged(stored.id)
  const dataset = async (table_name: string, types: Readonly<Record<string, string>>) => {
    const columns = Object.entries(types).map(([column_name, type]) => ({ column_name, type }))
    return (await fixture.dataset({ table_name, columns, metrics: [] })).id
  }
  ids.orders = await dataset('orders', { id: 'INTEGER', customer: 'INTEGER', region: 'VARCHAR', amount: 'INTEGER' })
  ids.customers = await dataset('customers', { id: 'INTEGER', name: 'VARCHAR' })
  ids.visits = await dataset('visits', { customer: 'INTEGER', day: 'INTEGER' })
  const other = await fixture.database({ database_name: 'vault', sqlalchemy_uri: 'duckdb:///vault.duckdb' })
  ids.foreign = (await fixture.dataset({ database_id: other.id, table_name: 'plans' })).id
  const whole = await store.roles.create({ name: 'North' }, null)
  await store.roles.addPairs(whole.id, [
    ['all_database_access', 'all_database_access'],
    ['all_datasource_access', 'all_datasource_access'],
    ['can_write', 'Dataset'],
  ])
  const part = await store.roles.create({ name: 'Narrow' }, null)
  await store.roles.addPairs(part.id, [
    ['can_write', 'Dataset'],
    ['datasource_access', `[local].[orders](id:${ids.orders})`],
  ])
  await store.rowRules.create(
    { name: 'north', filter_type: 'Regular', clause: "region = 'north'", tables: [ids.orders], roles: [whole.id] },
    null,
  )
  north = await fixture.as('Gamma', 'North')
  narrow = await fixture.as('Gamma', 'Narrow')
})
afterAll(() => fixture.close())

const customersOf = (more: object = {}) => ({
  dataset_id: ids.customers,
  type: 'left',
  keys: [{ column: 'id', with: 0, with_column: 'customer' }],
  ...more,
})
const join = (client: Client, ...datasets: readonly object[]) => client.post('/api/v1/dataset/join/', { datasets })
const both = () => [{ dataset_id: ids.orders }, customersOf()]

describe('a join', () => {
  it('returns its SQL, columns with a prefix if a name repeats, and its rows', async () => {
    const answer = await join(admin, ...both())
    expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
    const { result } = answer.json()
    expect(result.columns.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      'customer',
      'region',
      'amount',
      'customers_id',
      'name',
    ])
    // Each of four orders occurs once, one without a customer. Ann has two orders; Eve has none.
    expect([result.rows, result.datasets]).toEqual([
      4,
      [
        { id: ids.orders, table_name: 'orders', rows: 4, repeated: 0, unmatched: 0 },
        { id: ids.customers, table_name: 'customers', rows: 3, repeated: 1, unmatched: 1 },
      ],
    ])
    expect(result.mismatched_keys).toEqual([])
    expect(result.database_id).toBe(ids.database)
  })

  it('returns its first rows under the row rules of the caller', async () => {
    const rows = async (client: Client) => {
      const { result } = (await join(client, ...both())).json()
      return result.first_rows.toSorted(([a]: string[], [b]: string[]) => Number(a) - Number(b))
    }
    const northern = [
      ['1', '10', 'north', '5', '10', 'Ann'],
      ['3', '11', 'north', '9', '11', 'Bob'],
    ]
    expect(await rows(north)).toEqual(northern)
    expect(await rows(admin)).toEqual([
      northern[0],
      ['2', '10', 'south', '7', '10', 'Ann'],
      northern[1],
      ['4', '99', 'south', '1', null, null],
    ])
  })

  it.each([
    ['inner', 3, { repeated: 0, unmatched: 1 }],
    ['right', 4, { repeated: 0, unmatched: 1 }],
    ['full', 5, { repeated: 0, unmatched: 0 }],
  ])('counts the rows of type %s', async (type, rows, orders) => {
    const { result } = (await join(admin, { dataset_id: ids.orders }, customersOf({ type }))).json()
    expect([result.rows, result.datasets[0]]).toEqual([rows, expect.objectContaining(orders)])
  })

  it('counts the repeated rows of three datasets', async () => {
    const visits = { dataset_id: ids.visits, keys: [{ column: 'customer', with: 0, with_column: 'customer' }] }
    const { result } = (await join(admin, ...both(), visits)).json()
    // Orders 1 and 2 have two visits each, order 3 has one: five rows.
    expect(result.rows).toBe(5)
    expect(result.datasets.map(({ repeated }: { repeated: number }) => repeated)).toEqual([2, 3, 2])
  })

  it('keys of different types are reported and have no SQL', async () => {
    const keys = [{ column: 'name', with: 0, with_column: 'customer' }]
    const { result } = (await join(admin, { dataset_id: ids.orders }, customersOf({ keys }))).json()
    expect([result.sql, result.rows]).toEqual([null, null])
    expect(result.mismatched_keys).toEqual([
      {
        dataset: 1,
        column: 'name',
        type: 'VARCHAR',
        with: 0,
        with_column: 'customer',
        with_type: 'INTEGER',
        reason: 'type',
      },
    ])
  })

  it('includes metrics with renamed columns and omits those that repeated or added rows would falsify', async () => {
    const metric = (metric_name: string, expression: string) => ({ metric_name, expression })
    const of = async (id: number, metrics: readonly object[]) =>
      expect((await admin.put(`/api/v1/dataset/${id}`, { metrics })).statusCode).toBe(200)
    await of(ids.orders, [metric('count', 'COUNT(*)'), metric('revenue', 'SUM(amount)'), metric('top', 'MAX(amount)')])
    await of(ids.customers, [metric('count', 'COUNT(*)'), metric('buyers', 'COUNT(DISTINCT id)')])
    const metricsOf = async (...datasets: readonly object[]) => {
      const { result } = (await join(admin, ...datasets)).json()
      const refused = result.refused_metrics.map((each: Record<string, unknown>) => Object.values(each).join(' '))
      return [
        result.metrics.map((each: Record<string, string>) => `${each['metric_name']}: ${each['expression']}`),
        refused,
      ]
    }
    // Ann has two orders, so the rows of customers are repeated; each order occurs once.
    expect(await metricsOf(...both())).toEqual([
      ['orders_count: COUNT(*)', 'revenue: SUM(amount)', 'top: MAX(amount)', 'buyers: COUNT(DISTINCT "customers_id")'],
      ['1 count rows_repeated'],
    ])
    // A full join adds a row for Eve without an order: COUNT(*) would count it.
    expect(await metricsOf({ dataset_id: ids.orders }, customersOf({ type: 'full' }))).toEqual([
      ['revenue: SUM(amount)', 'top: MAX(amount)', 'buyers: COUNT(DISTINCT "customers_id")'],
      ['0 count rows_added', '1 count rows_repeated'],
    ])
    await of(ids.orders, [])
    await of(ids.customers, [])
  })

  it('saves its metrics in addition to the count of rows', async () => {
    const { sql, database_id: database } = (await join(admin, ...both())).json().result
    const body = { database, table_name: 'joined with metrics', sql }
    const save = (metrics: readonly object[]) => admin.post('/api/v1/dataset/', { ...body, metrics })
    expect((await save([{ metric_name: 'count', expression: 'SUM(amount)' }])).statusCode).toBe(422)
    expect((await save([{ id: 1, metric_name: 'revenue', expression: 'SUM(amount)' }])).statusCode).toBe(422)
    expect((await save([{ metric_name: 'revenue' }])).statusCode).toBe(400)
    const made = await save([{ metric_name: 'revenue', expression: 'SUM(amount)' }])
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json()
    const queries = [{ columns: [], metrics: ['count', 'revenue'] }]
    const answer = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
    // 5 + 7 + 9 + 1.
    expect(answer.json().result[0].data).toEqual([{ count: 4, revenue: 22 }])
  })

  it('keys of different collations are reported and have no SQL', async () => {
    const { store, chartData } = fixture.context
    const stored = await store.databases.get(ids.database)
    if (!stored) throw new Error('The database of the tests is missing')
    await replaceTable(chartData.sources, stored, 'codes', "SELECT 'a' COLLATE NOCASE AS code")
    const { id } = await fixture.dataset({
      table_name: 'codes',
      columns: [{ column_name: 'code', type: 'VARCHAR' }],
      metrics: [],
    })
    const code = { dataset_id: id, keys: [{ column: 'code', with: 0, with_column: 'region' }] }
    const { result } = (await join(admin, { dataset_id: ids.orders }, code)).json()
    expect([result.sql, result.rows]).toEqual([null, null])
    expect(result.mismatched_keys).toEqual([
      {
        dataset: 1,
        column: 'code',
        type: 'NOCASE',
        with: 0,
        with_column: 'region',
        with_type: 'default',
        reason: 'collation',
      },
    ])
  })

  it.each<[string, () => object[], RegExp]>([
    ['no key', () => [{ dataset_id: ids.orders }, customersOf({ keys: [] })], /needs a key/],
    [
      'an unknown column',
      () => [{ dataset_id: ids.orders, columns: ['nothing'] }, customersOf()],
      /orders has no column nothing/,
    ],
    [
      'a key of an unknown column',
      () => [{ dataset_id: ids.orders }, customersOf({ keys: [{ column: 'id', with: 0, with_column: 'nothing' }] })],
      /orders has no column nothing/,
    ],
    [
      'a key of a later dataset',
      () => [{ dataset_id: ids.orders }, customersOf({ keys: [{ column: 'id', with: 1, with_column: 'id' }] })],
      /must name an earlier dataset/,
    ],
    ['another database', () => [...both(), { dataset_id: ids.foreign }], /same database/],
  ])('rejects %s', async (_name, datasets, message) => {
    const answer = await join(admin, ...datasets())
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toMatch(message)
  })

  it('limits datasets, keys and columns', async () => {
    const keys = Array.from({ length: 11 }, () => ({ column: 'id', with: 0, with_column: 'customer' }))
    const columns = Array.from({ length: 1001 }, () => 'id')
    for (const datasets of [
      [{ dataset_id: ids.orders }],
      Array.from({ length: 9 }, () => customersOf()),
      [{ dataset_id: ids.orders }, customersOf({ keys })],
      [{ dataset_id: ids.orders, columns }, customersOf()],
    ])
      expect((await join(admin, ...datasets)).statusCode).toBe(400)
  })

  it('rejects users who may not read a dataset or its database', async () => {
    expect((await join(narrow, ...both())).statusCode).toBe(404)
    const twice = [{ dataset_id: ids.orders }, { ...customersOf(), dataset_id: ids.orders }]
    expect((await join(narrow, ...twice)).statusCode).toBe(403)
    expect((await join(await fixture.as('Gamma'), ...both())).statusCode).toBe(403)
    expect((await join(fixture.nobody, ...both())).statusCode).toBe(401)
  })
})

describe('row rules of one dataset of a join', () => {
  it('hold in its counts', async () => {
    const { result } = (await join(north, ...both())).json()
    expect([result.rows, result.datasets]).toEqual([
      2,
      [
        { id: ids.orders, table_name: 'orders', rows: 2, repeated: 0, unmatched: 0 },
        { id: ids.customers, table_name: 'customers', rows: 3, repeated: 0, unmatched: 1 },
      ],
    ])
  })

  it('hold in the dataset saved from it, for each user, also if the result was cached for another user', async () => {
    const { sql, database_id: database } = (await join(admin, ...both())).json().result
    const made = await admin.post('/api/v1/dataset/', { database, table_name: 'joined', sql })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json()
    const rows = async (client: Client) => {
      const queries = [{ columns: ['id', 'region', 'name'], metrics: [], orderby: [['id', true]] }]
      const answer = await client.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
      return answer.json().result[0].data
    }
    const all = [
      { id: 1, region: 'north', name: 'Ann' },
      { id: 2, region: 'south', name: 'Ann' },
      { id: 3, region: 'north', name: 'Bob' },
      { id: 4, region: 'south', name: null },
    ]
    expect(await rows(admin)).toEqual(all)
    expect(await rows(north)).toEqual([all[0], all[2]])
  })

  it('hides the joined dataset from users who may not read one of its datasets', async () => {
    const { sql, database_id: database } = (await join(admin, ...both())).json().result
    const { id } = (await admin.post('/api/v1/dataset/', { database, table_name: 'joined again', sql })).json()
    const role = await fixture.context.store.roles.create({ name: 'Reads the join' }, null)
    await fixture.context.store.roles.addPairs(role.id, [
      ['datasource_access', `[local].[joined again](id:${id})`],
      ['datasource_access', `[local].[customers](id:${ids.customers})`],
    ])
    const reader = await fixture.as('Gamma', 'Reads the join')
    const queries = [{ columns: ['id', 'region'], metrics: [] }]
    const answer = await reader.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
    expect(answer.statusCode).not.toBe(200)
    expect(answer.body).not.toMatch(/north|south/)
  })
})
