import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Chart } from '#core/entity/chart.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const SECRETS = ['Merger plans', 'merger_prices', 'target_price', 'Board only']

let fixture: TestApp
let gamma: Client
let role: number
let secret: Chart
let dataset: number

beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  gamma = await fixture.as('Gamma')
  role = (await fixture.context.store.roles.byName('Gamma'))?.id ?? 0
  dataset = (await fixture.dataset({ table_name: 'merger_prices' })).id
})
beforeEach(async () => {
  secret = await fixture.chart({
    slice_name: 'Merger plans',
    datasource_id: dataset,
    params: JSON.stringify({ viz_type: 'table', groupby: ['target_price'] }),
  })
})
afterAll(() => fixture.close())

const layout = (chartIds: readonly number[], more: object = {}) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: chartIds.map((id) => `CHART-${id}`), parents: ['ROOT_ID'] },
  ...Object.fromEntries(
    chartIds.map((id) => [
      `CHART-${id}`,
      { type: 'CHART', id: `CHART-${id}`, children: [], meta: { chartId: id, width: 4, height: 50, ...more } },
    ]),
  ),
})
const metadata = (chartIds: readonly number[], more?: object) =>
  JSON.stringify({ positions: layout(chartIds, more), refresh_frequency: 30 })
const reported = (payload: string) => SECRETS.filter((each) => payload.includes(each))
const names = { sliceName: 'Merger plans', sliceNameOverride: 'Board only' }

/** Creates a dashboard of the caller to which another user has added the chart. */
async function shared(charts: readonly number[] = [secret.id]) {
  return fixture.dashboard({
    owners: [gamma.user?.userId as number],
    charts,
    position_json: JSON.stringify(layout(charts, names)),
  })
}

describe('a chart without permission', () => {
  it('stays off an owned dashboard, new or existing, and gives a role no access to its dataset', async () => {
    const body = { published: true, roles: [role], json_metadata: metadata([secret.id]) }
    const made = await gamma.post('/api/v1/dashboard/', { dashboard_title: 'Bait', ...body })
    const own = await fixture.dashboard({ owners: [gamma.user?.userId as number] })
    const changed = await gamma.put(`/api/v1/dashboard/${own.id}`, body)
    for (const answer of [made, changed]) {
      expect([answer.statusCode, answer.json().errors]).toEqual([
        403,
        [
          expect.objectContaining({
            message: `You cannot add charts that you may not see: ${secret.id}`,
            error_type: 'CHART_SECURITY_ACCESS_ERROR',
          }),
        ],
      ])
    }
    expect((await fixture.context.store.dashboards.get(own.id))?.charts).toEqual([])
    const requested = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['origin'] }] }
    expect((await gamma.post('/api/v1/chart/data', requested)).statusCode).toBe(403)
  })

  it('stays unlinked when a layout also contains a permitted chart', async () => {
    const open = await fixture.dataset({ table_name: 'open_prices' })
    const own = await fixture.chart({ owners: [gamma.user?.userId as number], datasource_id: open.id })
    const board = await fixture.dashboard({ owners: [gamma.user?.userId as number] })
    const path = `/api/v1/dashboard/${board.id}`
    const answer = await gamma.put(path, { position_json: JSON.stringify(layout([secret.id, own.id])) })
    expect(answer.statusCode).toBe(200)
    expect((await fixture.context.store.dashboards.get(board.id))?.charts).toEqual([own.id])
  })

  it('stays off the dashboard in two steps, first by the layout alone', async () => {
    const own = await fixture.dashboard({ owners: [gamma.user?.userId as number] })
    const path = `/api/v1/dashboard/${own.id}`
    expect((await gamma.put(path, { position_json: JSON.stringify(layout([secret.id])) })).statusCode).toBe(200)
    expect((await gamma.put(path, { json_metadata: metadata([secret.id]) })).statusCode).toBe(403)
    expect((await gamma.get(`${path}/charts`)).json().result).toEqual([])
  })

  it('stays off the dashboard when a bundle is imported', async () => {
    const head = 'version: 1.0.0\ntype: Dashboard\ntimestamp: "2022-05-01T12:34:56+00:00"\n'
    const position = `{A: {type: CHART, id: A, meta: {chartId: 1, uuid: ${secret.uuid}}}}`
    const uuid = '77777777-7777-4777-8777-777777777777'
    const file = `dashboard_title: Bait\nuuid: ${uuid}\nversion: 1.0.0\nposition: ${position}\nmetadata: {}\n`
    const zip = zipSync({ 'b/metadata.yaml': strToU8(head), 'b/dashboards/bait.yaml': strToU8(file) })
    const boundary = 'bundle'
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="formData"; filename="b.zip"\r\ncontent-type: application/zip\r\n\r\n`,
      ),
      zip,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await gamma.post('/api/v1/dashboard/import/', payload, { headers })
    expect(answer.statusCode).toBe(200)
    const made = await fixture.context.store.dashboards.getByUuid(uuid)
    expect(made?.charts).toEqual([])
    expect(made?.position_json).not.toContain('chartId')
  })

  it('shows its position without name and form data in every response with the dashboard', async () => {
    const { id } = await shared()
    const charts = await gamma.get(`/api/v1/dashboard/${id}/charts`)
    expect(charts.json().result).toEqual([{ id: secret.id, is_unseen: true }])
    const list = `/api/v1/dashboard/?q=${encodeURIComponent(printRison({ page_size: 1000 }))}`
    const columns = `?q=${encodeURIComponent(printRison({ columns: ['position_data', 'charts'] }))}`
    const reads = [`/api/v1/dashboard/${id}`, list, `/api/v1/dashboard/${id}${columns}`].map((url) => gamma.get(url))
    for (const answer of await Promise.all(reads))
      expect([answer.statusCode, reported(answer.payload)]).toEqual([200, []])
    const { result } = (await gamma.get(`/api/v1/dashboard/${id}`)).json()
    expect(result.charts).toEqual([])
    const meta = { chartId: secret.id, width: 4, height: 50 }
    expect(JSON.parse(result.position_json)).toMatchObject({ [`CHART-${secret.id}`]: { meta } })
  })

  it('stays with its names when a user without permission saves the dashboard', async () => {
    const { id } = await shared()
    const own = await fixture.chart({ owners: [gamma.user?.userId as number] })
    const path = `/api/v1/dashboard/${id}`
    const saved = await gamma.put(path, { json_metadata: metadata([own.id, secret.id]) })
    expect([saved.statusCode, reported(saved.payload)]).toEqual([200, []])
    const sent = JSON.parse((await gamma.get(path)).json().result.position_json)
    expect((await gamma.put(path, { position_json: JSON.stringify(sent) })).statusCode).toBe(200)
    const stored = await fixture.context.store.dashboards.get(id)
    expect(stored?.charts).toEqual([secret.id, own.id].toSorted((a, b) => a - b))
    const meta = { chartId: secret.id, uuid: secret.uuid, width: 4, height: 50, ...names }
    expect(JSON.parse(stored?.position_json ?? '')[`CHART-${secret.id}`].meta).toEqual(meta)
    expect((await fixture.context.store.charts.get(secret.id))?.version).toBe(secret.version)
  })

  it('returns it completely to users with permission', async () => {
    const { id } = await shared()
    const admin = await fixture.as('Admin')
    expect((await admin.get(`/api/v1/dashboard/${id}`)).json().result.charts).toEqual(['Merger plans'])
    expect(reported((await admin.get(`/api/v1/dashboard/${id}/charts`)).payload)).toEqual(SECRETS.slice(0, 3))
  })
})

it('a layout may contain more charts than one SQL statement accepts parameters', async () => {
  const admin = await fixture.as('Admin')
  const chartNode = (chartId: number) => [`C${chartId}`, { type: 'CHART', meta: { chartId } }]
  const positions = Object.fromEntries(Array.from({ length: 33_000 }, (_, index) => chartNode(1_000_000 + index)))
  const json_metadata = JSON.stringify({ positions })
  const answer = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Large', json_metadata })
  expect(answer.statusCode).toBe(201)
})
