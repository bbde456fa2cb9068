import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { replaceTable } from '#testing/duckdb-file.ts'
import type { Database } from '#core/entity/database.ts'

let fixture: TestApp
let admin: Client
/** Owns the dataset and one of its charts. */
let owner: Client
let database: Database
const ids = { dataset: 0, mine: 0, theirs: 0, untouched: 0 }
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const role = await fixture.context.store.roles.create({ name: 'Whole' }, null)
  await fixture.context.store.roles.addPairs(role.id, [['all_datasource_access', 'all_datasource_access']])
  owner = await fixture.as('Alpha', 'Whole')
  database = await fixture.database()
})
afterAll(() => fixture.close())

/** Creates a source with these columns. */
async function source(name: string, sql: string) {
  await replaceTable(fixture.context.chartData.sources, database, name, sql)
  await fixture.context.store.databases.dataChanged(database.id)
}

beforeEach(async () => {
  const table_name = `sales_${++count}`
  await source(table_name, "SELECT 'north' AS region, 5 AS price, DATE '2024-01-01' AS day")
  const dataset = await fixture.dataset({
    table_name,
    owners: [owner.user?.userId as number],
    main_dttm_col: 'day',
    columns: [
      { column_name: 'region', type: 'VARCHAR', verbose_name: 'Where', description: 'Edited' },
      { column_name: 'price', type: 'INTEGER' },
      { column_name: 'day', type: 'DATE', is_dttm: true },
      { column_name: 'upper_region', type: 'VARCHAR', expression: 'UPPER(region)' },
    ],
    metrics: [{ metric_name: 'regions', expression: 'COUNT(DISTINCT region)' }],
  })
  ids.dataset = dataset.id
  const params = JSON.stringify({ viz_type: 'table', query_mode: 'aggregate', groupby: ['region'], other: 'region' })
  const chart = (slice_name: string, owners: number[], text: string) =>
    fixture.chart({
      slice_name,
      datasource_id: dataset.id,
      viz_type: 'table',
      owners,
      params: text,
      query_context: '{}',
    })
  ids.mine = (await chart('Mine', [owner.user?.userId as number], params)).id
  ids.theirs = (await chart('Theirs', [], params)).id
  ids.untouched = (await chart('Untouched', [], JSON.stringify({ viz_type: 'table', groupby: ['price'] }))).id
  await source(table_name, "SELECT 'north' AS area, 5.5::DOUBLE AS price, DATE '2024-01-01' AS day, 1 AS extra")
})

const refresh = (client: Client, body?: object) => client.put(`/api/v1/dataset/${ids.dataset}/refresh`, body)
const datasetNow = () => fixture.context.store.datasets.get(ids.dataset)
const namesNow = async () =>
  ((await fixture.context.store.datasets.get(ids.dataset))?.columns ?? []).map(({ column_name }) => column_name)
const chartNow = async (id: number) => {
  const row = await fixture.context.store.charts.get(id)
  return { params: JSON.parse(row?.params ?? '{}'), context: row?.query_context ?? '' }
}

describe('a refresh', () => {
  it('reports the changes and names the charts that use a removed column', async () => {
    const { changes, charts } = (await refresh(owner)).json()
    expect(changes).toEqual({
      added: ['area', 'extra'],
      removed: ['region'],
      type_changed: [{ name: 'price', before: 'INTEGER', after: 'DOUBLE' }],
      renamed: [],
    })
    expect(charts).toEqual([
      { id: ids.mine, slice_name: 'Mine', columns: ['region'], is_rewritten: false },
      { id: ids.theirs, slice_name: 'Theirs', columns: ['region'], is_rewritten: false },
    ])
    expect(await namesNow()).toEqual(['area', 'price', 'day', 'extra', 'upper_region'])
  })

  it('reports its changes without applying them in a dry run', async () => {
    const before = await datasetNow()
    const answer = (await refresh(owner, { dry_run: true, renamed: { region: 'area' } })).json()
    expect([answer.changes.renamed, answer.undo]).toEqual([[{ from: 'region', to: 'area' }], []])
    expect(await datasetNow()).toEqual(before)
    expect((await chartNow(ids.mine)).params.groupby).toEqual(['region'])
  })

  it('rewrites no chart for a caller who may write no charts', async () => {
    const role = await fixture.context.store.roles.create({ name: `Writes ${count}` }, null)
    await fixture.context.store.roles.addPairs(role.id, [
      ['can_write', 'Dataset'],
      ['can_read', 'Dataset'],
    ])
    const blind = await fixture.signedIn(await fixture.user(`blind ${count}`, [`Writes ${count}`]))
    await fixture.context.store.datasets.update(ids.dataset, { owners: [blind.user?.userId as number] }, null)
    await fixture.context.store.charts.update(ids.mine, { datasource_id: ids.dataset, slice_name: 'Hidden' }, null)
    const answer = await refresh(blind, { renamed: { region: 'area' } })
    const visible = (await blind.get('/api/v1/chart/')).statusCode
    expect([visible, answer.statusCode]).toEqual([403, 200])
    expect((await chartNow(ids.mine)).params.groupby).toEqual(['region'])
    expect(answer.json().charts.every((chart: { is_rewritten: boolean }) => !chart.is_rewritten)).toBe(true)
  })
})

describe('a refresh with a renamed column', () => {
  it('masks the column under its new name too', async () => {
    const { store } = fixture.context
    const url = `/api/v1/dataset/${ids.dataset}/masks`
    const masks = [{ column_name: 'region', method: 'null', filter_type: 'Base', roles: [] }]
    await store.columnMasks.set(ids.dataset, masks as never)
    expect((await refresh(owner, { renamed: { region: 'area' } })).statusCode).toBe(200)
    const query = { datasource: { id: ids.dataset, type: 'table' }, queries: [{ columns: ['area'], metrics: [] }] }
    const answer = await owner.post('/api/v1/chart/data', query)
    expect([answer.statusCode, answer.json().result?.[0].data]).toEqual([200, [{ area: null }]])
    const shown = (await admin.get(url)).json().result
    expect(shown.map(({ column_name }: { column_name: string }) => column_name)).toEqual(['region', 'area'])
    expect((await admin.put(url, { masks: [...masks, { ...masks[0], column_name: 'area' }] })).statusCode).toBe(200)
    const [event] = await store.events.history('dataset', ids.dataset)
    expect(event?.after).toContain('"column_name":"area"')
  })

  it('keeps edits of the column and writes the new name into metrics and calculated columns', async () => {
    const answer = await refresh(owner, { renamed: { region: 'area', day: 'day' } })
    expect(answer.statusCode).toBe(422)
    const { changes } = (await refresh(owner, { renamed: { region: 'area' } })).json()
    expect([changes.added, changes.removed, changes.renamed]).toEqual([['extra'], [], [{ from: 'region', to: 'area' }]])
    const after = await fixture.context.store.datasets.get(ids.dataset)
    expect(after?.columns[0]).toMatchObject({ column_name: 'area', verbose_name: 'Where', description: 'Edited' })
    expect(after?.columns.at(-1)).toMatchObject({ column_name: 'upper_region', expression: 'UPPER(area)' })
    expect(after?.metrics[0]?.expression).toBe('COUNT(DISTINCT area)')
  })

  it('rewrites the charts that the caller may edit, and no others', async () => {
    const { charts } = (await refresh(owner, { renamed: { region: 'area' } })).json()
    expect(charts).toEqual([
      { id: ids.mine, slice_name: 'Mine', columns: ['region'], is_rewritten: true },
      { id: ids.theirs, slice_name: 'Theirs', columns: ['region'], is_rewritten: false },
    ])
    const mine = await chartNow(ids.mine)
    expect([mine.params.groupby, mine.params.other]).toEqual([['area'], 'region'])
    expect(JSON.parse(mine.context).queries[0].columns).toEqual(['area'])
    expect((await chartNow(ids.theirs)).params.groupby).toEqual(['region'])
  })

  it('repairs charts of a column that an earlier refresh removed', async () => {
    await refresh(owner)
    const { charts } = (await refresh(admin, { renamed: { region: 'area' } })).json()
    expect(charts.map(({ is_rewritten }: { is_rewritten: boolean }) => is_rewritten)).toEqual([true, true])
    expect((await chartNow(ids.theirs)).params.groupby).toEqual(['area'])
    expect(await namesNow()).toEqual(['area', 'price', 'day', 'extra', 'upper_region'])
  })

  it('restores the returned versions by undo', async () => {
    const columns = await namesNow()
    const { undo } = (await refresh(owner, { renamed: { region: 'area' } })).json()
    expect(undo.map(({ resource, id }: { resource: string; id: number }) => [resource, id])).toEqual([
      ['dataset', ids.dataset],
      ['chart', ids.mine],
    ])
    for (const { resource, id, revision } of undo)
      expect((await owner.post(`/api/v1/${resource}/${id}/history/${revision}/restore`)).statusCode).toBe(200)
    expect(await namesNow()).toEqual(columns)
    expect((await fixture.context.store.datasets.get(ids.dataset))?.columns[0]).toMatchObject({ verbose_name: 'Where' })
    expect((await chartNow(ids.mine)).params.groupby).toEqual(['region'])
  })

  it.each([
    [{ region: 'nothing' }, /no column nothing/],
    [{ price: 'extra' }, /price is still there/],
    [{ upper_region: 'extra' }, /upper_region is still there/],
    [{ region: 'area', gone: 'area' }, /Two columns are renamed to area/],
  ])('rejects %j', async (renamed, message) => {
    const answer = await refresh(owner, { renamed })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(message)])
  })

  it('accepts at most 100 columns', async () => {
    const renamed = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`old_${at}`, 'area']))
    expect((await refresh(owner, { renamed })).statusCode).toBe(400)
  })
})
