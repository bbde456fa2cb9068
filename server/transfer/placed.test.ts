import { expect, it } from 'vitest'
import { makeTestApp } from '#testing/app.ts'
import { upload, zip } from '#testing/bundle.ts'

/** One more than the maximum per statement. */
const MANY = 501

it('a dashboard without charts in its bundle is linked to the existing charts in its layout', async () => {
  const fixture = await makeTestApp()
  const admin = await fixture.as('Admin')
  const { store } = fixture.context
  const { id: datasource_id } = await fixture.dataset()
  const draft = { viz_type: 'pie', datasource_type: 'table', datasource_id } as const
  const names = Array.from({ length: MANY }, (_, at) => ({ ...draft, slice_name: `Here ${at}` }))
  const made = await store.charts.createMany(names, null)
  const box = (key: string, uuid: string, chartId: number) => [
    key,
    { type: 'CHART', id: key, children: [], meta: { uuid, chartId, width: 4, height: 50 } },
  ]
  const other = '99999999-0000-4000-8000-000000000001'
  const boxes = [
    ...made.map(({ uuid }, at) => box(`CHART-${at}`, uuid.toUpperCase(), 100_000 + at)),
    box('CHART-gone', other, 7),
  ]
  const uuid = '50000000-0000-4000-8000-000000000001'
  const file = { dashboard_title: 'Many', uuid, version: '1.0.0', position: Object.fromEntries(boxes) }
  const files = { 'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n', 'dashboards/many.yaml': JSON.stringify(file) }
  expect((await upload(admin, 'dashboard', zip(files))).statusCode).toBe(200)
  const dashboard = await store.dashboards.getByUuid(uuid)
  expect(dashboard?.charts).toEqual(made.map(({ id }) => id))
  const position = JSON.parse(dashboard?.position_json ?? '{}')
  expect(made.map((_, at) => position[`CHART-${at}`].meta.chartId)).toEqual(made.map(({ id }) => id))
  expect(position['CHART-gone'].meta).toEqual({ uuid: other, width: 4, height: 50 })
  await fixture.close()
})
