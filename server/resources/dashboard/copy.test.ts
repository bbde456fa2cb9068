import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

const layout = (chartId: number) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'], parents: ['ROOT_ID'] },
  'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId, width: 4, height: 50 } },
})

async function original() {
  const chart = await fixture.chart({ slice_name: 'One', params: '{"a":1}', description: 'Said' })
  const row = await fixture.dashboard({ charts: [chart.id], published: true, slug: null })
  const metadata = {
    color_scheme: 'x',
    of_tomorrow: [1],
    expanded_slices: { [chart.id]: true },
    chart_configuration: { [chart.id]: { id: chart.id } },
    timed_refresh_immune_slices: [chart.id],
  }
  const body = { dashboard_title: 'Copied', css: '.a{}', json_metadata: '' }
  return {
    chart,
    row,
    metadata,
    body: { ...body, json_metadata: JSON.stringify({ ...metadata, positions: layout(chart.id) }) },
  }
}

it('a copy is a draft of the caller with the same charts, metadata and CSS', async () => {
  const { chart, row, metadata, body } = await original()
  const answer = await admin.post(`/api/v1/dashboard/${row.id}/copy/`, body)
  expect(answer.statusCode).toBe(200)
  const { id, last_modified_time } = answer.json().result
  expect(last_modified_time).toBe(fixture.now / 1000)
  const made = await fixture.context.store.dashboards.get(id)
  expect(made).toMatchObject({
    dashboard_title: 'Copied',
    css: '.a{}',
    published: false,
    slug: null,
    charts: [chart.id],
  })
  expect(made?.owners).toEqual([admin.user?.userId])
  expect(JSON.parse(made?.json_metadata ?? '')).toMatchObject(metadata)
})

it('the layout and metadata of a copy with copied charts refer to the copied charts', async () => {
  const { chart, row, body } = await original()
  const answer = await admin.post(`/api/v1/dashboard/${row.id}/copy/`, { ...body, duplicate_slices: true })
  const made = await fixture.context.store.dashboards.get(answer.json().result.id)
  const [id = 0] = made?.charts ?? []
  expect(id).not.toBe(chart.id)
  const copy = await fixture.context.store.charts.get(id)
  expect(copy).toMatchObject({ slice_name: 'One', params: '{"a":1}', description: 'Said' })
  expect(copy?.owners).toEqual([admin.user?.userId])
  expect(JSON.parse(made?.position_json ?? '')['CHART-1'].meta).toMatchObject({ chartId: id, uuid: copy?.uuid })
  expect(JSON.parse(made?.json_metadata ?? '')).toMatchObject({
    of_tomorrow: [1],
    expanded_slices: { [id]: true },
    chart_configuration: { [id]: { id } },
    timed_refresh_immune_slices: [id],
  })
})

it('accepts the request of Superset 2.0, with metadata next to the title', async () => {
  const { chart, row } = await original()
  const data = {
    dashboard_title: 'Old way',
    css: '',
    duplicate_slices: false,
    color_scheme: 'y',
    positions: layout(chart.id),
  }
  const answer = await admin.post(`/superset/copy_dash/${row.id}/`, { data: JSON.stringify(data) })
  expect([answer.statusCode, answer.json().dashboard_title]).toEqual([200, 'Old way'])
  const made = await fixture.context.store.dashboards.get(answer.json().id)
  expect(JSON.parse(made?.json_metadata ?? '')).toMatchObject({ color_scheme: 'y' })
  expect((await admin.post(`/superset/copy_dash/${row.id}/`, { data: '{' })).statusCode).toBe(400)
})

it('rejects copies without positions, without permission or by anonymous callers, and creates nothing', async () => {
  const { row, body } = await original()
  const count = await fixture.context.store.dashboards.count(true)
  const bare = await admin.post(`/api/v1/dashboard/${row.id}/copy/`, { ...body, json_metadata: '{}' })
  expect([bare.statusCode, bare.json().message]).toEqual([400, { json_metadata: ['Positions are missing'] }])
  expect((await fixture.nobody.post(`/api/v1/dashboard/${row.id}/copy/`, body)).statusCode).toBe(401)
  const gamma = await fixture.as('Gamma')
  // The chart of the layout uses a dataset that Gamma may not read.
  expect((await gamma.post(`/api/v1/dashboard/${row.id}/copy/`, body)).statusCode).toBe(403)
  expect(await fixture.context.store.dashboards.count(true)).toBe(count)
  const copied = await gamma.post(`/api/v1/dashboard/${row.id}/copy/`, { ...body, duplicate_slices: true })
  const made = await fixture.context.store.dashboards.get(copied.json().result.id)
  expect([made?.charts, made?.position_json?.includes('"chartId"')]).toEqual([[], false])
})

it('copies tags of the dashboard and its charts for users who may tag', async () => {
  const { chart, row, body } = await original()
  const { store } = fixture.context
  for (const [type, id] of [
    ['dashboard', row.id],
    ['chart', chart.id],
  ] as const)
    await admin.post(`/api/v1/tag/${type}/${id}/`, { properties: { tags: [`of ${type}`] } })
  const copied = async (client: Client, more: object = {}) => {
    const answer = await client.post(`/api/v1/dashboard/${row.id}/copy/`, { ...body, ...more })
    expect(answer.statusCode).toBe(200)
    const made = await store.dashboards.get(answer.json().result.id)
    const charts = made?.charts ?? []
    const names = async (type: 'dashboard' | 'chart', id: number | undefined) =>
      ((await store.tags.ofEntities(type, [id ?? 0])).get(id ?? 0) ?? []).map(({ name }) => name)
    return { dashboard: await names('dashboard', made?.id), chart: await names('chart', charts[0]), charts }
  }
  const tags = { dashboard: ['of dashboard'], chart: ['of chart'] }
  expect(await copied(admin)).toEqual({ ...tags, charts: [chart.id] })
  const deep = await copied(admin, { duplicate_slices: true })
  expect(deep).toMatchObject(tags)
  expect(deep.charts).not.toEqual([chart.id])
  const { roles } = store
  const { id } = await roles.create({ name: 'copies' }, null)
  await roles.setPairs(id, [
    ['can_read', 'Chart'],
    ['can_read', 'Dashboard'],
    ['can_write', 'Dashboard'],
    ['can_save_dash', 'Superset'],
    ['all_datasource_access', 'all_datasource_access'],
  ])
  expect((await copied(await fixture.as('copies'))).dashboard).toEqual([])
})

it('the history of a copy names its original if the caller may read that', async () => {
  const { row, body } = await original()
  const { id } = (await admin.post(`/api/v1/dashboard/${row.id}/copy/`, body)).json().result
  const saved = await admin.put(`/api/v1/dashboard/${id}`, { css: '.b{}' })
  expect(saved.statusCode).toBe(200)
  const originals = async () =>
    (await admin.get(`/api/v1/dashboard/${id}/history/`)).json<{ result: object[] }>().result
  expect(await originals()).toMatchObject([{ is_first: true, copied_from: { name: row.dashboard_title } }])
  await admin.delete(`/api/v1/dashboard/${row.id}`)
  expect(await originals()).toMatchObject([{ copied_from: { name: null } }])
})
