import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { configureCalls } from '#calls/call.ts'
import { fetchLegacyData } from '#calls/legacy-data.ts'

let fixture: DataFixture
let datasource: string
const sent: { method: string; url: URL; body: string | undefined }[] = []

beforeAll(async () => {
  fixture = await openDataFixture(
    ["CREATE TABLE cities AS SELECT * FROM (VALUES ('Ash', 1), ('Birk', 20), ('Ashford', 300)) v(city, n)"],
    Date.UTC(2024, 5, 15),
  )
  const columns = [{ column_name: 'city', type: 'VARCHAR' }]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  datasource = `${(await fixture.dataset({ table_name: 'cities', columns, metrics })).id}__table`
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = fixture.app.server.address() as AddressInfo
  const token = await fixture.token('admin', 'Admin')
  configureCalls({ basePath: `http://127.0.0.1:${port}`, csrfToken: '', timeout: 20_000 })
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ method: init.method ?? 'GET', url: new URL(url), body: init.body as string | undefined })
    return real(url, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await fixture.close()
})

const form = (more: object = {}) => ({
  viz_type: 'dist_bar',
  datasource,
  groupby: ['city'],
  metrics: ['total'],
  ...more,
})

it('C-LEGACY-02: sends a GET with the client-cache feature, otherwise a POST', async () => {
  const cached = await fetchLegacyData(form(), { clientCache: true, force: true })
  expect(sent.at(-1)).toMatchObject({ method: 'GET', body: undefined })
  expect(JSON.parse(sent.at(-1)?.url.searchParams.get('form_data') ?? '')).toEqual(form())
  const posted = await fetchLegacyData(form(), { clientCache: false, force: true, sliceId: 7, dashboardId: 3 })
  const { url, body, method } = sent.at(-1) ?? {}
  expect([method, url?.pathname, JSON.parse(body ?? '')]).toEqual([
    'POST',
    '/superset/explore_json/',
    { form_data: form() },
  ])
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    form_data: '{"slice_id":7}',
    dashboard_id: '3',
    force: 'true',
  })
  const rows = ({ result }: typeof posted) => new Set(result[0].data as object[])
  expect(rows(posted)).toEqual(rows(cached))
})

it('requests plain rows if the shape of the chart type is not useful', async () => {
  const { result } = await fetchLegacyData(form({ row_limit: 1 }), { clientCache: true, rows: true })
  expect(sent.at(-1)?.url.searchParams.get('results')).toBe('true')
  expect(result[0].data).toEqual([{ city: 'Ashford', total: 300 }])
})

it('C-LEGACY-03: the response is the single entry of result', async () => {
  const { result } = await fetchLegacyData(form({ row_limit: 1 }), { clientCache: false })
  expect(result).toHaveLength(1)
  expect(result[0]).toMatchObject({ rowcount: 1, colnames: ['city', 'total'], status: 'success' })
})

it("rejects with the server's message", async () => {
  const wrong = fetchLegacyData(form({ metrics: ['nope'] }), { clientCache: false })
  await expect(wrong).rejects.toThrow("Metric 'nope' does not exist")
})
