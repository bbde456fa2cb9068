import { CompiledQuery, Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { up } from './migrations/017-tags.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

const draft = { slice_name: 'c', viz_type: 'table', datasource_id: 1, datasource_type: 'table' as const }

onBothEngines('tags', (fixture) => {
  it('tags are stored by type and id, sorted by name, until object or tag is deleted, also after a restart', async () => {
    const { store, again } = fixture()
    const [b, a] = [await store.tags.create({ name: 'b' }, null), await store.tags.create({ name: 'A' }, null)]
    const chart = await store.charts.create(draft, null)
    const dashboard = await store.dashboards.create({ dashboard_title: 'd' }, null)
    await store.tags.change('chart', chart.id, { add: [b.id, a.id, b.id] }, null)
    await store.tags.change('dashboard', dashboard.id, { add: [b.id] }, null)
    const names = async (in_ = store) =>
      ((await in_.tags.ofEntities('chart', [chart.id])).get(chart.id) ?? []).map(({ name }) => name)
    expect(await names()).toEqual(['A', 'b'])
    expect(await names(await again())).toEqual(['A', 'b'])
    expect(await store.tags.counts('chart', [a.id, b.id], true)).toEqual(
      new Map([
        [a.id, 1],
        [b.id, 1],
      ]),
    )
    expect(await store.tags.counts('chart', [a.id], { col: 'slice_name', op: 'eq', value: 'other' })).toEqual(new Map())
    expect(await store.tags.used()).toEqual([b.id, a.id])
    expect(
      (await store.charts.list({ where: { some: 'tags', where: { col: 'name', op: 'ct', value: 'a' } } })).ids,
    ).toEqual([chart.id])
    expect((await store.tags.list({ where: { some: 'dashboards', where: true } })).ids).toEqual([b.id])

    await store.tags.remove(a.id, null)
    expect(await names()).toEqual(['b'])
    // A deleted tag leaves its name to others.
    await store.tags.create({ name: 'A' }, null)
    await store.tags.purge([a.id])
    expect(await store.tags.counts('chart', [a.id], true)).toEqual(new Map())
    await store.charts.remove(chart.id, null)
    expect(await store.tags.counts('chart', [b.id], true)).toEqual(new Map())
    await store.charts.restore(chart.id, null)
    expect(await names()).toEqual(['b'])
    await store.charts.remove(chart.id, null)
    await store.charts.purge([chart.id])
    expect([await names(), await store.tags.used()]).toEqual([[], [b.id]])
  })

  it('tags have unique names among tags that are not deleted', async () => {
    const { store } = fixture()
    await store.tags.create({ name: 'only once' }, null)
    await expect(store.tags.create({ name: 'only once' }, null)).rejects.toThrow(
      'Another row of tags has the same name',
    )
  })

  it('the migration creates the tags of bundles imported by earlier versions', async () => {
    const { store, location, engine } = fixture()
    const stored = JSON.stringify({ tags: ['old', ' new ', 'owner:1', 7, 'old'], theme_uuid: 't' })
    const chart = await store.charts.create({ ...draft, unknown_keys: stored }, null)
    const board = await store.dashboards.create({ dashboard_title: 'd', unknown_keys: '{"tags":["old"]}' }, null)
    const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
    const db = new Kysely<Record<string, Record<string, unknown>>>({
      dialect: withValueChecks(dialect, new TransactionScope()),
    })
    try {
      for (const table of ['tagged_objects', 'tags']) await db.executeQuery(CompiledQuery.raw(`drop table ${table}`))
      await up(db, engine)
    } finally {
      await db.destroy()
    }
    const named = async (type: 'chart' | 'dashboard', id: number) =>
      ((await store.tags.ofEntities(type, [id])).get(id) ?? []).map(({ name }) => name)
    expect([await named('chart', chart.id), await named('dashboard', board.id)]).toEqual([['new', 'old'], ['old']])
    expect((await store.tags.list({})).count).toBe(2)
    expect((await store.charts.find({ col: 'id', op: 'eq', value: chart.id }))?.unknown_keys).toBe('{"theme_uuid":"t"}')
    expect((await store.dashboards.get(board.id))?.unknown_keys).toBeNull()
  })
})
