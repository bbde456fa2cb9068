import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

/** The list entry of one's own chart on a dataset that one may no longer read. */
let fixture: TestApp
let reader: Client
let ids: Record<'open' | 'closed' | 'hiddenBoard' | 'openBoard', number>

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  const { store } = fixture.context
  const open = await fixture.dataset({ table_name: 'middle' })
  const secret = await fixture.dataset({ table_name: 'aardvark merger' })
  const late = await fixture.dataset({ table_name: 'zebra merger' })
  const role = await store.roles.create({ name: 'Reads one' }, null)
  await store.roles.addPairs(role.id, [['datasource_access', `[local].[middle](id:${open.id})`]])
  reader = await fixture.as('Gamma', 'Reads one')
  const owners = [reader.user?.userId as number]
  const own = await fixture.chart({ slice_name: 'Own', datasource_id: open.id, owners })
  const closed = await fixture.chart({ slice_name: 'Closed', datasource_id: secret.id, owners })
  await fixture.chart({ slice_name: 'Later', datasource_id: late.id, owners })
  const others = (await store.roles.create({ name: 'Others' }, null)).id
  const hiddenBoard = await fixture.dashboard({ charts: [own.id], roles: [others], published: true })
  const openBoard = await fixture.dashboard({ charts: [own.id], published: true })
  ids = { open: own.id, closed: closed.id, hiddenBoard: hiddenBoard.id, openBoard: openBoard.id }
})
afterAll(() => fixture.close())

async function chartsBy(query: object) {
  const answer = await reader.get(`/api/v1/chart/?q=${encodeURIComponent(printRison(query))}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toContain('merger')
  const { count, result } = answer.json<{ count: number; result: { slice_name: string }[] }>()
  return { count, names: result.map(({ slice_name }) => slice_name) }
}

const by = (col: string, opr: string, value: unknown) => chartsBy({ filters: [{ col, opr, value }] })

describe('the name of a dataset without permission', () => {
  it.each(['sw', 'ew', 'ct', 'eq'])('returns nothing for filters: %s', async (opr) => {
    const value = { sw: 'aard', ew: 'merger', ct: 'merger', eq: 'aardvark merger' }[opr]
    expect(await by('datasource_name', opr, value)).toEqual({ count: 0, names: [] })
  })

  it.each(['nsw', 'new', 'nct', 'neq'])('reveals nothing by excluding filters: %s', async (opr) => {
    expect(await by('datasource_name', opr, 'aardvark merger')).toEqual({ count: 1, names: ['Own'] })
    expect(await by('datasource_name', opr, 'something else')).toEqual({ count: 1, names: ['Own'] })
  })

  it('returns nothing for text search, but finds a readable one', async () => {
    expect(await by('slice_name', 'chart_all_text', 'merger')).toEqual({ count: 0, names: [] })
    expect(await by('slice_name', 'chart_all_text', 'middle')).toEqual({ count: 1, names: ['Own'] })
  })

  it.each(['datasource_name', 'datasource_name_text'])('reveals nothing by sorting by %s', async (order_column) => {
    // Sorted by dataset name it would be Closed, Own, Later, or the reverse.
    for (const order_direction of ['asc', 'desc'])
      expect((await chartsBy({ order_column, order_direction })).names).toEqual(['Own', 'Closed', 'Later'])
  })
})

it('filters find a chart by its dashboards only if the user may read these', async () => {
  expect((await by('dashboards', 'rel_m_m', ids.hiddenBoard)).count).toBe(0)
  expect((await by('dashboards', 'rel_m_m', ids.openBoard)).names).toEqual(['Own'])
  expect((await by('dashboards', 'rel_m_m', 'word')).count).toBe(0)
})

it('versions of a chart from before the user owned it do not reveal queries of a dataset without permission', async () => {
  const { store } = fixture.context
  const owner = reader.user?.userId as number
  const admin = await fixture.as('Admin')
  const params = JSON.stringify({ groupby: ['salary_of_the_boss'], row_limit: 7 })
  const { rows } = await store.datasets.list({
    where: { col: 'table_name', op: 'in', value: ['zebra merger', 'middle'] },
  })
  const idOf = (name: string) => rows.find(({ table_name }) => table_name === name)?.id ?? 0
  const [secret, open] = [idOf('zebra merger'), idOf('middle')]
  const { id } = await fixture.chart({ slice_name: 'Was closed', datasource_id: secret, params, query_context: params })
  const here = `/api/v1/chart/${id}`
  const later = { params: JSON.stringify({ row_limit: 8 }), query_context: null }
  const changes = { slice_name: 'Now open', datasource_id: open, datasource_type: 'table', owners: [owner], ...later }
  expect((await admin.put(here, changes)).statusCode).toBe(200)
  const list = await reader.get(`${here}/history/`)
  const { result } = list.json<{ result: { id: number; changes: { field: string }[] }[] }>()
  expect(result[0]?.changes.map(({ field }) => field)).toContain('slice_name')
  const first = await reader.get(`${here}/history/${result.at(-1)?.id}`)
  expect(first.json().result.fields).toMatchObject({ slice_name: 'Was closed', params: null, query_context: null })
  for (const { body } of [list, first]) expect(body).not.toContain('salary_of_the_boss')
  // A reader of the dataset sees the name.
  expect((await admin.get(`${here}/history/`)).body).toContain('salary_of_the_boss')
  const restored = await reader.post(`${here}/history/${result.at(-1)?.id}/restore`)
  expect([restored.statusCode, restored.body.includes('salary')]).toEqual([403, false])
})

it('users without ownership neither become owners, singly or in bulk, nor add tags', async () => {
  const owner = reader.user?.userId as number
  const { rows } = await fixture.context.store.datasets.list({
    where: { col: 'table_name', op: 'eq', value: 'middle' },
  })
  const readable = await fixture.chart({ slice_name: 'Of another', datasource_id: rows[0]?.id ?? 0 })
  const hidden = await fixture.chart({ slice_name: 'Hidden from view', datasource_id: 1_000_000 })
  for (const [id, status] of [
    [readable.id, 403],
    [hidden.id, 404],
  ] as const) {
    const answer = await reader.put(`/api/v1/chart/${id}`, { owners: [owner] })
    expect([answer.statusCode, answer.body.includes('Hidden')]).toEqual([status, false])
    expect((await fixture.context.store.charts.get(id))?.owners).toEqual([])
  }
  const named = await reader.delete(`/api/v1/chart/?q=${encodeURIComponent(printRison([ids.open, hidden.id]))}`)
  expect([named.statusCode, (await fixture.context.store.charts.get(ids.open)) !== undefined]).toEqual([404, true])
})
