import { afterAll, beforeAll, expect, it } from 'vitest'
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
