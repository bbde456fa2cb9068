import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'

const chart = { slice_name: 'A', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' } as const

onBothEngines('the event log', (fixture) => {
  it('records user, action, entity and the changed values', async () => {
    const w = fixture()
    const ann = await w.user('ann')
    const { id } = await w.store.charts.create(chart, ann.id)
    w.now += 10
    await w.store.charts.update(id, { slice_name: 'B', viz_type: 'pie', owners: [ann.id] }, ann.id)
    await w.store.charts.remove(id, ann.id)
    await w.store.charts.restore(id, null)
    const [restored, removed, updated, created] = await w.store.events.history('chart', id)
    expect(created).toMatchObject({ action: 'create', actor: ann.id, at: w.now - 10, before: null })
    expect(JSON.parse(created?.after ?? '')).toMatchObject({ slice_name: 'A', viz_type: 'pie', owners: [] })
    expect(updated).toMatchObject({ action: 'update', at: w.now, entity_type: 'chart', entity_id: id })
    expect(JSON.parse(updated?.before ?? '')).toEqual({ slice_name: 'A', owners: [] })
    expect(JSON.parse(updated?.after ?? '')).toEqual({ slice_name: 'B', owners: [ann.id] })
    expect([removed?.action, removed?.actor, restored?.action, restored?.actor]).toEqual([
      'delete',
      ann.id,
      'restore',
      null,
    ])
  })

  it('contain no passwords and secrets', async () => {
    const { users, databases, events } = fixture().store
    const { id } = await users.create({ username: 'sly', first_name: 'S', last_name: 'L', password: 'hash-one' }, null)
    await users.update(id, { password: 'hash-two' }, null)
    const uri = { database_name: 'db', backend: 'postgres', sqlalchemy_uri: 'postgres://', secrets: 'cipher' }
    const database = await databases.create(uri, null)
    const reported = [...(await events.history('user', id)), ...(await events.history('database', database.id))]
    expect(reported).toHaveLength(3)
    expect(JSON.stringify(reported)).not.toMatch(/hash-|cipher/)
  })

  it('returns the latest event of each entity a user used, newest first', async () => {
    const { store, user } = fixture()
    const [eve, joe] = [await user('eve'), await user('joe')]
    const [a, b] = [await store.charts.create(chart, eve.id), await store.charts.create(chart, eve.id)]
    await store.events.append({ actor: eve.id, action: 'view', entity_type: 'chart', entity_id: a.id })
    await store.events.append({ actor: joe.id, action: 'view', entity_type: 'chart', entity_id: b.id })
    const recent = async (options?: Parameters<typeof store.events.recents>[1]) =>
      (await store.events.recents(eve.id, options)).map((each) => [each.action, each.entity_id])
    expect(await recent()).toEqual([
      ['view', a.id],
      ['create', b.id],
    ])
    expect(await recent({ limit: 1 })).toEqual([['view', a.id]])
    expect(await recent({ actions: ['create'] })).toEqual([
      ['create', b.id],
      ['create', a.id],
    ])
    expect(await recent({ types: ['dashboard'] })).toEqual([])
  })

  it('the log is read backwards in pages', async () => {
    const { events } = fixture().store
    const [first, second] = await events.list({ limit: 2 })
    expect((await events.list({ beforeId: first?.id as number, limit: 1 }))[0]).toEqual(second)
  })
})
