import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'
import { tables, type Table } from './tables.ts'

const chart = { slice_name: 'Delays', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' } as const
const DAY = 24 * 3_600_000

onBothEngines('the bin', (fixture) => {
  it('contains deleted rows, which no list shows or counts', async () => {
    const { charts } = fixture().store
    const made = await charts.create({ ...chart, slice_name: 'only here' }, null)
    const where = { col: 'id', op: 'eq', value: made.id } as const
    await charts.remove(made.id, null)
    expect([await charts.count(where), (await charts.list({ where, pageSize: 5 })).count]).toEqual([0, 0])
    const bin = await charts.list({ where, pageSize: 5, isBin: true })
    expect([bin.count, bin.ids]).toEqual([1, [made.id]])
    await charts.restore(made.id, null)
    expect((await charts.list({ where, isBin: true })).count).toBe(0)
  })

  it('frees uuid and slug, and generates new ones for restored rows if they exist', async () => {
    const { dashboards } = fixture().store
    const first = await dashboards.create({ dashboard_title: 'A', slug: 'twice' }, null)
    await dashboards.remove(first.id, null)
    const second = await dashboards.create({ dashboard_title: 'B', slug: 'twice', uuid: first.uuid }, null)
    expect((await dashboards.getByUuid(first.uuid, { deleted: true }))?.id).toBe(second.id)
    await expect(dashboards.restore(first.id, null)).rejects.toMatchObject({ name: 'UniqueViolation' })
    const changes = { slug: 'twice-2', uuid: '11111111-1111-4111-8111-111111111111' }
    const back = await dashboards.restore(first.id, null, changes)
    expect(back).toMatchObject({ ...changes, deleted_at: null, dashboard_title: 'A' })
    expect((await dashboards.find({ col: 'slug', op: 'ct', value: 'TWICE-2' }))?.id).toBe(first.id)
  })

  it('restores favorites and links to dashboards', async () => {
    const w = fixture()
    const ann = await w.user('ann of the bin')
    const board = await w.store.dashboards.create({ dashboard_title: 'A' }, null)
    const made = await w.store.charts.create({ ...chart, owners: [ann.id], dashboards: [board.id] }, ann.id)
    await w.store.favorites.add(ann.id, 'chart', made.id)
    await w.store.charts.remove(made.id, ann.id)
    expect((await w.store.dashboards.get(board.id))?.charts).toEqual([])
    const marked = { and: [{ favoriteOf: ann.id }, { col: 'id', op: 'eq', value: made.id }] } as const
    expect(await w.store.charts.count(marked)).toBe(0)
    await w.store.charts.restore(made.id, ann.id)
    expect((await w.store.dashboards.get(board.id))?.charts).toEqual([made.id])
    expect(await w.store.charts.count(marked)).toBe(1)
  })

  it('purges only rows that were deleted long ago', async () => {
    const w = fixture()
    const [old, young, living] = [
      await w.store.charts.create(chart, null),
      await w.store.charts.create(chart, null),
      await w.store.charts.create(chart, null),
    ]
    await w.store.charts.remove(old.id, null)
    w.now += 2 * DAY
    await w.store.charts.remove(young.id, null)
    expect(await w.store.emptyBin(w.now - DAY)).toBeGreaterThanOrEqual(1)
    expect(await w.store.charts.get(old.id, { deleted: true })).toBeUndefined()
    expect((await w.store.charts.get(young.id, { deleted: true }))?.deleted_at).toBe(w.now)
    expect(await w.store.charts.get(living.id)).toEqual(living)
  })

  it('purges only deleted rows, all or none', async () => {
    const { charts } = fixture().store
    const [dead, living] = [await charts.create(chart, null), await charts.create(chart, null)]
    await charts.remove(dead.id, null)
    await expect(charts.purge([dead.id, living.id])).rejects.toMatchObject({ name: 'RowMissing', id: living.id })
    expect(await charts.get(dead.id, { deleted: true })).toBeDefined()
    await charts.purge([dead.id])
    expect(await charts.get(dead.id, { deleted: true })).toBeUndefined()
  })

  it('purges dependent rows as well', async () => {
    const w = fixture()
    const { store } = w
    const ann = await w.user('ann who goes')
    const role = await store.roles.create({ name: 'role of the bin' }, null)
    const database = await store.databases.create(
      { database_name: 'of the bin', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' },
      null,
    )
    const dataset = await store.datasets.create(
      {
        table_name: 'gone',
        database_id: database.id,
        owners: [ann.id],
        columns: [{ column_name: 'a' }],
        metrics: [{ metric_name: 'n', expression: 'count(*)' }],
      },
      ann.id,
    )
    const board = await store.dashboards.create({ dashboard_title: 'Gone', owners: [ann.id], roles: [role.id] }, ann.id)
    const made = await store.charts.create(
      { ...chart, datasource_id: dataset.id, owners: [ann.id], dashboards: [board.id] },
      ann.id,
    )
    const rule = await store.rowRules.create(
      { name: 'r', filter_type: 'Regular', clause: '1 = 1', tables: [dataset.id], roles: [] },
      null,
    )
    await store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset.id }, null)
    await store.filterSets.create(
      { name: 'f', dashboard_id: board.id, owner_type: 'Dashboard', owner_id: board.id, params: '{}' },
      null,
    )
    await store.draftReaders.add(board.id, ann.id)
    for (const [type, id] of [
      ['chart', made.id],
      ['dashboard', board.id],
      ['dataset', dataset.id],
    ] as const)
      await store.favorites.add(ann.id, type, id)
    await store.charts.update(made.id, { slice_name: 'other' }, ann.id)
    await store.charts.remove(made.id, ann.id)
    await store.dashboards.remove(board.id, ann.id)
    await store.datasets.remove(dataset.id, ann.id)
    w.now += DAY
    await store.emptyBin(w.now)
    expect((await store.rowRules.get(rule.id))?.tables).toEqual([])
    expect(await store.favorites.count('chart', made.id)).toBe(0)
    expect((await store.revisions.page('chart', made.id, 0, 5)).count).toBe(0)
    if (!('file' in w.location)) return
    // No table with a column for one of these ids contains any of them.
    const file = new DatabaseSync(w.location.file, { readOnly: true })
    const named = Object.values<Table>(tables).map(({ name }) => name)
    const others = [
      'owners',
      'dashboard_charts',
      'dashboard_roles',
      'draft_readers',
      'row_rule_datasets',
      'dataset_columns',
      'dataset_metrics',
    ]
    for (const [column, id] of [
      ['chart_id', made.id],
      ['dashboard_id', board.id],
      ['dataset_id', dataset.id],
      ['entity_id', made.id],
    ] as const)
      for (const table of [...named, ...others]) {
        const has = file.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column)
        if (!has) continue
        const only = column === 'entity_id' ? " and entity_type = 'chart'" : ''
        const left = file.prepare(`select count(*) as n from "${table}" where "${column}" = ?${only}`).get(id)
        expect([table, column, left?.['n']]).toEqual([table, column, 0])
      }
    file.close()
  })
})
