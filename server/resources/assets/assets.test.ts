import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

async function everything(client: Client): Promise<Record<string, string>> {
  const answer = await client.get('/api/v1/assets/export/')
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([path, bytes]) => [
      path.slice(path.indexOf('/') + 1),
      strFromU8(bytes),
    ]),
  )
}

it('exports everything, and imports it from the field `bundle` over existing entities', async () => {
  const chart = await fixture.chart({ slice_name: 'A chart' })
  const dashboard = await fixture.dashboard({ dashboard_title: 'A dashboard', charts: [chart.id] })
  const all = await everything(admin)
  expect(Object.keys(all)).toEqual(
    expect.arrayContaining([`dashboards/A_dashboard_${dashboard.id}.yaml`, `charts/A_chart_${chart.id}.yaml`]),
  )
  await admin.put(`/api/v1/chart/${chart.id}`, { slice_name: 'Another name' })
  expect(Object.keys(await everything(admin))).toContain(`charts/Another_name_${chart.id}.yaml`)
  const back = await upload(admin, 'assets', zip(all), {}, 'bundle')
  expect([back.statusCode, back.json()]).toEqual([200, { message: 'OK' }])
  expect((await admin.get(`/api/v1/chart/${chart.id}`)).json().result.slice_name).toBe('A chart')
  expect(await everything(admin)).toEqual(all)
})

it('requires permission to import and export everything', async () => {
  const gamma = await fixture.as('Gamma')
  expect((await gamma.get('/api/v1/assets/export/')).statusCode).toBe(403)
  expect((await upload(gamma, 'assets', zip({}), {}, 'bundle')).statusCode).toBe(403)
  expect((await fixture.nobody.get('/api/v1/assets/export/')).statusCode).toBe(401)
})
