import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '#core/entity/entity.ts'
import type { Store } from '#server/store/store.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

it.each([
  ['backend', 'postgresql'],
  ['secrets', 'sealed'],
  ['data_version', 99],
  ['deleted_at', 5],
])('ignores the internal field of a database in a body: %s', async (name, value) => {
  const before = await fixture.database()
  const answer = await admin.put(`/api/v1/database/${before.id}`, { [name]: value, allow_dml: !before.allow_dml })
  expect(answer.statusCode, answer.body).toBe(200)
  const after = await fixture.context.store.databases.get(before.id)
  expect(after).toEqual({
    ...before,
    allow_dml: !before.allow_dml,
    version: before.version + 1,
    changed_on: after?.changed_on,
    changed_by_fk: admin.user?.userId,
  })
})

it('ignores the author and time of a chart in a body', async () => {
  const chart = await fixture.chart()
  await admin.put(`/api/v1/chart/${chart.id}`, { slice_name: 'Mine', last_saved_by_fk: 99, last_saved_at: 5 })
  const { last_saved_by_fk, last_saved_at } = (await fixture.context.store.charts.get(chart.id)) ?? {}
  expect([last_saved_by_fk, last_saved_at]).toEqual([admin.user?.userId, fixture.now])
})

it('saves and returns the query settings of a dataset, and increments its definition version', async () => {
  const { id, definition_version } = await fixture.dataset()
  const sent = { always_filter_main_dttm: true, normalize_columns: true, catalog: 'main', params: '{"a":1}' }
  expect((await admin.put(`/api/v1/dataset/${id}`, sent)).statusCode).toBe(200)
  expect((await admin.get(`/api/v1/dataset/${id}`)).json().result).toMatchObject(sent)
  expect((await fixture.context.store.datasets.get(id))?.definition_version).toBe(definition_version + 1)
  const wrong = await admin.put(`/api/v1/dataset/${id}`, { params: '{', normalize_columns: 'maybe' })
  expect([wrong.statusCode, Object.keys(wrong.json().message).toSorted()]).toEqual([
    400,
    ['normalize_columns', 'params'],
  ])
})

it('accepts the currency of a metric as text and as an object', async () => {
  const { id } = await fixture.dataset()
  const currency = { symbol: 'EUR', symbolPosition: 'suffix' }
  const metrics = [
    { metric_name: 'a', expression: 'SUM(n)', currency },
    { metric_name: 'b', expression: 'SUM(n)', currency: JSON.stringify(currency) },
    { metric_name: 'c', expression: 'SUM(n)', currency: null },
  ]
  const answer = await admin.put(`/api/v1/dataset/${id}`, { metrics })
  expect(answer.statusCode, answer.body).toBe(200)
  const stored = (await fixture.context.store.datasets.get(id))?.metrics.map((metric) => metric.currency)
  expect(stored).toEqual([JSON.stringify(currency), JSON.stringify(currency), null])
})

/** Values of fields that no client may set. */
const FORGED = {
  id: 987_654,
  uuid: '99999999-9999-4999-8999-999999999999',
  created_on: 5,
  changed_on: 5,
  deleted_at: 5,
  version: 77,
  definition_version: 77,
  expires_on: 5,
  tokens_from: 5,
  login_count: 77,
  fail_login_count: 77,
  password_hash: 'forged',
  is_admin: true,
  abilities: { can_write: true },
}

interface Saved {
  readonly url: string
  readonly create: () => Promise<object> | object
  readonly rows: (store: Store) => { get(id: number): Promise<Entity | undefined> }
}

const saved: Readonly<Record<string, Saved>> = {
  chart: {
    url: 'chart',
    create: async () => ({
      slice_name: 'A',
      viz_type: 'table',
      datasource_type: 'table',
      datasource_id: (await fixture.dataset()).id,
    }),
    rows: ({ charts }) => charts,
  },
  dashboard: { url: 'dashboard', create: () => ({ dashboard_title: 'A' }), rows: ({ dashboards }) => dashboards },
  dataset: {
    url: 'dataset',
    create: async () => ({ database: (await fixture.database()).id, table_name: 'v', sql: 'SELECT 1 AS n' }),
    rows: ({ datasets }) => datasets,
  },
  saved_query: {
    url: 'saved_query',
    create: () => ({ label: 'A', sql: 'SELECT 1' }),
    rows: ({ savedQueries }) => savedQueries,
  },
  folder: { url: 'folder', create: () => ({ name: 'A' }), rows: ({ folders }) => folders },
  tag: { url: 'tag', create: () => ({ name: 'A' }), rows: ({ tags }) => tags },
  role: { url: 'security/roles', create: () => ({ name: 'A' }), rows: ({ roles }) => roles },
  group: { url: 'security/groups', create: () => ({ name: 'A' }), rows: ({ groups }) => groups },
  user: {
    url: 'security/users',
    create: async () => ({
      username: 'a',
      first_name: 'A',
      last_name: 'B',
      roles: [(await fixture.context.store.roles.byName('Gamma'))?.id],
    }),
    rows: ({ users }) => users,
  },
}

it.each(Object.keys(saved))('ignores the identity, author and times of a body when a %s is saved', async (name) => {
  const { url, create, rows } = saved[name] as Saved
  const { store } = fixture.context
  const { id: other } = await fixture.user('another author', ['Gamma'])
  const forged = { ...FORGED, created_by_fk: other, changed_by_fk: other, last_saved_by_fk: other }
  const made = await admin.post(`/api/v1/${url}/`, { ...(await create()), ...forged })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const before = await rows(store).get(id)
  const own = { id, created_by_fk: admin.user?.userId, created_on: fixture.now, deleted_at: null, version: 1 }
  expect(before).toMatchObject(own)
  fixture.now += 1000
  const shown = (await admin.get(`/api/v1/${url}/${id}`)).json<{ result: object }>().result
  await admin.put(`/api/v1/${url}/${id}`, { ...shown, ...forged })
  expect((await admin.put(`/api/v1/${url}/${id}`, forged)).statusCode).toBeLessThan(500)
  const after = await rows(store).get(id)
  const stored = new Map(Object.entries(after ?? {}).map(([field, value]) => [field, JSON.stringify(value)]))
  expect(Object.entries(forged).filter(([field, value]) => stored.get(field) === JSON.stringify(value))).toEqual([])
  expect(after).toMatchObject({ ...own, version: after?.version, uuid: before?.uuid })
  expect(await rows(store).get(FORGED.id)).toBeUndefined()
})
