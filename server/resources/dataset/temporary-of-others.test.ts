import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  MAX_TEMPORARY_DATASETS,
  purgeTemporaryDatasets,
  TEMPORARY_DATASET_MS,
} from '#server/dataset/temporary-datasets.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let owner: Client
let other: Client
let database: number
let databaseUuid: string
/** A temporary dataset of `owner`. */
let id: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  owner = await fixture.signedIn(await fixture.user('owner', ['Alpha']))
  other = await fixture.signedIn(await fixture.user('other', ['Alpha', 'sql_lab']))
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
  databaseUuid = (await fixture.context.store.databases.get(database))?.uuid ?? ''
  await uploadCsv(admin, database, 'id,stage\n1,new\n2,done\n', { table_name: 'steps' })
  id = await create(owner, 'draft')
})
afterAll(() => fixture.close())

const SQL = "SELECT id AS hidden_column, stage FROM steps WHERE 'hidden text' <> ''"
const post = (client: Client, table_name: string, more: object = {}) =>
  client.post('/api/v1/dataset/', { database, table_name, sql: SQL, is_temporary: true, ...more })
async function create(client: Client, table_name: string): Promise<number> {
  const made = await post(client, table_name)
  expect(made.statusCode).toBe(201)
  return made.json().id
}
const find = (dataset: number) => fixture.context.store.datasets.get(dataset)

async function textOf(client: Client, path: string): Promise<string> {
  const answer = await client.get(path)
  if (answer.statusCode !== 200) return answer.body
  return Object.entries(unzipSync(answer.rawPayload))
    .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
    .join('\n')
}

it('a temporary dataset is in no export of another user or an administrator', async () => {
  for (const client of [other, admin])
    for (const path of [`database/export/?q=!(${database})`, 'assets/export/', `dataset/export/?q=!(${id})`])
      expect(await textOf(client, `/api/v1/${path}`)).not.toMatch(/hidden/)
  expect(await textOf(owner, '/api/v1/assets/export/')).not.toMatch(/hidden/)
  expect(await textOf(owner, `/api/v1/dataset/export/?q=!(${id})`)).toMatch(/hidden text/)
})

it('a temporary dataset is no target of a native filter of another user or an administrator', async () => {
  const filter = {
    id: 'NATIVE_FILTER-1',
    name: 'x',
    filterType: 'filter_select',
    type: 'NATIVE_FILTER',
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: {},
    targets: [{ datasetId: id, column: { name: 'stage' } }],
  }
  const json_metadata = JSON.stringify({ native_filter_configuration: [filter] })
  for (const client of [other, admin])
    expect((await client.post('/api/v1/dashboard/', { dashboard_title: 'Filtered', json_metadata })).statusCode).toBe(
      403,
    )
})

it('a temporary dataset is found neither by name nor by tag, and has no masks or grants for others', async () => {
  const named = `(datasource_type:table,database_name:Uploads,schema_name:'',table_name:draft)`
  const source = JSON.stringify({ name: 'S', datasourceKey: `${id}__table`, dbId: database, sql: 'x' })
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const tab = await other.post('/tabstateview/', new URLSearchParams({ queryEditor: source }).toString(), form)
  expect((await other.get(`/tabstateview/${tab.json().id}`)).body).not.toMatch(/hidden_column/)
  expect((await owner.post(`/api/v1/tag/dataset/${id}/`, { properties: { tags: ['draft-tag'] } })).statusCode).toBe(201)
  for (const client of [other, admin]) {
    const external = await client.get(`/datasource/external_metadata_by_name/?q=${encodeURIComponent(named)}`)
    expect(external.body).not.toMatch(/hidden_column/)
    expect((await client.get('/api/v1/tag/get_objects/?tags=draft-tag')).json().result).toEqual([])
    expect((await client.post(`/api/v1/tag/dataset/${id}/`, { properties: { tags: ['b'] } })).statusCode).toBe(404)
    expect((await client.put(`/api/v1/dataset/${id}`, { description: 'b' })).statusCode).toBe(404)
  }
  expect((await admin.get(`/api/v1/dataset/${id}/masks`)).statusCode).toBe(404)
  const grant = { dataset: id, user: other.user?.userId, level: 'edit' }
  expect((await admin.post('/api/v1/security/grants/', grant)).statusCode).toBe(404)
})

const UUIDS = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'] as const
const bundle = (type: string, table: string, dataset: string, chart: string) => ({
  'metadata.yaml': `version: 1.0.0\ntype: ${type}\ntimestamp: "2022-05-01T12:34:56+00:00"\n`,
  'databases/u.yaml': `database_name: Uploads\nsqlalchemy_uri: duckdb:///uploads.duckdb\nuuid: ${databaseUuid}\nversion: 1.0.0\n`,
  'datasets/u/d.yaml': `table_name: ${table}\nschema: null\nsql: select 1 as a\nuuid: ${dataset}\nversion: 1.0.0\ndatabase_uuid: ${databaseUuid}\ncolumns: []\nmetrics: []\n`,
  ...(chart
    ? {
        'charts/c.yaml': `slice_name: Imported\nviz_type: table\nparams: {}\nuuid: ${chart}\nversion: 1.0.0\ndataset_uuid: ${dataset}\n`,
      }
    : {}),
})

it('a temporary dataset does not match the name or the uuid of an imported dataset', async () => {
  const before = await find(id)
  const { store } = fixture.context
  for (const [client, dataset, chart, name] of [
    [other, UUIDS[0], UUIDS[1], 'draft'],
    [admin, before?.uuid ?? '', '33333333-3333-4333-8333-333333333334', 'draft by uuid'],
  ] as const) {
    const answer = await upload(client, 'chart', zip(bundle('Slice', name, dataset, chart)))
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'OK' }])
    const made = await store.charts.getByUuid(chart)
    expect(made?.datasource_id).not.toBe(id)
    expect(await find(made?.datasource_id ?? 0)).toMatchObject({ sql: 'select 1 as a', expires_on: null })
    const overwriting = await upload(client, 'dataset', zip(bundle('SqlaTable', name, dataset, '')), {
      overwrite: 'true',
    })
    expect(overwriting.statusCode).toBe(200)
  }
  expect(await find(id)).toEqual(before)
})

it('another user who saves a chart with its id does not save a temporary dataset', async () => {
  const { store } = fixture.context
  const draft = { slice_name: 'Old', viz_type: 'table', datasource_id: id, datasource_type: 'table', params: '{}' }
  const chart = await store.charts.create({ ...draft, owners: [other.user?.userId ?? 0] }, null)
  const same = await other.put(`/api/v1/chart/${chart.id}`, { datasource_id: id, datasource_type: 'table' })
  expect(same.statusCode).toBe(200)
  expect((await find(id))?.expires_on).not.toBeNull()
  expect((await other.get(`/api/v1/dataset/${id}`)).statusCode).toBe(404)
  await store.charts.remove(chart.id, null)
})

it('the import of a chart by its owner saves a temporary dataset', async () => {
  const mine = await create(owner, 'draft of an import')
  const uuid = (await find(mine))?.uuid ?? ''
  const chart = '33333333-3333-4333-8333-333333333335'
  const answer = await upload(owner, 'chart', zip(bundle('Slice', 'draft of an import', uuid, chart)))
  expect(answer.statusCode).toBe(200)
  expect((await fixture.context.store.charts.getByUuid(chart))?.datasource_id).toBe(mine)
  expect(await find(mine)).toMatchObject({ sql: SQL, expires_on: null })
})

it('an import by its owner that overwrites a temporary dataset saves it', async () => {
  const mine = await create(owner, 'draft to overwrite')
  const uuid = (await find(mine))?.uuid ?? ''
  const file = zip(bundle('SqlaTable', 'draft to overwrite', uuid, ''))
  expect((await upload(owner, 'dataset', file, { overwrite: 'true' })).statusCode).toBe(200)
  expect(await find(mine)).toMatchObject({ sql: 'select 1 as a', expires_on: null })
})

it('a temporary dataset does not reserve its name, which is checked when it is saved', async () => {
  const mine = await create(owner, 'reserved')
  const saved = await post(admin, 'reserved', { is_temporary: false })
  expect(saved.statusCode).toBe(201)
  const chart = { slice_name: 'C', viz_type: 'table', datasource_id: mine, datasource_type: 'table', params: '{}' }
  const answer = await owner.post('/api/v1/chart/', chart)
  expect([answer.statusCode, answer.json().message]).toEqual([
    422,
    { datasource_id: ['Dataset reserved already exists'] },
  ])
  expect((await find(mine))?.expires_on).not.toBeNull()
  expect((await owner.put(`/api/v1/dataset/${mine}`, { table_name: 'reserved 2' })).statusCode).toBe(200)
  expect((await owner.post('/api/v1/chart/', chart)).statusCode).toBe(201)
})

it('later temporary datasets of their creator replace the oldest first', async () => {
  const many = await fixture.user('many', ['Alpha'])
  const client = await fixture.signedIn(many)
  const first = await create(client, 'first')
  const { store, now } = fixture.context
  const draft = { database_id: database, sql: SQL, owners: [many.id], expires_on: now() + 1, columns: [], metrics: [] }
  const rest = Array.from({ length: MAX_TEMPORARY_DATASETS - 1 }, (_, at) => ({ ...draft, table_name: `next ${at}` }))
  const made = await store.datasets.createMany(rest, many.id)
  await create(client, 'last')
  expect(await find(first)).toBeUndefined()
  expect(await find(made[0]?.id ?? 0)).toBeDefined()
  expect(await find(id)).toBeDefined()
})

it('a purge does not delete a temporary dataset that was saved after the purge read it', async () => {
  const mine = await create(owner, 'saved meanwhile')
  const expired = await create(owner, 'expired meanwhile')
  const { store, now } = fixture.context
  // The rows are read, then one is saved and the other deleted before the transaction that deletes them.
  const list: typeof store.datasets.list = async (query) => {
    const page = await store.datasets.list(query)
    await store.datasets.update(mine, { expires_on: null }, null)
    if (await find(expired)) await store.datasets.remove(expired, null)
    return page
  }
  const late = { ...store, datasets: { ...store.datasets, list } }
  const inside: typeof store.transaction = (work) =>
    store.transaction((given) => work({ ...given, datasets: { ...given.datasets, list } }))
  await purgeTemporaryDatasets({ ...late, transaction: inside }, now() + TEMPORARY_DATASET_MS + 1)
  expect(await find(mine)).toMatchObject({ expires_on: null })
  expect(await find(id)).toBeUndefined()
})
