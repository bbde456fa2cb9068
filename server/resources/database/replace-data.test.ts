import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { postFile, uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
/** May upload, and owns the dataset and its chart. */
let owner: Client
let database: number
let closed: number
let dataset: number
let chart: number
let table: string
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const { roles } = fixture.context.store
  const whole = await roles.create({ name: 'Whole' }, null)
  await roles.addPairs(whole.id, [['all_database_access', 'all_database_access']])
  owner = await fixture.as('Alpha', 'Whole')
  database = (
    await fixture.database({
      database_name: 'Uploads',
      sqlalchemy_uri: 'duckdb:///uploads.duckdb',
      allow_file_upload: true,
      expose_in_sqllab: true,
    })
  ).id
  closed = (await fixture.database({ database_name: 'Closed', sqlalchemy_uri: 'duckdb:///closed.duckdb' })).id
})
afterAll(() => fixture.close())

beforeEach(async () => {
  table = `sales_${++count}`
  const first = 'region,price\nnorth,5\nsouth,7\n'
  dataset = (await uploadCsv(owner, database, first, { table_name: table })).json().dataset_id
  const params = JSON.stringify({ viz_type: 'table', query_mode: 'aggregate', groupby: ['region'] })
  const owners = [owner.user?.userId as number]
  chart = (await fixture.chart({ slice_name: 'Regions', datasource_id: dataset, viz_type: 'table', owners, params })).id
})

const NEXT = 'area,price\neast,1\nwest,2\nnorth,3\n'

const replace = (client: Client, text: string, fields: Readonly<Record<string, string>> = {}, into = database) =>
  postFile(
    client,
    `/api/v1/database/${into}/replace_data/`,
    { filename: 'sales.csv', bytes: text },
    { dataset_id: String(dataset), ...fields },
  )
const undo = (client: Client) => client.post(`/api/v1/database/${database}/undo_replace_data/`, { dataset_id: dataset })
const rows = async (...columns: string[]) => {
  const queries = [{ columns, metrics: [], orderby: [['price', true]], row_limit: 10 }]
  const answer = await admin.post('/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json().result[0].data
}
const BEFORE = [
  { region: 'north', price: 5 },
  { region: 'south', price: 7 },
]
const tables = async () => {
  const source = await fixture.context.store.databases.get(database)
  if (!source) throw new Error('The database has gone')
  const found = await fixture.context.chartData.sources.use(source, ({ connection }) => connection.tables('main'))
  return found.map(({ name }) => name).filter((name) => name.startsWith(`${table}_`) || name === table)
}
const groupby = async () => JSON.parse((await fixture.context.store.charts.get(chart))?.params ?? '{}').groupby

describe('a file that replaces the rows of a dataset', () => {
  it('changes rows and columns, and writes renamed columns into the dataset and its charts', async () => {
    const answer = await replace(owner, NEXT, { renamed: '{"region":"area"}' })
    expect(answer.statusCode).toBe(201)
    const { changes, charts, report } = answer.json()
    expect([changes.added, changes.removed, changes.renamed, report.rows]).toEqual([
      [],
      [],
      [{ from: 'region', to: 'area' }],
      3,
    ])
    expect(charts).toEqual([{ id: chart, slice_name: 'Regions', columns: ['region'], is_rewritten: true }])
    expect(await rows('area', 'price')).toEqual([
      { area: 'east', price: 1 },
      { area: 'west', price: 2 },
      { area: 'north', price: 3 },
    ])
    expect(await groupby()).toEqual(['area'])
    // The chart reads the new column.
    expect(await rows(...(await groupby()), 'price')).toHaveLength(3)
  })

  it('names the charts that break if a column is not mapped', async () => {
    const { changes, charts } = (await replace(owner, NEXT)).json()
    expect([changes.added, changes.removed]).toEqual([['area'], ['region']])
    expect(charts).toEqual([{ id: chart, slice_name: 'Regions', columns: ['region'], is_rewritten: false }])
    expect(await groupby()).toEqual(['region'])
  })

  it('restores rows, columns and charts by undo', async () => {
    const { undo: versions } = (await replace(owner, NEXT, { renamed: '{"region":"area"}' })).json()
    expect((await undo(owner)).statusCode).toBe(200)
    for (const { resource, id, revision } of versions)
      expect((await owner.post(`/api/v1/${resource}/${id}/history/${revision}/restore`)).statusCode).toBe(200)
    expect(await rows('region', 'price')).toEqual(BEFORE)
    expect(await groupby()).toEqual(['region'])
    expect(await tables()).toEqual([table])
    expect((await undo(owner)).statusCode).toBe(422)
  })

  it('stores the rows of one replacement before, and none before an upload', async () => {
    await replace(owner, NEXT, { renamed: '{"region":"area"}' })
    await replace(owner, 'area,price\nwest,9\n')
    expect(await tables()).toHaveLength(2)
    expect((await undo(owner)).statusCode).toBe(200)
    expect(await rows('price')).toEqual([{ price: 1 }, { price: 2 }, { price: 3 }])
    await replace(owner, 'area,price\nwest,9\n')
    await uploadCsv(owner, database, 'area,price\nwest,4\n', { table_name: table, already_exists: 'append' })
    expect(await tables()).toEqual([table])
    expect((await undo(owner)).statusCode).toBe(422)
  })
})

describe('a replacement that fails', () => {
  const soon = '[{"source":"price","type":"integer"}]'
  it.each(
    sampleCases(
      [
        ['in its rows', 'area,price\neast,soon\n', { column_plan: soon }],
        ['in its names', NEXT, { renamed: '{"region":"nothing"}' }],
        ['in a name that is still there', NEXT, { renamed: '{"price":"area"}' }],
        ['in its fields', NEXT, { renamed: 'nothing' }],
        ['in an unknown option', NEXT, { other: 'x' }],
      ],
      2,
    ),
  )('%s leaves rows, columns and charts unchanged', async (_, text, fields) => {
    const before = await fixture.context.store.datasets.get(dataset)
    expect((await replace(owner, text, fields)).statusCode).toBe(422)
    expect(await rows('region', 'price')).toEqual(BEFORE)
    expect(await tables()).toEqual([table])
    expect(await fixture.context.store.datasets.get(dataset)).toEqual(before)
    const { createdTables } = fixture.context.store
    expect((await createdTables.ofDatabase(database)).filter(({ name }) => name.startsWith(`${table}_`))).toEqual([])
  })

  it.each([
    ['a dataset of SQL', { sql: 'SELECT 1 AS n' }, 'The dataset is a query: it has no table'],
    ['a dataset of another database', { database_id: 0 }, 'The dataset is in another database'],
  ])('rejects %s', async (_, given, message) => {
    const values = 'sql' in given ? { ...given, database_id: database } : { database_id: closed }
    const other = await fixture.dataset({ table_name: `other_${count}_${message.length}`, ...values })
    const answer = await replace(admin, NEXT, { dataset_id: String(other.id) })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(message)])
  })
})

describe('the permission to replace the rows of a dataset', () => {
  it.each(
    sampleCases(
      [
        ['Admin', 201, 200],
        ['Gamma', 403, 403],
        ['Alpha', 403, 403],
        [undefined, 401, 401],
      ],
      2,
    ),
  )('the status for %s who does not own the dataset is %i, and %i to undo it', async (role, status, undone) => {
    await replace(owner, 'region,price\nold,1\n')
    const client = role ? await fixture.as(role) : fixture.nobody
    expect((await undo(client)).statusCode).toBe(undone)
    expect((await replace(client, 'region,price\nnew,2\n')).statusCode).toBe(status)
    const shown = status === 201 ? [{ region: 'new', price: 2 }] : [{ region: 'old', price: 1 }]
    expect(await rows('region', 'price')).toEqual(shown)
  })

  it('the owner may not replace the data if another user owns a dataset on the same table', async () => {
    await replace(owner, 'region,price\nold,1\n')
    const other = await fixture.dataset({ database_id: database, table_name: table, schema: 'main', owners: [] })
    expect([(await replace(owner, NEXT)).statusCode, (await undo(owner)).statusCode]).toEqual([403, 403])
    await fixture.context.store.datasets.remove([other.id], null)
    expect((await undo(owner)).statusCode).toBe(200)
  })

  it('the owner may not replace the data once the database allows no uploads', async () => {
    await replace(owner, 'region,price\nold,1\n')
    await fixture.context.store.databases.update(database, { allow_file_upload: false }, null)
    const answers = [(await replace(owner, NEXT)).statusCode, (await undo(owner)).statusCode]
    await fixture.context.store.databases.update(database, { allow_file_upload: true }, null)
    expect(answers).toEqual([403, 403])
  })

  it('requires permission to write datasets as well as to upload', async () => {
    const { roles, datasets } = fixture.context.store
    const role = await roles.create({ name: `Uploads ${count}` }, null)
    await roles.addPairs(role.id, [
      ['can_this_form_get', 'CsvToDatabaseView'],
      ['can_read', 'Dataset'],
      ['can_read', 'Database'],
      ['all_database_access', 'all_database_access'],
    ])
    const client = await fixture.signedIn(await fixture.user(`uploads ${count}`, [`Uploads ${count}`]))
    await datasets.update(dataset, { owners: [client.user?.userId as number] }, null)
    expect((await replace(client, NEXT)).statusCode).toBe(403)
    await roles.addPairs(role.id, [['can_write', 'Dataset']])
    expect((await replace(client, NEXT)).statusCode).toBe(201)
  })

  it('shows no previous rows to a user with a row rule', async () => {
    const reader = await fixture.as('Alpha', 'sql_lab', 'Whole')
    const alpha = await fixture.context.store.roles.find({ col: 'name', op: 'eq', value: 'Alpha' })
    const roles = [alpha?.id as number]
    const rule = {
      name: `north ${count}`,
      filter_type: 'Regular',
      tables: [dataset],
      clause: "region = 'north'",
    } as const
    const { id } = await fixture.context.store.rowRules.create({ ...rule, roles }, null)
    await replace(owner, 'region,price\nnorth,1\nsecret,2\n')
    const before = (await tables()).find((name) => name !== table)
    const read = async (name: string | undefined) => {
      const sql = `SELECT region FROM ${name}`
      const answer = await reader.post('/api/v1/sqllab/execute/', { database_id: database, sql, runAsync: false })
      return [answer.statusCode, answer.json().data ?? answer.body]
    }
    expect(await read(table)).toEqual([200, [{ region: 'north' }]])
    const [status, message] = await read(before)
    expect([status, message]).toEqual([403, expect.stringContaining(`${before}`)])
    const made = await reader.post('/api/v1/dataset/', { database, schema: 'main', table_name: before })
    const queries = [{ columns: ['region'], metrics: [], row_limit: 10 }]
    const datasource = { id: made.json().id ?? 0, type: 'table' }
    const answer = await reader.post('/api/v1/chart/data', { datasource, queries })
    await fixture.context.store.rowRules.remove([id], null)
    expect(answer.body).not.toContain('south')
  })
})
