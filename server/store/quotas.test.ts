import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'
import { withLimit } from '#testing/with-limit.ts'

const HOUR = 3_600_000
const use = { caller: 'user 5', measure: 'max_exports', windowMs: HOUR, amount: 1, most: 2 } as const

onBothEngines('uses of a quota', (fixture) => {
  it('uses are recorded up to the limit of the window, and again when the oldest has left it', async () => {
    const w = fixture()
    const { quotaUses } = w.store
    const began = w.now
    expect(await quotaUses.take(use)).toMatchObject({ id: expect.any(Number) })
    w.now += 1000
    expect(await quotaUses.take(use)).toMatchObject({ id: expect.any(Number) })
    expect(await quotaUses.take(use)).toEqual({ used: 2, freesAt: began + HOUR })
    expect(await quotaUses.take({ ...use, caller: 'user 6' })).toMatchObject({ id: expect.any(Number) })
    w.now = began + HOUR
    expect(await quotaUses.used(use)).toBe(1)
    expect(await quotaUses.take(use)).toMatchObject({ id: expect.any(Number) })
  })

  it('uses are rejected if their amount exceeds the quota, or until enough of the oldest has left', async () => {
    const w = fixture()
    const { quotaUses } = w.store
    const bytes = { caller: 'user 7', measure: 'max_upload_bytes', windowMs: 24 * HOUR, most: 100 } as const
    expect(await quotaUses.take({ ...bytes, amount: 101 })).toEqual({ used: 0, freesAt: null })
    await quotaUses.take({ ...bytes, amount: 30 })
    w.now += 1000
    await quotaUses.take({ ...bytes, amount: 60 })
    expect(await quotaUses.check({ ...bytes, amount: 10 })).toBeUndefined()
    expect(await quotaUses.check({ ...bytes, amount: 41 })).toEqual({ used: 90, freesAt: w.now + 24 * HOUR })
    expect(await quotaUses.take({ ...bytes, amount: 41 })).toEqual({ used: 90, freesAt: w.now + 24 * HOUR })
    expect(await quotaUses.take({ ...bytes, amount: 40 })).toEqual({ used: 90, freesAt: w.now - 1000 + 24 * HOUR })
  })

  it('uses are returned after a failure, and deleted when they are old', async () => {
    const w = fixture()
    const { quotaUses } = w.store
    const own = { ...use, caller: 'user 8' }
    const taken = await quotaUses.take(own)
    await quotaUses.restoreParts('id' in taken ? taken.id : 0)
    expect(await quotaUses.used(own)).toBe(0)
    await quotaUses.take(own)
    await quotaUses.purge(w.now)
    expect(await quotaUses.used(own)).toBe(1)
    await quotaUses.purge(w.now + 1)
    expect(await quotaUses.used(own)).toBe(0)
  })

  it('uses are counted across all servers of a store, also concurrently', async () => {
    const { store, again } = fixture()
    const other = await again()
    const own = { ...use, caller: 'user 9', most: 3 }
    const taken = await Promise.all([store, other, store, other, store].map((each) => each.quotaUses.take(own)))
    expect(taken.filter((outcome) => 'id' in outcome)).toHaveLength(3)
    expect(await other.quotaUses.used(own)).toBe(3)
  })
})

onBothEngines('the quota of a user', (fixture) => {
  it('includes direct roles and roles by groups, from the next request in every process', async () => {
    const { store, again } = fixture()
    const other = await again()
    const roles = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => (await store.roles.create({ name }, null)).id),
    )
    const [one = 0, two = 0, three = 0] = roles
    const names = { first_name: 'Ana', last_name: 'Lee' }
    const { id } = await store.users.create({ username: 'ana', ...names, roles: [one] }, null)
    await store.groups.create({ name: 'Team', users: [id], roles: [two] }, null)
    const quota = async () => {
      // SQLite looks for writes of others once per turn of the event loop.
      await setImmediate()
      return (await other.users.current(id))?.quota
    }
    expect(await quota()).toBeUndefined()
    await store.quotas.create({ role_id: three, max_rows: 1 }, null)
    await store.quotas.create({ role_id: one, max_rows: 10 }, null)
    expect(await quota()).toEqual({ max_rows: 10 })
    const byGroup = await store.quotas.create({ role_id: two, max_rows: 20, max_exports: 4 }, null)
    expect(await quota()).toEqual({ max_rows: 20, max_exports: 4 })
    await store.quotas.create({ user_id: id, max_rows: 5 }, null)
    expect(await quota()).toEqual({ max_rows: 5, max_exports: 4 })
    await store.quotas.remove(byGroup.id, null)
    expect(await quota()).toEqual({ max_rows: 5 })
  })
})

onBothEngines('waiting jobs of anonymous users', (fixture) => {
  it('uses of one address count as one user in the order of claims', async () => {
    const { store } = fixture()
    const job = { kind: 'order', payload: '{}' }
    const made = []
    for (const origin of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      made.push(await store.jobs.enqueue({ ...job, user_id: null, origin }))
    made.push(await store.jobs.enqueue({ ...job, user_id: 9 }))
    const claims = [await store.jobs.claim(['order'], 'w', 1000), await store.jobs.claim(['order'], 'w', 1000)]
    expect(claims.map((claimed) => claimed?.user_id)).toEqual([null, 9])
    for (const { id } of made) await store.jobs.cancel(id)
  })

  it('uses are limited by network address, and in total', async () => {
    const { store } = fixture()
    const job = { kind: 'a', payload: '{}', user_id: null }
    const fill = async (origin: string) => {
      for (let at = 0; at < 5; at++) await store.jobs.enqueue({ ...job, origin })
    }
    const checkLimits = async () => {
      await fill('192.0.2.1')
      await expect(store.jobs.enqueue({ ...job, origin: '192.0.2.1' })).rejects.toMatchObject({
        code: 'bound-passed',
        extra: { bound: 'address-waiting-jobs', count: 6 },
      })
      for (const origin of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) await fill(origin)
      await expect(store.jobs.enqueue({ ...job, origin: '192.0.2.5' })).rejects.toMatchObject({
        code: 'bound-passed',
        extra: { bound: 'public-waiting-jobs', count: 21 },
      })
      expect(await store.jobs.enqueue({ ...job, user_id: 9 })).toMatchObject({ user_id: 9 })
    }
    await withLimit('address-waiting-jobs', 5, () => withLimit('public-waiting-jobs', 20, checkLimits))
  })
})
