import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import { homeOf } from '#server/home-ownership.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { emptyDatabase } from '#testing/postgres.ts'
import { localFile } from './file-ownership.ts'

const environment = { FACET_FEATURE_DYNAMIC_PLUGINS: '1' }

let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
let file: string
/** A database without a file, and a dataset of SQL in it. */
let empty: Database
let virtual: Dataset
let running: TestApp[] = []

/** Starts a server on the shared store: on a copy of the home that has the file, or on a home without files. */
async function start(home: 'with the file' | 'without files'): Promise<TestApp> {
  const copy = mkdtempSync(join(folder, 'home-'))
  if (home === 'with the file') cpSync(join(folder, 'saved'), copy, { recursive: true })
  else mkdirSync(join(copy, 'databases'))
  const app = await makeTestApp({ location: { url: postgres.url }, home: copy, environment })
  running.push(app)
  return app
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facet-file-ownership-'))
  postgres = await emptyDatabase()
  const home = join(folder, 'first')
  mkdirSync(home)
  const app = await makeTestApp({ location: { url: postgres.url }, home })
  const database = await app.database({ database_name: 'local', allow_file_upload: true })
  file = localFile(database) ?? ''
  await uploadCsv(await app.as('Admin'), database.id, 'n\n1\n2\n', { table_name: 's' })
  empty = await app.database({ database_name: 'empty', allow_file_upload: true })
  const sql = 'SELECT range AS n FROM range(4)'
  virtual = await app.dataset({ database_id: empty.id, table_name: 'numbers', sql })
  await app.context.chartData.close()
  cpSync(home, join(folder, 'saved'), { recursive: true })
  await app.close()
})
beforeEach(async () => {
  // Before the upgrade, the store does not record which home has a file.
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('DELETE FROM home_files')
  await client.end()
})
afterEach(async () => {
  for (const app of running.toReversed()) await app.close()
  running = []
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const holderAt = ({ context }: TestApp) => context.store.homeFiles.holder(file)

/** Returns the sum of the rows of the dataset, or the error that the server answers. */
async function sumAt(app: TestApp, id = 1): Promise<unknown> {
  const client: Client = await app.as('Admin')
  const answer = await client.post('/api/v1/chart/data', {
    datasource: { id, type: 'table' },
    queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(n)', label: 'total' }] }],
  })
  if (answer.statusCode === 200) return Number(answer.json().result[0].data[0].total)
  return [answer.statusCode, answer.json().errors[0].message]
}

const heldBy = (app: TestApp) => [
  503,
  `The file of the database "local" is held by another server: ${homeOf(app.home).name}`,
]

it('a server that starts first without the file does not own it, and the server that has it answers', async () => {
  const without = await start('without files')
  expect(await sumAt(without)).toEqual([503, 'The file of the database "local" is not on this server'])
  const { id } = await without.database({ database_name: 'local' })
  const upload = await uploadCsv(await without.as('Admin'), id, 'n\n7\n', {
    table_name: 's',
    already_exists: 'replace',
  })
  expect(upload.statusCode).toBe(503)
  expect(await holderAt(without)).toBeUndefined()
  const having = await start('with the file')
  expect(await sumAt(having)).toBe(3)
  expect(await sumAt(without)).toEqual(heldBy(having))
})

it('a server that starts first with the file claims it before any request', async () => {
  const having = await start('with the file')
  expect(await holderAt(having)).toEqual(homeOf(having.home))
  const without = await start('without files')
  expect(without.logged.join('\n')).toContain(`is held by ${homeOf(having.home).name}`)
  expect([await sumAt(without), await sumAt(having)]).toEqual([heldBy(having), 3])
})

it('a server owns a file that appears in its home while it runs from the next request on', async () => {
  const app = await start('without files')
  expect(await sumAt(app)).toEqual([503, 'The file of the database "local" is not on this server'])
  cpSync(join(folder, 'saved', file), join(app.home, file))
  expect(await sumAt(app)).toBe(3)
  expect(await holderAt(app)).toEqual(homeOf(app.home))
})

it('a new database belongs to the server that loads its first table, not to one that lists its tables', async () => {
  const [one, other] = [await start('without files'), await start('without files')]
  const database = await one.database({ database_name: 'fresh', allow_file_upload: true })
  const fresh = localFile(database) ?? ''
  const tables = `/api/v1/database/${database.id}/tables/?q=(schema_name:main)`
  const listed = await (await one.as('Admin')).get(tables)
  expect([listed.statusCode, listed.json().count]).toEqual([200, 0])
  expect(await one.context.store.homeFiles.holder(fresh)).toBeUndefined()
  const upload = await uploadCsv(await other.as('Admin'), database.id, 'n\n1\n', { table_name: 'first' })
  expect(upload.statusCode, upload.body).toBe(201)
  expect(await one.context.store.homeFiles.holder(fresh)).toEqual(homeOf(other.home))
  expect((await (await one.as('Admin')).get(tables)).statusCode).toBe(503)
})

it('SQL that reads no table is answered before any server has the file, which an upload then does not create', async () => {
  const app = await start('without files')
  expect(await sumAt(app, virtual.id)).toBe(6)
  expect(await app.context.store.homeFiles.holder(localFile(empty) ?? '')).toBeUndefined()
  const upload = await uploadCsv(await app.as('Admin'), empty.id, 'n\n1\n', { table_name: 'first' })
  expect(upload.statusCode).toBe(503)
})

it('a server owns the plug-in modules that it gets while it runs, unless another server has them', async () => {
  const [one, other] = [await start('without files'), await start('without files')]
  const statusAt = async (app: TestApp) =>
    (await (await app.as('Admin')).get('/dynamic-plugins/files/clock.js')).statusCode
  mkdirSync(join(other.home, 'plugins'))
  writeFileSync(join(other.home, 'plugins/clock.js'), 'export {}')
  expect([await statusAt(one), await statusAt(other)]).toEqual([404, 200])
  cpSync(join(other.home, 'plugins'), join(one.home, 'plugins'), { recursive: true })
  expect([await statusAt(one), await statusAt(other)]).toEqual([503, 200])
})

it('a home restored into a new folder reads its files, and does not start beside the original', async () => {
  const original = await start('with the file')
  await expect(start('with the file')).rejects.toThrow(`the same home-id as ${homeOf(original.home).name}`)
  await original.close()
  running = []
  const restored = await start('with the file')
  expect(await sumAt(restored)).toBe(3)
  expect(await holderAt(restored)).toEqual(homeOf(restored.home))
})
