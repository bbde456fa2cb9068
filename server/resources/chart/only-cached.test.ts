import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { readFrames } from '#testing/read-frames.ts'

let fixture: DataFixture
let dataset: number
beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE sales AS SELECT * FROM (VALUES ('north', 1), ('south', 20)) t(region, n)"],
    Date.UTC(2024, 5, 15),
  )
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const columns = [
    { column_name: 'region', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  dataset = (await fixture.dataset({ table_name: 'sales', columns, metrics })).id
})
afterAll(() => fixture.close())

/** Returns the status of a query in a batch, and the value of its first column. */
async function total(token: string, item: object, filters: readonly object[] = []) {
  const query_context = {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: [], metrics: ['total'], filters }],
  }
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/chart/data/batch',
    headers: { authorization: `Bearer ${token}` },
    payload: { items: [{ id: 'a', query_context, ...item }] },
  })
  const [frame] = readFrames(answer.rawPayload)
  const body = frame?.body as { readonly result?: readonly { readonly data: readonly { readonly total: number }[] }[] }
  return [frame?.status, body.result?.[0]?.data[0]?.total]
}

const north = [{ col: 'region', op: '==', val: 'north' }]

it('a query for cached results only runs nothing, and has the result of an earlier query', async () => {
  const admin = await fixture.token('admin')
  expect((await total(admin, { only_cached: true }, north))[0]).toBe(422)
  expect(await total(admin, {}, north)).toEqual([200, 1])
  expect(await total(admin, { only_cached: true }, north)).toEqual([200, 1])
})

it('queries for cached results run no statement, with and without a result', async () => {
  const admin = await fixture.token('admin')
  const south = [{ col: 'region', op: '==', val: 'south' }]
  const statements = vi.spyOn(fixture.context.chartData.sources, 'use')
  try {
    for (const filters of [north, south]) for (const _ of [1, 2, 3]) await total(admin, { only_cached: true }, filters)
    expect(statements.mock.calls).toHaveLength(0)
    expect(await total(admin, {}, south)).toEqual([200, 20])
    expect(statements.mock.calls.length).toBeGreaterThan(0)
  } finally {
    statements.mockRestore()
  }
})

it('a cached result is returned only to users with access to the dataset and the same row rules', async () => {
  const admin = await fixture.token('admin')
  expect(await total(admin, {})).toEqual([200, 21])
  expect((await total(await fixture.token('reader', 'Gamma'), { only_cached: true }))[0]).toBe(403)
  const { store } = fixture.context
  const role = (await store.roles.byName('Admin'))?.id as number
  const rule = {
    name: 'north',
    filter_type: 'Regular',
    clause: "region = 'north'",
    tables: [dataset],
    roles: [role],
  } as const
  await store.rowRules.create(rule, null)
  expect((await total(admin, { only_cached: true }))[0]).toBe(422)
  expect(await total(admin, {})).toEqual([200, 1])
})
