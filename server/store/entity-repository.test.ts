import { describe, expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'

const chart = { slice_name: 'Delays', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' } as const

onBothEngines('a repository', (fixture) => {
  it('creates a row with the given values, defaults, user and time', async () => {
    const { store, now, user } = fixture()
    const ann = await user('ann')
    const made = await store.dashboards.create({ dashboard_title: 'Flights', owners: [ann.id] }, ann.id)
    expect(made).toEqual({
      id: made.id,
      uuid: made.uuid,
      created_on: now,
      changed_on: now,
      created_by_fk: ann.id,
      changed_by_fk: ann.id,
      deleted_at: null,
      version: 1,
      is_managed_externally: false,
      folder_id: null,
      external_url: null,
      certified_by: null,
      certification_details: null,
      unknown_keys: null,
      owners: [ann.id],
      dashboard_title: 'Flights',
      slug: null,
      description: null,
      position_json: null,
      json_metadata: null,
      css: null,
      published: false,
      roles: [],
      charts: [],
    })
    expect(await store.dashboards.get(made.id)).toEqual(made)
    expect(await store.dashboards.getByUuid(made.uuid)).toEqual(made)
    expect(await store.dashboards.get(made.id + 1000)).toBeUndefined()
  })

  it('creates many rows in order, or none', async () => {
    const { store, user } = fixture()
    const { charts, events } = store
    const { id } = await user('cleo')
    const drafts = Array.from({ length: 120 }, (_, at) => ({
      ...chart,
      slice_name: `Many ${at}`,
      owners: at % 2 === 0 ? [id] : [],
    }))
    const made = await charts.createMany(drafts, id)
    expect(made.map(({ slice_name, owners }) => ({ slice_name, owners }))).toEqual(
      drafts.map(({ slice_name, owners }) => ({ slice_name, owners })),
    )
    const single = await charts.create(drafts[0] as (typeof drafts)[0], id)
    const { id: _, uuid: _uuid, ...like } = single
    expect(made[0]).toEqual({ ...like, id: made[0]?.id, uuid: made[0]?.uuid })
    const lines = async (row: number | undefined) =>
      (await events.history('chart', row as number)).map(({ id: _id, entity_id: _entity, ...line }) => ({
        ...line,
        after: { ...JSON.parse(line.after as string), uuid: null },
      }))
    expect(await lines(made[0]?.id)).toEqual(await lines(single.id))
    expect(await charts.get(made[119]?.id as number)).toEqual(made[119])
    const count = await charts.count(true)
    const twice = [chart, { ...chart, uuid: single.uuid }]
    await expect(charts.createMany(twice, id)).rejects.toMatchObject({ name: 'UniqueViolation' })
    await expect(charts.createMany([chart, { ...chart, owners: [999_999] }], id)).rejects.toMatchObject({
      name: 'ReferenceMissing',
    })
    expect(await charts.count(true)).toBe(count)
    expect(await charts.createMany([], id)).toEqual([])
  })

  it('changes many rows, or none', async () => {
    const { store, user } = fixture()
    const { charts, events, revisions } = store
    const { id } = await user('dora')
    const drafts = Array.from({ length: 121 }, (_, at) => ({ ...chart, slice_name: `Before ${at}` }))
    const made = await charts.createMany(drafts, null)
    const patchOf = (at: number) => ({
      slice_name: at === 3 ? 'Before 3' : `After "${at}" 'É'`,
      params: at % 2 === 0 ? `{"row_limit": ${at}}` : null,
      ...(at % 5 === 0 ? { owners: [id], cache_timeout: at } : {}),
    })
    const changes = made.slice(0, 120).map((each, at) => ({ id: each.id, patch: patchOf(at) }))
    const changed = await charts.updateMany(changes, id)
    expect(changed.map((each) => each.id)).toEqual(changes.map((each) => each.id))
    const single = await charts.update(made[120]?.id as number, patchOf(120), id)
    expect(changed[10]).toEqual({
      ...single,
      id: made[10]?.id,
      uuid: made[10]?.uuid,
      slice_name: `After "10" 'É'`,
      params: '{"row_limit": 10}',
      cache_timeout: 10,
    })
    // Its values are unchanged, so it stays as it is, without an event.
    expect(changed[3]).toEqual(made[3])
    expect((await events.history('chart', made[3]?.id as number)).map(({ action }) => action)).toEqual(['create'])
    const reported = async (row: number | undefined) => {
      const [line] = await events.history('chart', row as number)
      const { count } = await revisions.page('chart', row as number, 0, 10)
      return [line?.action, line?.actor, Object.keys(JSON.parse(line?.after ?? '{}')), count]
    }
    expect(await reported(changed[10]?.id)).toEqual(await reported(single.id))
    expect(await charts.find({ col: 'slice_name', op: 'ct', value: 'after "11" \'é' })).toEqual(changed[11])
    expect(await charts.get(changed[119]?.id as number)).toEqual(changed[119])
    const [first, second] = changed
    const missing = { id: 999_999, patch: { slice_name: 'Nobody' } }
    const wrong = [{ id: first?.id as number, patch: { slice_name: 'Half' } }, missing]
    await expect(charts.updateMany(wrong, id)).rejects.toMatchObject({ name: 'RowMissing' })
    const linked = [{ id: second?.id as number, patch: { slice_name: 'Half', owners: [999_999] } }]
    await expect(charts.updateMany(linked, id)).rejects.toMatchObject({ name: 'ReferenceMissing' })
    expect(await charts.byUuids([first?.uuid ?? '', second?.uuid ?? ''])).toEqual(
      new Map([first, second].map((each) => [each?.uuid, each])),
    )
    expect(await charts.updateMany([], id)).toEqual([])
  })

  it('passes unique values on between the rows of one call', async () => {
    const { users } = fixture().store
    const draft = { first_name: 'A', last_name: 'B' }
    const drafts = ['a', 'b', 'c'].map((name) => ({ ...draft, username: `pass ${name}`, email: `${name}@pass.org` }))
    const [a, b, c] = (await users.createMany(drafts, null)).map(({ id }) => id) as [number, number, number]
    const emails = (patches: readonly (readonly [number, string])[]) =>
      users.updateMany(
        patches.map(([id, email]) => ({ id, patch: { email } })),
        null,
      )
    const chain = await emails([
      [a, 'B@pass.org'],
      [b, 'c@pass.org'],
      [c, 'd@pass.org'],
    ])
    expect(chain.map(({ email }) => email)).toEqual(['B@pass.org', 'c@pass.org', 'd@pass.org'])
    const exchange = await emails([
      [a, 'c@pass.org'],
      [b, 'b@pass.org'],
    ])
    expect(exchange.map(({ email, version }) => [email, version])).toEqual([
      ['c@pass.org', 3],
      ['b@pass.org', 3],
    ])
    await expect(emails([[a, 'd@pass.org']])).rejects.toMatchObject({ name: 'UniqueViolation' })
  })

  it('finds many by uuid, live ones before deleted ones', async () => {
    const { charts, databases, datasets } = fixture().store
    const [missing, living, both] = await charts.createMany([chart, chart, chart], null)
    if (!missing || !living || !both) throw new Error('none was made')
    await charts.remove([missing.id, both.id], null)
    const anew = await charts.create({ ...chart, uuid: both.uuid }, null)
    const uuids = [missing.uuid, living.uuid, both.uuid, living.uuid, '00000000-0000-4000-8000-ffffffffffff']
    expect(await charts.byUuids(uuids)).toEqual(
      new Map([
        [living.uuid, living],
        [both.uuid, anew],
      ]),
    )
    const all = await charts.byUuids(uuids, { deleted: true })
    expect([all.size, all.get(missing.uuid), all.get(both.uuid)]).toEqual([
      3,
      await charts.get(missing.id, { deleted: true }),
      anew,
    ])
    const at = { database_name: 'many', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///many.duckdb' }
    const { id: database_id } = await databases.create(at, null)
    const whole = await datasets.create({ table_name: 'many', database_id, columns: [{ column_name: 'a' }] }, null)
    expect((await datasets.byUuids([whole.uuid])).get(whole.uuid)).toEqual(whole)
  })

  it('stores form data, layouts and metadata unchanged, with unknown keys', async () => {
    const { charts, dashboards } = fixture().store
    const params = '{ "viz_type":"pie",  "__x":{"é":[1,2.50,null]}, "n":9007199254740993 }'
    const made = await charts.create({ ...chart, params, query_context: params }, null)
    expect((await charts.get(made.id))?.params).toBe(params)
    const metadata = '{"future_key": {"a": 1e3}, "color_scheme":""}'
    const board = await dashboards.create(
      { dashboard_title: 'A', json_metadata: metadata, position_json: params },
      null,
    )
    await dashboards.update(board.id, { css: 'a{}' }, null)
    expect(await dashboards.get(board.id)).toMatchObject({ json_metadata: metadata, position_json: params })
  })

  it('changes only the given keys, increments the version and sets user and time', async () => {
    const w = fixture()
    const made = await w.store.charts.create({ ...chart, description: 'old' }, null)
    const bob = await w.user('bob')
    w.now += 5000
    const after = await w.store.charts.update(made.id, { slice_name: 'New', certified_by: 'Bob' }, bob.id)
    expect(after).toEqual({
      ...made,
      slice_name: 'New',
      certified_by: 'Bob',
      version: 2,
      changed_on: made.created_on + 5000,
      changed_by_fk: bob.id,
    })
  })

  it('leaves version and log unchanged without a difference', async () => {
    const { charts, events } = fixture().store
    const made = await charts.create(chart, null)
    expect(await charts.update(made.id, { slice_name: 'Delays', owners: [] }, null)).toEqual(made)
    expect(await events.history('chart', made.id)).toHaveLength(1)
  })

  it('accepts one of two writers of the same version and reports the conflict to the other', async () => {
    const { charts } = fixture().store
    const made = await charts.create(chart, null)
    const outcomes = await Promise.allSettled([
      charts.update(made.id, { slice_name: 'A' }, null, { ifVersion: 1 }),
      charts.update(made.id, { slice_name: 'B' }, null, { ifVersion: 1 }),
    ])
    expect(outcomes.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes.find((each) => each.status === 'rejected')
    expect(lost?.reason).toMatchObject({ name: 'VersionConflict', id: made.id, expected: 1, actual: 2 })
    expect((await charts.get(made.id))?.version).toBe(2)
    await expect(charts.remove(made.id, null, { ifVersion: 1 })).rejects.toMatchObject({ name: 'VersionConflict' })
  })

  it('accepts consecutive writes without a version', async () => {
    const { charts } = fixture().store
    const made = await charts.create(chart, null)
    await Promise.all(['a', 'b', 'c', 'd'].map((slice_name) => charts.update(made.id, { slice_name }, null)))
    expect((await charts.get(made.id))?.version).toBe(5)
  })

  it('hides deleted rows, and restores them', async () => {
    const { charts } = fixture().store
    const made = await charts.create(chart, null)
    await charts.remove(made.id, null)
    expect(await charts.get(made.id)).toBeUndefined()
    expect(await charts.getByUuid(made.uuid)).toBeUndefined()
    expect(await charts.get(made.id, { deleted: true })).toMatchObject({ version: 2, deleted_at: fixture().now })
    await expect(charts.update(made.id, { slice_name: 'x' }, null)).rejects.toMatchObject({ name: 'RowMissing' })
    expect(await charts.restore(made.id, null)).toEqual({ ...made, version: 3 })
  })

  it('deletes all rows or none', async () => {
    const { charts } = fixture().store
    const [a, b] = [await charts.create(chart, null), await charts.create(chart, null)]
    await expect(charts.remove([a.id, 987654, b.id], null)).rejects.toMatchObject({ name: 'RowMissing', id: 987654 })
    expect(await charts.get(a.id)).toEqual(a)
    await charts.remove([a.id, b.id, a.id], null)
    expect(await charts.count({ col: 'id', op: 'in', value: [a.id, b.id] })).toBe(0)
  })

  it('rejects a second row with the same unique values, and names the columns', async () => {
    const { dashboards, databases } = fixture().store
    const first = await dashboards.create({ dashboard_title: 'A', slug: 'same' }, null)
    const again = () => dashboards.create({ dashboard_title: 'B', slug: 'same' }, null)
    await expect(again()).rejects.toMatchObject({ name: 'UniqueViolation', table: 'dashboards', columns: ['slug'] })
    await dashboards.remove(first.id, null)
    const second = await again()
    await expect(dashboards.restore(first.id, null)).rejects.toMatchObject({ name: 'UniqueViolation' })
    const same = { dashboard_title: 'C', uuid: second.uuid }
    await expect(dashboards.create(same, null)).rejects.toMatchObject({ name: 'UniqueViolation', columns: ['uuid'] })
    const database = { database_name: 'examples', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' }
    await databases.create(database, null)
    await expect(databases.create(database, null)).rejects.toMatchObject({ columns: ['database_name'] })
  })

  describe('links', () => {
    it('returns them from both sides, ascending, each once', async () => {
      const { charts, dashboards } = fixture().store
      const [a, b] = [await charts.create(chart, null), await charts.create(chart, null)]
      const board = await dashboards.create({ dashboard_title: 'A', charts: [b.id, a.id, b.id] }, null)
      expect(board.charts).toEqual([a.id, b.id])
      expect((await charts.get(a.id))?.dashboards).toEqual([board.id])
      await charts.update(b.id, { dashboards: [] }, null)
      expect((await dashboards.get(board.id))?.charts).toEqual([a.id])
    })

    it('omit deleted rows, and have them again after a restore', async () => {
      const { charts, dashboards } = fixture().store
      const [a, b] = [await charts.create(chart, null), await charts.create(chart, null)]
      const board = await dashboards.create({ dashboard_title: 'A', charts: [a.id, b.id] }, null)
      await charts.remove(a.id, null)
      expect((await dashboards.get(board.id))?.charts).toEqual([b.id])
      await dashboards.update(board.id, { charts: [] }, null)
      await charts.restore(a.id, null)
      expect((await dashboards.get(board.id))?.charts).toEqual([a.id])
    })

    it('links to missing rows are rejected and no row is written', async () => {
      const { charts } = fixture().store
      const before = await charts.count(true)
      const lost = charts.create({ ...chart, owners: [123456] }, null)
      await expect(lost).rejects.toMatchObject({ name: 'ReferenceMissing' })
      expect(await charts.count(true)).toBe(before)
    })
  })

  describe('lists', () => {
    it('searches and sorts them by name ignoring case and accents', async () => {
      const { store } = fixture()
      for (const dashboard_title of ['Zebra', 'élan 10%', 'Eland_x', 'ÉLAN', 'apfel', 'Ａpfel', 'ﬁne']) {
        await store.dashboards.create({ dashboard_title, slug: null, description: 'fold' }, null)
      }
      const names = async (op: 'sw' | 'ew' | 'ct' | 'nct', value: string) => {
        const where = { col: 'dashboard_title', op, value } as const
        const order = [{ column: 'dashboard_title', direction: 'asc' }] as const
        const { rows } = await store.dashboards.list({ where, order })
        return rows
          .filter((row) => row.description === null || row.description === 'fold')
          .map((row) => row.dashboard_title)
      }
      expect(await names('ct', 'ELAN')).toEqual(['ÉLAN', 'élan 10%', 'Eland_x'])
      expect(await names('sw', 'Apf')).toEqual(['apfel', 'Ａpfel'])
      expect(await names('sw', 'FI')).toEqual(['ﬁne'])
      expect(await names('ew', '0%')).toEqual(['élan 10%'])
      expect(await names('ct', '_')).toEqual(['Eland_x'])
    })

    it('return one page with the total count and the ids of the page', async () => {
      const { store, user } = fixture()
      const eve = await user('eve')
      const made = []
      for (const slice_name of ['c', 'A', 'b', 'Á', 'd']) {
        made.push(await store.charts.create({ ...chart, slice_name, owners: [eve.id] }, eve.id))
      }
      const query = { where: { owner: eve.id }, order: [{ column: 'slice_name', direction: 'asc' }] } as const
      const page = await store.charts.list({ ...query, page: 1, pageSize: 2 })
      expect(page).toEqual({ rows: [made[2], made[0]], count: 5, ids: [made[2]?.id, made[0]?.id] })
      const all = await store.charts.list(query)
      expect(all.rows.map((row) => row.slice_name)).toEqual(['A', 'Á', 'b', 'c', 'd'])
      expect(await store.charts.list({ ...query, page: 9, pageSize: 2 })).toEqual({ rows: [], count: 5, ids: [] })
    })

    it('sorts by a column of a related row, rows without one last', async () => {
      const { store, user } = fixture()
      const [zoe, amy] = [await user('zoe'), await user('Amy')]
      const ids = []
      for (const by of [zoe.id, null, amy.id]) {
        ids.push((await store.charts.create({ ...chart, viz_type: 'sorted' }, by)).id)
      }
      const where = { col: 'viz_type', op: 'eq', value: 'sorted' } as const
      const by = async (direction: 'asc' | 'desc') =>
        (await store.charts.list({ where, order: [{ column: 'created_by.first_name', direction }] })).ids
      expect(await by('asc')).toEqual([ids[2], ids[0], ids[1]])
      expect(await by('desc')).toEqual([ids[0], ids[2], ids[1]])
    })

    it.each(['nonsense', 'owners', 'owners.id', 'created_by.password', 'a; drop table charts', 'created_by.x'])(
      'reject the order %s',
      async (column) => {
        const sorted = fixture().store.charts.list({ order: [{ column, direction: 'asc' }] })
        await expect(sorted).rejects.toMatchObject({ name: 'UnknownColumn' })
      },
    )
  })
})
