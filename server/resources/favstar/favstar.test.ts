import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'

let world: TestApp

beforeAll(async () => {
  world = await makeTestApp()
})
afterAll(() => world.close())

it('R-FAV-03: marking, unmarking and asking answer how many have marked it', async () => {
  const { id } = await world.dashboard({ published: true })
  const [admin, alpha] = [await world.as('Admin'), await world.as('Alpha')]
  const count = async (client: typeof admin, act: string) =>
    (await client.get(`/superset/favstar/Dashboard/${id}/${act}/`)).body
  expect(await count(admin, 'select')).toBe('{"count":1}')
  expect(await count(alpha, 'select')).toBe('{"count":2}')
  expect(await count(admin, 'count')).toBe('{"count":2}')
  expect(await count(admin, 'unselect')).toBe('{"count":1}')
})
