import { expect, it } from 'vitest'
import { builtInRoles } from './built-in-roles.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import { onBothEngines } from '#testing/stores.ts'
import { seedMetadata } from './seed.ts'

const MINUTE = 60_000

onBothEngines('users', (fixture) => {
  it('returns the permissions of the roles of a user', async () => {
    const { store } = fixture()
    const [a, b] = [await store.roles.create({ name: 'A' }, null), await store.roles.create({ name: 'B' }, null)]
    await store.roles.setPairs(a.id, [
      ['can_read', 'Chart'],
      ['datasource_access', '[db].[t](id:3)'],
    ])
    await store.roles.setPairs(b.id, [
      ['datasource_access', '[db].[t](id:3)'],
      ['datasource_access', '[db].[u](id:4)'],
    ])
    const ann = { username: 'ann', first_name: 'Ann', last_name: 'Other', email: 'ann@x.org', roles: [b.id, a.id] }
    const { id } = await store.users.create({ ...ann, password: 'hash' }, null)
    expect(await store.users.current(id)).toEqual({
      userId: id,
      username: 'ann',
      firstName: 'Ann',
      lastName: 'Other',
      email: 'ann@x.org',
      isActive: true,
      isAnonymous: false,
      createdOn: fixture().now,
      roles: {
        A: [
          ['can_read', 'Chart'],
          ['datasource_access', '[db].[t](id:3)'],
        ],
        B: [
          ['datasource_access', '[db].[t](id:3)'],
          ['datasource_access', '[db].[u](id:4)'],
        ],
      },
      roleIds: [a.id, b.id],
      permissions: { datasource_access: ['[db].[t](id:3)', '[db].[u](id:4)'] },
    })
    await store.users.update(id, { active: false }, null)
    expect(await store.users.current(id)).toBeUndefined()
    expect((await store.users.byUsername('ann'))?.id).toBe(id)
    expect(await store.users.byUsername('ANN')).toBeUndefined()
  })

  it('count successful and failed sign-ins', async () => {
    const { store, user, now } = fixture()
    const { id } = await user('counted')
    await store.users.signedIn(id, false)
    await store.users.signedIn(id, false)
    expect(await store.users.get(id)).toMatchObject({ fail_login_count: 2, login_count: 0, last_login: null })
    await store.users.signedIn(id, true)
    expect(await store.users.get(id)).toMatchObject({
      fail_login_count: 0,
      login_count: 1,
      last_login: now,
      version: 1,
    })
  })

  it('anonymous callers have the configured role, or none', async () => {
    const { store } = fixture()
    const { id } = await store.roles.create({ name: 'Guests' }, null)
    await store.roles.setPairs(id, [['can_read', 'Chart']])
    expect(await store.users.anonymous('Guests')).toMatchObject({
      userId: null,
      isAnonymous: true,
      roles: { Guests: [['can_read', 'Chart']] },
    })
    expect(await store.users.anonymous('Nobody')).toMatchObject({ roles: {}, roleIds: [] })
  })

  it('users have sessions that expire or are ended', async () => {
    const w = fixture()
    const { sessions } = w.store
    const { id } = await w.user('signed')
    const session = { user_id: id, csrf_secret: 'c', expires_at: w.now + MINUTE }
    await sessions.create({ ...session, id: 'a' })
    await sessions.create({ ...session, id: 'b' })
    expect(await sessions.get('a')).toEqual({
      ...session,
      id: 'a',
      created_on: w.now,
      last_seen: w.now,
      user_agent: null,
      address: null,
      provider: null,
      sign_out_token: null,
      view_as_user_id: null,
      view_as_role_id: null,
      view_as_from: null,
      view_as_until: null,
    })
    await sessions.touch('b', w.now + 2 * MINUTE)
    w.now += MINUTE
    expect(await sessions.get('a')).toBeUndefined()
    expect(await sessions.get('b')).toBeDefined()
    expect(await sessions.purge()).toHaveLength(1)
    await sessions.deleteByUser(id)
    expect(await sessions.get('b')).toBeUndefined()
  })

  it('list their sessions, last seen first, and end them by the start of their id', async () => {
    const w = fixture()
    const { sessions } = w.store
    const [ann, bob] = [await w.user('listing'), await w.user('listed')]
    const open = (id: string, user_id: number, more: object = {}) =>
      sessions.create({ id, user_id, csrf_secret: 'c', expires_at: w.now + 9 * MINUTE, ...more })
    await open('aa1', ann.id, { user_agent: 'Firefox', address: '192.0.2.0/24' })
    w.now += MINUTE
    await open('aa2', ann.id)
    await open('ab3', ann.id, { expires_at: w.now + 1 })
    await open('aa4', bob.id)
    w.now += MINUTE
    await sessions.touch('aa1', w.now + 9 * MINUTE)
    const listed = await sessions.ofUser(ann.id, 10)
    expect(listed.map(({ id, user_agent, address }) => [id, user_agent, address])).toEqual([
      ['aa1', 'Firefox', '192.0.2.0/24'],
      ['aa2', null, null],
    ])
    expect((await sessions.ofUser(ann.id, 1)).map(({ id }) => id)).toEqual(['aa1'])
    expect(await sessions.removeNamed(ann.id, 'aa4')).toEqual([])
    expect(await sessions.removeNamed(ann.id, 'aa2')).toMatchObject([{ id: 'aa2', view_as_from: null }])
    expect(await sessions.deleteByUser(ann.id, 'aa1')).toMatchObject([{ id: 'ab3' }])
    expect((await sessions.ofUser(ann.id, 10)).map(({ id }) => id)).toEqual(['aa1'])
    expect((await sessions.ofUser(bob.id, 10)).map(({ id }) => id)).toEqual(['aa4'])
  })

  it('users have a time before which bearer tokens are rejected, and lose unused links', async () => {
    const w = fixture()
    const { id } = await w.user('revoking')
    expect(await w.store.users.tokensFrom(id)).toBeNull()
    await w.store.users.update(id, { tokens_from: w.now }, null)
    expect(await w.store.users.tokensFrom(id)).toBe(w.now)
    const link = { user_id: id, expires_at: w.now + MINUTE }
    await w.store.loginLinks.create({ ...link, token_hash: 'unused' })
    await w.store.loginLinks.deleteByUser(id)
    expect(await w.store.loginLinks.use('unused')).toBeUndefined()
  })

  it('use a sign-in link once, before it expires', async () => {
    const w = fixture()
    const { loginLinks } = w.store
    const { id } = await w.user('linked')
    const link = { user_id: id, expires_at: w.now + 15 * MINUTE }
    await loginLinks.create({ ...link, token_hash: 'one' })
    await loginLinks.create({ ...link, token_hash: 'two' })
    expect(await loginLinks.usedBy(id)).toBe(false)
    const uses = await Promise.all([1, 2, 3].map(() => loginLinks.use('one')))
    expect(uses.filter((each) => each?.user_id === id)).toHaveLength(1)
    expect(await loginLinks.usedBy(id)).toBe(true)
    expect(await loginLinks.use('none')).toBeUndefined()
    w.now += 15 * MINUTE
    expect(await loginLinks.use('two')).toBeUndefined()
    expect(await loginLinks.purge()).toBe(1)
  })

  it('users have separate favorites', async () => {
    const { store, user } = fixture()
    const [ann, bob] = [await user('ann2'), await user('bob2')]
    for (const id of [5, 7, 5]) await store.favorites.add(ann.id, 'chart', id)
    await store.favorites.add(bob.id, 'chart', 5)
    await store.favorites.add(bob.id, 'dashboard', 9)
    expect(await store.favorites.ids(ann.id, 'chart')).toEqual([5, 7])
    expect(await store.favorites.ids(ann.id, 'chart', [7, 8])).toEqual([7])
    expect(await store.favorites.ids(ann.id, 'chart', [])).toEqual([])
    expect(await store.favorites.count('chart', 5)).toBe(2)
    await store.favorites.remove(ann.id, 'chart', 5)
    expect(await store.favorites.count('chart', 5)).toBe(1)
  })

  it('creates five roles, and does not restore permissions that were removed', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const { rows } = await store.roles.list({
      where: { col: 'name', op: 'in', value: ['Admin', 'Alpha', 'Gamma', 'Public', 'sql_lab'] },
    })
    expect(rows).toHaveLength(5)
    const gamma = await store.roles.byName('Gamma')
    const sqlLab = await store.roles.byName('sql_lab')
    await store.roles.setPairs(gamma?.id as number, [['can_read', 'Chart']])
    await store.roles.remove(sqlLab?.id as number, null)
    await seedMetadata(store)
    expect(await store.roles.pairs(gamma?.id as number)).toEqual([['can_read', 'Chart']])
    expect(await store.roles.byName('sql_lab')).toBeUndefined()
  })

  it('roles lose permissions that a new version removes, once', async () => {
    const { store } = fixture()
    await seedMetadata(store)
    const id = (await store.roles.byName('Gamma'))?.id as number
    const given = [...(builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []), ['can_read', 'Annotation']]
    const own = ['can_read', 'Something of ours']
    await store.roles.setPairs(id, [...given, own] as PermissionPair[])
    await store.settings.set('seeded role Gamma', JSON.stringify(given))
    await seedMetadata(store)
    expect(await store.roles.pairs(id)).not.toContainEqual(['can_read', 'Annotation'])
    expect(await store.roles.pairs(id)).toContainEqual(own)
    await store.roles.addPairs(id, [['can_read', 'Annotation']])
    await seedMetadata(store)
    expect(await store.roles.pairs(id)).toContainEqual(['can_read', 'Annotation'])
  })

  it('keeps permissions on a renamed entity', async () => {
    const { roles } = fixture().store
    const { id } = await roles.create({ name: 'Readers' }, null)
    expect(await roles.setPairs(id, [['schema_access', '[old].[main]']])).toBe(true)
    expect(await roles.setPairs(id, [['schema_access', '[old].[main]']])).toBe(false)
    await roles.renameView('[old].[main]', '[new].[main]')
    expect(await roles.pairs(id)).toEqual([['schema_access', '[new].[main]']])
  })
})
