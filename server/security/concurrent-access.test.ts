import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { seedMetadata } from '#server/store/seed.ts'
import { onBothEngines } from '#testing/stores.ts'
import { signOutEverywhere } from './accounts.ts'
import { openUserSession } from './open-user-session.ts'
import { createLinkToken } from './first-user.ts'
import { setRoleUsers } from './role-users.ts'
import { findSession, tokenHash } from './sessions.ts'
import { replacePassword, updateUser } from './user-changes.ts'

/** Returns a promise and the function that settles it. */
function resolvable() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const codes = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results
    .map((result) => (result.status === 'fulfilled' ? 'done' : String((result.reason as { code?: string }).code)))
    .toSorted()

onBothEngines('concurrent changes', (fixture) => {
  const office = () => ({
    store: fixture().store,
    now: () => fixture().now,
    config: { home: '/nowhere', adminPassword: undefined },
  })

  it('accept only one of two uses of a sign-in link', async () => {
    const { store, now } = fixture()
    const user = await fixture().user('once')
    for (let round = 0; round < 10; round++) {
      const link = tokenHash(await createLinkToken(store, user.id, now))
      const used = await Promise.all([store.loginLinks.use(link), store.loginLinks.use(link)])
      expect(used.filter(Boolean)).toHaveLength(1)
      expect(await store.loginLinks.find(link)).toBeUndefined()
    }
  })

  it('leave one valid link after two password resets', async () => {
    const { store } = fixture()
    const user = await fixture().user('reset')
    const reset = () => replacePassword(office(), user, null, (tx) => createLinkToken(tx, user.id, fixture().now))
    for (let round = 0; round < 5; round++) {
      const links = await Promise.all([reset(), reset()])
      const valid = await Promise.all(links.map((link) => store.loginLinks.find(tokenHash(link))))
      expect(valid.filter(Boolean)).toHaveLength(1)
    }
  })

  it('end a session that is opened during a sign-out everywhere', async () => {
    const { store } = fixture()
    const user = await fixture().user('entering')
    const begun = fixture().now
    const [ended, finished] = [resolvable(), resolvable()]
    const ending = signOutEverywhere(store, user.id, {
      now: begun,
      actor: null,
      afterwards: () => {
        ended.resolve()
        return finished.promise
      },
    })
    // The sessions are deleted, and the transaction is not committed yet.
    await ended.promise
    const entering = openUserSession(store, { userId: user.id, begun }, begun, {})
    await sleep(50)
    finished.resolve()
    await ending
    expect(await entering).toBeUndefined()
    expect(await store.sessions.ofUser(user.id, 10)).toEqual([])
    fixture().now += 1
    const later = await openUserSession(store, { userId: user.id, begun: begun + 1 }, begun + 1, {})
    expect(await findSession(store, later ?? '', begun + 1)).toMatchObject({ user_id: user.id })
  })

  it('concurrent calls do not remove both of two administrators', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const role = await store.roles.byName('Admin')
    const roles = [role?.id ?? 0]
    const draft = { first_name: 'A', last_name: 'B', password: 'a hash', roles }
    const one = await store.users.create({ ...draft, username: 'one' }, null)
    const other = await store.users.create({ ...draft, username: 'other' }, null)
    const demote = (user: typeof one) => updateUser(office(), user, { patch: { roles: [] }, actor: null })
    const results = await Promise.allSettled([demote(one), demote(other)])
    expect(codes(results)).toEqual(['done', 'last-admin'])
    await setRoleUsers(store, roles[0] ?? 0, [one.id, other.id], null)
    const reset = (user: typeof one) => replacePassword(office(), user, null, async () => 'access')
    const resets = await Promise.allSettled([reset(one), reset(other)])
    expect(codes(resets)).toEqual(['done', 'last-admin'])
  })
})
