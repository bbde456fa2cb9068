import { expect, it } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import { bounds } from '#core/rest/bounds.ts'
import { QueryQuota } from './query-quota.ts'

const userWith = (userId: number, max_queries?: number) =>
  ({ userId, ...(max_queries === undefined ? {} : { quota: { max_queries } }) }) as CurrentUser

const NEVER = new AbortController().signal
const patient = { signal: NEVER, waitMs: 60_000 }

/** Starts a query that runs until it is ended. */
function start(quota: QueryQuota, user: CurrentUser, wait = patient) {
  const state = { isRunning: false }
  let end = (): void => {}
  const work = () =>
    new Promise<void>((resolve) => {
      state.isRunning = true
      end = resolve
    })
  const done = quota.run(user, wait, work)
  return { state, done, end: () => end() }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('runs as many queries of a user as the quota permits, and the next when one has ended', async () => {
  const quota = new QueryQuota()
  const queries = [1, 2, 3, 4].map(() => start(quota, userWith(1, 2)))
  const other = start(quota, userWith(2, 1))
  const unlimited = start(quota, userWith(3))
  const running = () => [...queries, other, unlimited].map(({ state }) => state.isRunning)
  expect(running()).toEqual([true, true, false, false, true, true])
  queries[1]?.end()
  await settled()
  expect(running()).toEqual([true, true, true, false, true, true])
  queries[0]?.end()
  queries[2]?.end()
  await settled()
  expect(running()).toEqual([true, true, true, true, true, true])
})

it('rejects a query that waits too long, and names the quota and when to try again', async () => {
  const quota = new QueryQuota()
  const first = start(quota, userWith(1, 1))
  await expect(start(quota, userWith(1, 1), { signal: NEVER, waitMs: 1 }).done).rejects.toMatchObject({
    code: 'quota-queries',
    message: 'Your quota is 1 queries at a time, and none of them ended in time; an administrator can raise it',
    extra: { quota: 'max_queries', most: 1, retry_after: 5 },
  })
  first.end()
  await first.done
  expect(start(quota, userWith(1, 1)).state.isRunning).toBe(true)
})

it('leaves the queue when the caller disconnects, and frees its slot when a query fails', async () => {
  const quota = new QueryQuota()
  const first = start(quota, userWith(1, 1))
  const leaving = new AbortController()
  const second = start(quota, userWith(1, 1), { signal: leaving.signal, waitMs: 60_000 })
  leaving.abort(new Error('disconnected'))
  await expect(second.done).rejects.toThrow('disconnected')
  first.end()
  await first.done
  const failing = quota.run(userWith(1, 1), patient, () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  expect(start(quota, userWith(1, 1)).state.isRunning).toBe(true)
})

it('rejects at once a query that must not wait', async () => {
  const quota = new QueryQuota()
  expect(quota.isFull(userWith(1, 1))).toBe(false)
  const first = start(quota, userWith(1, 1))
  expect(quota.isFull(userWith(1, 1))).toBe(true)
  await expect(start(quota, userWith(1, 1), { signal: NEVER, waitMs: 0 }).done).rejects.toMatchObject({
    code: 'quota-queries',
  })
  first.end()
  await first.done
  expect(quota.isFull(userWith(1, 1))).toBe(false)
})

it('limits the waiting queries of a user by waiting-questions', async () => {
  const quota = new QueryQuota()
  start(quota, userWith(1, 1))
  const { most } = bounds['waiting-questions']
  const leaving = new AbortController()
  const wait = { signal: leaving.signal, waitMs: 60_000 }
  const waiting = Array.from({ length: most }, () => start(quota, userWith(1, 1), wait))
  await expect(start(quota, userWith(1, 1)).done).rejects.toMatchObject({ code: 'queue-full' })
  expect(waiting.some(({ state }) => state.isRunning)).toBe(false)
  const other = start(quota, userWith(2, 1))
  expect([other.state.isRunning, quota.isFull(userWith(2, 1))]).toEqual([true, true])
  leaving.abort()
  await Promise.allSettled(waiting.map(({ done }) => done))
})

it('admits the first waiting query that fits: callers of one address may have different quotas', async () => {
  const quota = new QueryQuota()
  const caller = (max_queries: number) => ({ userId: null, origin: '192.0.2.1', quota: { max_queries } }) as CurrentUser
  const guests = [1, 2, 3].map(() => start(quota, caller(3)))
  const anonymous = start(quota, caller(1))
  const guest = start(quota, caller(3))
  guests[0]?.end()
  await settled()
  expect([anonymous.state.isRunning, guest.state.isRunning]).toEqual([false, true])
  for (const each of [...guests, guest]) each.end()
  await settled()
  expect(anonymous.state.isRunning).toBe(true)
})
