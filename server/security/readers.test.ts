import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowedRows } from '#core/access/can.ts'
import { datasetAccess } from '#core/access/rules.ts'
import type { GrantDraft } from '#core/entity/grant.ts'
import { GRANT_LEVELS } from '#core/rest/grant-level.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { dashboardReaders, datasetReaders } from './readers.ts'

let fixture: TestApp

beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

/** Returns a generator of whole numbers below a limit, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return (state >>> 0) % below
  }
}

/** Fills the store with users, groups, roles, datasets, dashboards and grants that depend on the seed. */
async function fill(seed: number) {
  const { store } = fixture.context
  const random = randomOf(seed)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
  const some = <T>(values: readonly T[]): T[] => values.filter(() => random(3) === 0)
  const name = (type: string, at: number) => `${type} ${seed} ${at}`
  const database = await fixture.database({ database_name: name('db', 0) })
  const users = []
  for (let at = 0; at < 6; at++) users.push(await fixture.user(name('user', at), at === 5 ? ['Admin'] : ['Gamma']))
  const ids = users.map(({ id }) => id)
  const folders: number[] = []
  for (let at = 0; at < 5; at++) {
    const parent_id = at === 0 ? null : pick([null, ...folders])
    folders.push((await store.folders.create({ name: name('folder', at), parent_id, owners: some(ids) }, null)).id)
  }
  const datasets: Awaited<ReturnType<TestApp['dataset']>>[] = []
  for (let at = 0; at < 4; at++)
    datasets.push(
      await fixture.dataset({
        table_name: name('table', at),
        database_id: database.id,
        schema: pick([null, 'one', 'two']),
        folder_id: pick([null, ...folders]),
        owners: some(ids),
      }),
    )
  const pairs: readonly PermissionPair[] = [
    ['all_datasource_access', 'all_datasource_access'],
    ['database_access', `[${database.database_name}].(id:${database.id})`],
    ['schema_access', `[${database.database_name}].[one]`],
    ...datasets.map((each): PermissionPair => ['datasource_access', `[x].[${each.table_name}](id:${each.id})`]),
  ]
  const roles: number[] = []
  for (let at = 0; at < 3; at++) {
    const { id } = await store.roles.create({ name: name('role', at) }, null)
    await store.roles.setPairs(id, some(pairs).slice(0, 2))
    roles.push(id)
  }
  for (const user of users)
    await store.users.update(user.id, { roles: [...user.roles, ...some(roles)], active: random(6) > 0 }, null)
  const groups: number[] = []
  for (let at = 0; at < 2; at++)
    groups.push((await store.groups.create({ name: name('group', at), users: some(ids), roles: some(roles) }, null)).id)
  const dashboards: Awaited<ReturnType<TestApp['dashboard']>>[] = []
  for (let at = 0; at < 3; at++) {
    const dataset = pick(datasets).id
    const chart = await fixture.chart({ slice_name: name('chart', at), datasource_id: dataset })
    const board = await fixture.dashboard({
      dashboard_title: name('board', at),
      published: random(2) === 0,
      charts: [chart.id],
      folder_id: pick([null, ...folders]),
      owners: some(ids),
      roles: some(roles),
    })
    if (random(2) === 0) await store.dashboardGrants.create({ dashboard_id: board.id, dataset_id: dataset }, null)
    if (random(3) === 0) await store.draftReaders.add(board.id, pick(ids))
    dashboards.push(board)
  }
  for (let at = 0; at < 14; at++) {
    const object = pick<Partial<GrantDraft>>([
      { dashboard_id: pick(dashboards).id },
      { dataset_id: pick(datasets).id },
      { database_id: database.id, schema: pick(['one', 'two', null]) },
      { folder_id: pick(folders) },
      { folder_id: pick(folders) },
    ])
    const subject = pick<Partial<GrantDraft>>([
      { user_id: pick(ids) },
      { group_id: pick(groups) },
      { role_id: pick(roles) },
    ])
    // A pair that exists already is left out.
    await store.grants.create({ ...object, ...subject, level: pick(GRANT_LEVELS) }, null).catch(() => undefined)
  }
  if (random(2) === 0) await store.groups.remove(groups[0] ?? 0, null)
  for (let at = 0; at < 3; at++) await moveOne(pick(folders), pick([null, ...folders]))
  const emptied = pick(folders)
  await store.folders.remove([emptied], null)
  await store.folders.moveContents(
    emptied,
    (await store.folders.get(emptied, { deleted: true }))?.parent_id ?? null,
    null,
  )

  /** Moves a folder unless the other one is in it, then a dataset and a dashboard. */
  async function moveOne(id: number, to: number | null) {
    const below = await store.folders.below(id)
    if (to === null || !below.includes(to)) await store.folders.update(id, { parent_id: to }, null)
    await store.datasets.update(pick(datasets).id, { folder_id: to }, null)
    await store.dashboards.update(pick(dashboards).id, { folder_id: pick([null, ...folders]) }, null)
  }
  return { datasets, dashboards, users }
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'lists exactly the users that requests let read, in generated store %i',
  async (seed) => {
    const { store } = fixture.context
    const { datasets, dashboards, users } = await fill(seed)
    for (const byRole of [false, true]) {
      const options = { byRole, byDashboard: 'see' } as const
      for (const { id } of datasets) {
        const dataset = await store.datasets.get(id)
        if (!dataset) throw new Error('The dataset is missing')
        const readers = await datasetReaders(store, dataset, options)
        for (const user of users) {
          const current = await store.users.current(user.id)
          const rule = current ? datasetAccess(current, options) : false
          const isOpen = (await store.datasets.count({ and: [{ col: 'id', op: 'eq', value: id }, rule] })) > 0
          expect([id, user.id, readers.some((each) => each.user.id === user.id)]).toEqual([id, user.id, isOpen])
        }
      }
      for (const { id } of dashboards) {
        const dashboard = await store.dashboards.get(id)
        if (!dashboard) throw new Error('The dashboard is missing')
        const readers = await dashboardReaders(store, dashboard, options)
        for (const user of users) {
          const current = await store.users.current(user.id)
          const rule = current ? allowedRows(current, 'read', 'Dashboard', options) : false
          const isOpen = (await store.dashboards.count({ and: [{ col: 'id', op: 'eq', value: id }, rule] })) > 0
          expect([id, user.id, readers.some((each) => each.user.id === user.id)]).toEqual([id, user.id, isOpen])
        }
      }
    }
  },
)

it('gives every reason: ownership, a permission by a role of a group, and grants', async () => {
  const { store } = fixture.context
  const owner = await fixture.user('reasons owner', ['Gamma'])
  const member = await fixture.user('reasons member', [])
  const dataset = await fixture.dataset({ table_name: 'reasons', owners: [owner.id] })
  const role = await store.roles.create({ name: 'Reads reasons' }, null)
  await store.roles.setPairs(role.id, [['datasource_access', `[local].[reasons](id:${dataset.id})`]])
  const group = await store.groups.create({ name: 'Reason team', users: [member.id], roles: [role.id] }, null)
  await store.grants.create({ dataset_id: dataset.id, group_id: group.id, level: 'explore' }, null)
  await store.grants.create({ dataset_id: dataset.id, user_id: owner.id, level: 'edit' }, null)
  const readers = await datasetReaders(store, dataset, {})
  const reasonsOf = (id: number) => readers.find(({ user }) => user.id === id)?.reasons
  expect(reasonsOf(owner.id)).toEqual([{ by: 'ownership' }, { by: 'grant', level: 'edit' }])
  expect(reasonsOf(member.id)).toEqual([
    {
      by: 'permission',
      role: 'Reads reasons',
      group: 'Reason team',
      permission: `Read dataset [local].[reasons](id:${dataset.id})`,
    },
    { by: 'grant', group: 'Reason team', level: 'explore' },
  ])
})
