import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#server/engines/index.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { postFile } from '#testing/csv-upload.ts'

let folder: string
let file: string
let listed: TestApp
let unlisted: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-sqlite-'))
  file = join(folder, 'sales.sqlite')
  const database = new DatabaseSync(file)
  database.exec("CREATE TABLE sales (day DATE, city TEXT); INSERT INTO sales VALUES ('2024-01-31', 'Oslo')")
  database.close()
  listed = await makeTestApp({ environment: { FACET_DATA_DIRS: folder } })
  unlisted = await makeTestApp()
})
afterAll(async () => {
  await listed.close()
  await unlisted.close()
  rmSync(folder, { recursive: true, force: true })
})

const create = (client: Client, sqlalchemy_uri: string) =>
  client.post('/api/v1/database/', { database_name: sqlalchemy_uri, sqlalchemy_uri })

it('connects a file of a listed directory, by its URI and by the form', async () => {
  const admin = await listed.as('Admin')
  const created = await create(admin, `sqlite:///${file}`)
  expect([created.statusCode, created.json().result]).toMatchObject([201, { sqlalchemy_uri: `sqlite:///${file}` }])
  const { id } = created.json()
  const tables = await admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`)
  expect(tables.json().result.map(({ value }: { value: string }) => value)).toEqual(['sales'])
  const form = { engine: 'sqlite', configuration_method: 'dynamic_form', parameters: { file } }
  expect((await admin.post('/api/v1/database/validate_parameters/', form)).statusCode).toBe(200)
})

interface AvailableEngine {
  readonly engine: string
  readonly engine_information: { readonly supports_data_changes: boolean; readonly supports_file_upload: boolean }
}

/** The engines with databases that the SQL editor can change, and those that accept uploads. */
const WRITABLE = ['duckdb', 'postgresql', 'timescaledb', 'yugabytedb']
const SWITCHES = { allow_ctas: true, allow_cvas: true, allow_dml: true, allow_file_upload: true }

/** Stores a database with all switches on, as an import or an earlier version may have done. */
const storeWithSwitches = (backend: string, sqlalchemy_uri: string) =>
  listed.database({ database_name: sqlalchemy_uri, backend, sqlalchemy_uri, ...SWITCHES })

it('lists which engines change data and accept uploads, and rejects the switches of the others', async () => {
  const admin = await listed.as('Admin')
  const { databases } = (await admin.get('/api/v1/database/available/')).json()
  const information = databases.map(({ engine, engine_information: each }: AvailableEngine) => [
    engine,
    [each.supports_data_changes, each.supports_file_upload],
  ])
  const expected = engines.map(({ name }) => [name, WRITABLE.includes(name) ? [true, true] : [false, false]])
  expect(Object.fromEntries(information)).toEqual(Object.fromEntries(expected))
  for (const { name, placeholder } of engines.filter((engine) => !WRITABLE.includes(engine.name))) {
    const sqlalchemy_uri = placeholder
      .replace(/\[.*/, '')
      .replace(':port', ':1')
      .replace(/schema:number.*/, 'a:1')
    const body = { database_name: name, sqlalchemy_uri, ...SWITCHES }
    const answer = await admin.post('/api/v1/database/', body)
    const reads = ['This database engine only reads.']
    expect([name, answer.statusCode, answer.json().message]).toEqual([
      name,
      422,
      {
        allow_ctas: reads,
        allow_cvas: reads,
        allow_dml: reads,
        allow_file_upload: ['This database engine does not accept uploads.'],
      },
    ])
  }
})

it('rejects CREATE TABLE AS and uploads by name on every engine that only reads', async () => {
  const admin = await listed.as('Admin')
  for (const { name, label, placeholder } of engines.filter((engine) => !WRITABLE.includes(engine.name))) {
    const { id, database_name } = await storeWithSwitches(name, placeholder)
    for (const ctas_method of ['TABLE', 'VIEW']) {
      const creation = { select_as_cta: true, ctas_method, tmp_table_name: 'copy' }
      const sql = { database_id: id, sql: 'SELECT 1', client_id: `${name}${ctas_method}`.slice(0, 11) }
      const answer = await admin.post('/api/v1/sqllab/execute/', { ...sql, ...creation })
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        400,
        `Databases of ${label} cannot create tables or views from a query`,
      ])
    }
    const csv = { filename: 'rows.csv', bytes: 'n\n1\n' }
    const upload = await postFile(admin, `/api/v1/database/${id}/upload/`, csv, { table_name: 'rows' })
    expect([upload.statusCode, upload.json().message]).toEqual([
      422,
      `The database "${database_name}" does not accept uploads`,
    ])
  }
})

it('rejects statements that change data by the name of the engine, and turns stored switches off', async () => {
  const admin = await listed.as('Admin')
  const { id } = await storeWithSwitches('sqlite', `sqlite:///${file}`)
  const run = async (sql: string) =>
    (await admin.post('/api/v1/sqllab/execute/', { database_id: id, sql, client_id: `dml${sql.length}` })).json()
  for (const sql of ["INSERT INTO sales VALUES ('2024-02-01', 'Rome')", 'DELETE FROM sales', 'DROP TABLE sales'])
    expect((await run(sql)).errors[0]).toMatchObject({
      message: 'SQL statements cannot change data in databases of SQLite',
      error_type: 'DML_NOT_ALLOWED_ERROR',
    })
  expect((await run('SELECT COUNT(*) AS n FROM sales')).data).toEqual([{ n: 1 }])
  const url = `/api/v1/database/${id}`
  expect((await admin.put(url, { allow_dml: true })).json()).toEqual({
    message: { allow_dml: ['This database engine only reads.'] },
  })
  expect((await admin.put(url, { database_name: 'Renamed', allow_dml: false })).statusCode).toBe(200)
  expect((await admin.get(url)).json().result).toMatchObject({
    database_name: 'Renamed',
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    allow_file_upload: false,
  })
})

it('rejects files of other directories, and names the setting', async () => {
  const admin = await listed.as('Admin')
  const outside = await create(admin, `sqlite:///${join(listed.home, 'facet.db')}`)
  expect([outside.statusCode, outside.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
  const none = await create(await unlisted.as('Admin'), `sqlite:///${file}`)
  expect([none.statusCode, none.body]).toEqual([422, expect.stringContaining('FACET_DATA_DIRS')])
})
