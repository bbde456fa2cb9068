import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp

beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

it('R-FAV-03: marking, unmarking and reading return the number of favorites', async () => {
  const { id } = await fixture.dashboard({ published: true })
  const [admin, alpha] = [await fixture.as('Admin'), await fixture.as('Alpha')]
  const count = async (client: typeof admin, act: string) =>
    (await client.get(`/superset/favstar/Dashboard/${id}/${act}/`)).body
  expect(await count(admin, 'select')).toBe('{"count":1}')
  expect(await count(alpha, 'select')).toBe('{"count":2}')
  expect(await count(admin, 'count')).toBe('{"count":2}')
  expect(await count(admin, 'unselect')).toBe('{"count":1}')
})

it('R-FAV-01: charts and dashboards return by id which ones are favorites', async () => {
  const admin = await fixture.as('Admin')
  const [chart, other] = [await fixture.chart(), await fixture.chart()]
  const [dashboard, plain] = [await fixture.dashboard(), await fixture.dashboard()]
  await admin.get(`/superset/favstar/slice/${chart.id}/select/`)
  await admin.get(`/superset/favstar/Dashboard/${dashboard.id}/select/`)
  const marks = async (kind: string, ids: readonly number[]) => {
    const { result } = (await admin.get(`/api/v1/${kind}/favorite_status/?q=!(${ids.join(',')})`)).json()
    return (result as { id: number }[]).toSorted((a, b) => a.id - b.id)
  }
  expect(await marks('chart', [chart.id, other.id])).toEqual([
    { id: chart.id, value: true },
    { id: other.id, value: false },
  ])
  expect(await marks('dashboard', [dashboard.id, plain.id])).toEqual([
    { id: dashboard.id, value: true },
    { id: plain.id, value: false },
  ])
})
