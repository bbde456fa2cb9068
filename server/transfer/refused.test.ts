import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const DATABASE = '10000000-0000-4000-8000-000000000001'
const DATASET = '20000000-0000-4000-8000-000000000001'
const VERSION = { version: '1.0.0' }
const database = { ...VERSION, database_name: 'd', sqlalchemy_uri: 'duckdb:///d.duckdb', uuid: DATABASE }
const dataset = { ...VERSION, table_name: 't', uuid: DATASET, database_uuid: DATABASE }
const chart = {
  ...VERSION,
  slice_name: 'C',
  viz_type: 'pie',
  uuid: '30000000-0000-4000-8000-000000000001',
  dataset_uuid: DATASET,
}
const query = {
  ...VERSION,
  label: 'Q',
  sql: 'SELECT 1',
  uuid: '40000000-0000-4000-8000-000000000001',
  database_uuid: DATABASE,
}

/** Returns the errors of an import of everything for one file, next to a valid database, dataset and chart. */
async function said(path: string, file: object): Promise<{ status: number; of: unknown; warnings: unknown }> {
  const files = { 'databases/d.yaml': database, 'datasets/t.yaml': dataset, 'charts/c.yaml': chart, [path]: file }
  const texts = Object.entries(files).map(([at, each]) => [at, JSON.stringify(each)])
  const bundle = zip({ 'metadata.yaml': JSON.stringify(VERSION), ...(Object.fromEntries(texts) as object) })
  const answer = await upload(admin, 'assets', bundle, { overwrite: 'true' }, 'bundle')
  const body = answer.json<{ errors?: { extra: Record<string, unknown> }[]; warnings?: string[] }>()
  return { status: answer.statusCode, of: body.errors?.[0]?.extra[path], warnings: body.warnings ?? [] }
}

const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describe('JSON stored as text in a file', () => {
  it.each([
    ['charts/c.yaml', chart, 'params'],
    ['charts/c.yaml', chart, 'query_context'],
    ['datasets/t.yaml', dataset, 'params'],
    ['datasets/t.yaml', dataset, 'template_params'],
    ['datasets/t.yaml', dataset, 'extra'],
    ['databases/d.yaml', database, 'extra'],
    ['queries/q.yaml', query, 'template_parameters'],
  ])('%s: rejects more than a hundred levels', async (path, file, field) => {
    expect(await said(path, { ...file, [field]: nested(100) })).toMatchObject({ status: 200 })
    expect(await said(path, { ...file, [field]: nested(101) })).toEqual({
      status: 422,
      of: { [field]: ['JSON nests deeper than 100 levels'] },
      warnings: [],
    })
    expect(await said(path, { ...file, [field]: nested(20_000) })).toMatchObject({ status: 422 })
  })

  it('columns and metrics have the same limit; stored text is exported unchanged', async () => {
    const columns = [{ column_name: 'c', extra: nested(101) }]
    expect((await said('datasets/t.yaml', { ...dataset, columns })).of).toEqual({
      columns: { 0: { extra: ['JSON nests deeper than 100 levels'] } },
    })
    const { id = 0 } = (await fixture.context.store.datasets.getByUuid(DATASET)) ?? {}
    await fixture.context.store.datasets.update(id, { extra: nested(20_000) }, null)
    expect((await admin.get(`/api/v1/dataset/export/?q=!(${id})`)).statusCode).toBe(200)
  })
})

describe('the URI of a database', () => {
  const WRONG =
    'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'

  it.each(['nonsense', 'duckdb://', 'postgresql://[::1'])('%s is rejected as invalid', async (address) => {
    expect(await said('databases/d.yaml', { ...database, sqlalchemy_uri: address })).toEqual({
      status: 422,
      of: { sqlalchemy_uri: [WRONG] },
      warnings: [],
    })
  })

  it('imports a database of an unavailable engine, and reports it', async () => {
    const file = { ...database, sqlalchemy_uri: 'oracle+oracledb://ada@db.example/sales' }
    expect(await said('databases/d.yaml', file)).toEqual({
      status: 200,
      of: undefined,
      warnings: ['There is no driver for oracle: charts of the database d work after its URI is changed'],
    })
  })
})

it.each([
  [undefined, 'Missing data for required field.'],
  [null, 'Field may not be null.'],
])('reports a version that is %s in the format of clients', async (version, why) => {
  expect((await said('charts/c.yaml', { ...chart, version })).of).toEqual({ version: [why] })
})

it('reports an empty table name in the format of clients', async () => {
  expect((await said('datasets/t.yaml', { ...dataset, table_name: '' })).of).toEqual({
    table_name: ['Shorter than minimum length 1.'],
  })
})
