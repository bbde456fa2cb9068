import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { openSession } from './sessions.ts'

const DAY_MS = 24 * 3_600_000

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

/** Opens a session at noon, and requests the own user each day; returns the statuses of the days. */
async function statusesOf(provider: string | undefined, days: readonly number[]): Promise<readonly number[]> {
  const { id } = await fixture.user(`user of ${provider ?? 'a password'}`, ['Gamma'])
  fixture.now = NOON
  const cookie = `session=${await openSession(fixture.context.store, id, NOON, { provider })}`
  const statuses: number[] = []
  for (const day of days) {
    fixture.now = NOON + day * DAY_MS
    statuses.push((await fixture.nobody.get('/api/v1/me/', { headers: { cookie } })).statusCode)
  }
  return statuses
}

it('a session of a password is extended by each request', async () => {
  expect(await statusesOf(undefined, [1, 20, 50, 80, 112])).toEqual([200, 200, 200, 200, 401])
})

it('a session of an identity provider ends seven days after the sign-in, even while it is used', async () => {
  expect(await statusesOf('corp', [1, 5, 6.99, 7, 8])).toEqual([200, 200, 200, 401, 401])
})

it('a session of an identity provider from before ends after seven days as well', async () => {
  const { id } = await fixture.user('earlier', ['Gamma'])
  const { store } = fixture.context
  fixture.now = NOON
  const cookie = `session=${await openSession(store, id, NOON, { provider: 'corp' })}`
  const [session] = await store.sessions.ofUser(id, 1)
  await store.sessions.touch(session?.id ?? '', NOON + 31 * DAY_MS)
  fixture.now = NOON + 7 * DAY_MS
  expect((await fixture.nobody.get('/api/v1/me/', { headers: { cookie } })).statusCode).toBe(401)
})
