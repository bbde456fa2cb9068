import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const CHART = '30000000-0000-4000-8000-000000000001'
const DATASET = '20000000-0000-4000-8000-000000000001'
const DATABASE = '10000000-0000-4000-8000-000000000001'

/** A chart as exported by a newer product. */
const bundle = (chartLines: string, tags?: string) =>
  zip({
    'metadata.yaml': 'version: 1.0.0\ntype: Slice\n',
    'databases/d.yaml': `database_name: tags of bundles\nsqlalchemy_uri: 'duckdb:///tagged.duckdb'\nuuid: ${DATABASE}\nversion: 1.0.0\n`,
    'datasets/d/t.yaml': `table_name: t\nuuid: ${DATASET}\nversion: 1.0.0\ndatabase_uuid: ${DATABASE}\ncolumns: []\nmetrics: []\n`,
    'charts/c.yaml': `slice_name: c\nviz_type: table\nparams: {}\nuuid: ${CHART}\nversion: 1.0.0\ndataset_uuid: ${DATASET}\n${chartLines}`,
    ...(tags === undefined ? {} : { 'tags.yaml': tags }),
  })

const tagsOf = async (kind: 'chart', uuid: string) => {
  const row = await fixture.context.store.charts.getByUuid(uuid)
  return (await admin.get(`/api/v1/${kind}/${row?.id}`)).json().result.tags.map(({ name }: { name: string }) => name)
}
const described = async (name: string) =>
  (await fixture.context.store.tags.find({ col: 'name', op: 'eq', value: name }))?.description

it('the next import replaces the tags of a bundle, and a bundle without tags retains them', async () => {
  await admin.post('/api/v1/tag/', { name: 'known', description: 'Ours' })
  const notes =
    'tags:\n- {tag_name: new, description: Theirs}\n- {tag_name: known, description: Theirs}\n- {tag_name: unused}\n'
  const first = await upload(admin, 'chart', bundle("tags: [new, known, 'owner:1', ' new ']\n", notes))
  expect([first.statusCode, first.json()]).toEqual([
    200,
    { message: 'OK', warnings: ['Tags of charts/c.yaml with invalid names are omitted: owner:1'] },
  ])
  expect(await tagsOf('chart', CHART)).toEqual(['known', 'new'])
  expect([await described('new'), await described('known'), await described('unused')]).toEqual([
    'Theirs',
    'Ours',
    undefined,
  ])
  await upload(admin, 'chart', bundle(''), { overwrite: 'true' })
  expect(await tagsOf('chart', CHART)).toEqual(['known', 'new'])
  await upload(admin, 'chart', bundle('tags: [known]\n'), { overwrite: 'true' })
  expect(await tagsOf('chart', CHART)).toEqual(['known'])
  const refused = await upload(admin, 'chart', bundle('', 'tags: none\n'), { overwrite: 'true' })
  expect([refused.statusCode, Object.keys(refused.json().errors[0].extra)]).toEqual([
    422,
    expect.arrayContaining(['tags.yaml']),
  ])
})

it('imports no tags without permission to write tags, and reports it', async () => {
  const { store } = fixture.context
  const role = await store.roles.create({ name: 'Imports without tags' }, null)
  const pairs = await store.roles.pairs((await store.roles.byName('Alpha'))?.id ?? 0)
  await store.roles.setPairs(
    role.id,
    pairs.filter(([, view]) => view !== 'Tag'),
  )
  const client = await fixture.as('Imports without tags')
  const other = '30000000-0000-4000-8000-000000000002'
  const text = bundle('tags: [known, smuggled]\n')
  const files = unzipSync(text)
  const again = Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes).replace(CHART, other)]),
  )
  const answer = await upload(client, 'chart', zip(again, ''))
  expect([answer.statusCode, answer.json().warnings]).toEqual([
    200,
    ['The tags of charts/c.yaml are omitted, because you may not write tags'],
  ])
  expect([await tagsOf('chart', other), await described('smuggled')]).toEqual([[], undefined])
})

it('tags of each type are exported, imported in another instance and exported as the same files', async () => {
  const { store } = fixture.context
  const database = await fixture.database({ database_name: 'there and back', sqlalchemy_uri: 'duckdb:///back.duckdb' })
  const dataset = await fixture.dataset({ database_id: database.id, table_name: 'back' })
  const chart = await fixture.chart({ slice_name: 'back', datasource_id: dataset.id })
  const dashboard = await store.dashboards.create({ dashboard_title: 'back', charts: [chart.id] }, null)
  const query = await store.savedQueries.create(
    { label: 'back', sql: 'SELECT 1', db_id: database.id },
    admin.user?.userId ?? null,
  )
  for (const [kind, id] of [
    ['dashboard', dashboard.id],
    ['chart', chart.id],
    ['dataset', dataset.id],
    ['query', query.id],
  ])
    await admin.post(`/api/v1/tag/${kind}/${id}/`, { properties: { tags: [`of ${kind}`, 'shared'] } })
  await admin.post('/api/v1/tag/', { name: 'of chart', description: 'Said of charts' })
  const out = async (client: Client, kind: string, id: number) => {
    const answer = await client.get(`/api/v1/${kind}/export/?q=!(${id})`)
    return Object.fromEntries(
      Object.entries(unzipSync(answer.rawPayload)).map(([path, bytes]) => [
        path.replace(/_\d+\.yaml$/, '.yaml'),
        strFromU8(bytes),
      ]),
    )
  }
  const said = (files: Record<string, string>, end: string) =>
    parse(Object.entries(files).find(([path]) => path.endsWith(end))?.[1] ?? '') as Record<string, unknown>
  const board = await out(admin, 'dashboard', dashboard.id)
  expect(said(board, 'dashboards/back.yaml')['tags']).toEqual(['of dashboard', 'shared'])
  expect(said(board, 'charts/back.yaml')['tags']).toEqual(['of chart', 'shared'])
  // Other products do not accept this key in the file of a dataset.
  expect(said(board, 'back.yaml')).not.toHaveProperty('datasets')
  expect(said(board, 'tags.yaml')).toEqual({
    tags: [
      { tag_name: 'of chart', description: 'Said of charts' },
      { tag_name: 'of dashboard', description: null },
      { tag_name: 'of dataset', description: null },
      { tag_name: 'shared', description: null },
    ],
    datasets: { [dataset.uuid]: ['of dataset', 'shared'] },
  })
  const queries = await out(admin, 'saved_query', query.id)
  const other = await makeTestApp()
  try {
    const there = await other.as('Admin')
    for (const [kind, files] of [
      ['dashboard', board],
      ['saved_query', queries],
    ] as const)
      expect((await upload(there, kind, zip(files, ''))).statusCode).toBe(200)
    const ids = {
      dashboard: (await other.context.store.dashboards.getByUuid(dashboard.uuid))?.id ?? 0,
      saved_query: (await other.context.store.savedQueries.getByUuid(query.uuid))?.id ?? 0,
    }
    const reported = (files: Record<string, string>) => said(files, 'tags.yaml')
    expect(reported(await out(there, 'dashboard', ids.dashboard))).toEqual(reported(board))
    expect(reported(await out(there, 'saved_query', ids.saved_query))).toEqual(reported(queries))
    const charts = said(await out(there, 'dashboard', ids.dashboard), 'charts/back.yaml')
    expect(charts['tags']).toEqual(['of chart', 'shared'])
  } finally {
    await other.close()
  }
})

it('a dry run lists the tags that would change, and changes none', async () => {
  const before = await tagsOf('chart', CHART)
  const answer = await upload(admin, 'chart', bundle('tags: [other]\n'), { overwrite: 'true', dry_run: 'true' })
  const change = answer.json().changes?.find(({ path }: { path: string }) => path === 'charts/c.yaml')
  expect(change).toMatchObject({
    action: 'update',
    fields: [{ name: 'tags', before: '["known"]', after: '["other"]' }],
  })
  expect([await tagsOf('chart', CHART), await described('other')]).toEqual([before, undefined])
})
