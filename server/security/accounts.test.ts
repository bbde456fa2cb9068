import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#core/entity/session.ts'
import { seedMetadata } from '#server/store/seed.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { changePassword, requireValidPassword } from './accounts.ts'
import { generatedFile, generatedPassword } from './admin-password.ts'
import { createLocalSharedState } from '#server/shared/local-shared.ts'
import { makeAttempts } from './sign-in-attempts.ts'
import { ensureAdmin, LINK_TTL_MS, createLinkToken } from './first-user.ts'
import { checkPassword } from './password.ts'
import { addUser, changeRoles, checkNewUser, type NewUser, setActive, userNamed } from './user-registration.ts'
import {
  closeSession,
  findSession,
  isSessionHandle,
  openSession,
  SESSION_TTL_MS,
  sessionHandle,
  nextSessionChange,
  tokenHash,
} from './sessions.ts'
import { signIn } from './sign-in.ts'
import { isExpired, userOfToken } from './token.ts'

const PASSWORD = 'correct horse'
const START = 1_700_000_000_000
const HOUR = 3_600_000

let now = START
let store: Store
/** Opens a store with the built-in roles and no users; returns the function that closes it. */
async function open(): Promise<() => Promise<void>> {
  now = START
  const opened = await openStore({ file: ':memory:' }, () => now, randomUUID)
  await seedMetadata(opened)
  store = opened
  return () => opened.close()
}

const ada: NewUser = { username: 'ada', firstName: 'Ada', lastName: 'L', email: 'Ada@x.example', roles: ['Gamma'] }
const person = (username: string, ...roles: string[]): NewUser => ({ ...ada, username, email: undefined, roles })
const add = (user: NewUser) => addUser(store, user, PASSWORD)
const office = () => ({ store, now: () => now, config: { home: '/nowhere', adminPassword: undefined } })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: { code?: string }) => error.code,
  )

describe('a new user', () => {
  beforeAll(async () => {
    const close = await open()
    await add(ada)
    await add(person('bob@x.example', 'Gamma'))
    return close
  })

  it.each<[string, Partial<NewUser>, string]>([
    ['with other names', {}, 'fine'],
    ['without a name', { username: '' }, 'user-name-wrong'],
    ['with a name of 64 characters', { username: 'n'.repeat(64) }, 'fine'],
    ['with a longer one', { username: 'n'.repeat(65) }, 'user-name-wrong'],
    ['with a blank before the name', { username: ' eve' }, 'user-name-wrong'],
    ['with a blank after it', { username: 'eve ' }, 'user-name-wrong'],
    ['with a blank in it', { username: 'eve of old' }, 'fine'],
    ['of one letter', { username: 'e' }, 'fine'],
    ['with an invisible character', { username: 'e\u200Bve' }, 'user-name-wrong'],
    ['named as another', { username: 'ada' }, 'user-exists'],
    ['named as another in capitals', { username: 'ADA' }, 'user-exists'],
    ['whose name is part of another', { username: 'ad' }, 'fine'],
    ['named as the address of another', { username: 'ada@X.example' }, 'email-used'],
    ['without an address', { email: undefined }, 'fine'],
    ['with the address of another', { email: 'ADA@x.example' }, 'email-used'],
    ['whose address is the name of another', { email: 'Bob@x.example' }, 'user-exists'],
    ['with no address', { email: 'eve' }, 'email-wrong'],
    ['with two', { email: 'eve@x.example bob@x.example' }, 'email-wrong'],
    ['with half an address', { email: 'eve@' }, 'email-wrong'],
    ['with the other half', { email: '@x.example' }, 'email-wrong'],
    ['with an address of 320 characters', { email: `${'e'.repeat(318)}@x` }, 'fine'],
    ['with a longer one', { email: `${'e'.repeat(319)}@x` }, 'email-wrong'],
    ['without a role', { roles: [] }, 'role-none'],
    ['with an unknown role', { roles: ['Gamma', 'Delta'] }, 'role-unknown'],
  ])('%s', async (_, more, expected) => {
    const eve = { ...person('eve', 'Alpha'), email: 'eve@x.example', ...more }
    expect(await failure(checkNewUser(store, eve))).toBe(expected)
  })

  it('is created with the given values and a valid password', async () => {
    const made = await add({ ...person('dan', 'Gamma', 'Alpha'), email: 'dan@x.example' })
    const { id } = await userNamed(store, 'dan')
    expect(made.id).toBe(id)
    expect(await store.users.current(id)).toMatchObject({ firstName: 'Ada', lastName: 'L', email: 'dan@x.example' })
    expect(Object.keys((await store.users.current(id))?.roles ?? {}).toSorted()).toEqual(['Alpha', 'Gamma'])
    expect(await checkPassword(PASSWORD, made.password ?? undefined)).toBe(true)
    expect(await checkPassword('another one', made.password ?? undefined)).toBe(false)
    expect(await checkPassword('a password nobody has', undefined)).toBe(false)
  })

  it('an unknown role or none is rejected with the names of all roles', async () => {
    await expect(checkNewUser(store, person('eve', 'Delta'))).rejects.toMatchObject({
      args: ['Delta', 'Admin, Alpha, Gamma, Public, sql_lab'],
    })
    await expect(checkNewUser(store, person('eve'))).rejects.toMatchObject({
      args: ['Admin, Alpha, Gamma, Public, sql_lab'],
    })
  })

  it.each([
    ['seven77', 'password-short'],
    ['eight888', 'fine'],
    ['p'.repeat(1024), 'fine'],
    ['p'.repeat(1025), 'password-long'],
    [' ADA.lovelace', 'password-is-username'],
  ])('the result for the password %s is %s', async (password, expected) => {
    const good = async () => requireValidPassword(password, 'Ada.Lovelace')
    expect(await failure(good())).toBe(expected)
    if (expected !== 'fine')
      expect(await failure(addUser(store, person('ada.lovelace', 'Gamma'), password))).toBe(expected)
  })
})

describe('administrators', () => {
  beforeEach(open)
  const take = (name: string) => failure(changeRoles(store, name, { add: [], remove: ['Admin'] }))

  it('cannot take the last Admin role away', async () => {
    await add(person('ann', 'Admin', 'Gamma'))
    expect(await take('ann')).toBe('last-admin')
    await add(person('bob', 'Gamma'))
    expect(await changeRoles(store, 'bob', { add: ['Admin', 'Gamma'], remove: [] })).toMatchObject({
      own: ['Admin', 'Gamma'],
    })
    expect(await changeRoles(store, 'ann', { add: [], remove: ['Admin'] })).toMatchObject({ own: ['Gamma'] })
    expect(await take('bob')).toBe('last-admin')
    expect(await failure(changeRoles(store, 'bob', { add: [], remove: ['Gamma'] }))).toBe('fine')
    expect(await failure(changeRoles(store, 'cy', { add: [], remove: [] }))).toBe('user-missing')
  })

  it('cannot deactivate the last administrator', async () => {
    await add(person('ann', 'Admin'))
    await add(person('bob', 'Admin'))
    await add(person('cy', 'Gamma'))
    await setActive(office(), 'bob', false)
    expect(await failure(setActive(office(), 'ann', false))).toBe('last-admin')
    expect(await take('ann')).toBe('last-admin')
    expect(await failure(setActive(office(), 'cy', false))).toBe('fine')
    // An inactive user does not count as an administrator.
    expect(await take('bob')).toBe('fine')
    await setActive(office(), 'cy', true)
    expect((await userNamed(store, 'cy')).active).toBe(true)
  })

  it('add a role to a user only once, in one order', async () => {
    await add(person('ann', 'Admin'))
    await add(person('bob', 'Gamma'))
    await changeRoles(store, 'bob', { add: ['Gamma', 'Admin'], remove: [] })
    const { roles } = await userNamed(store, 'bob')
    expect(roles).toEqual([...new Set(roles)].toSorted((a, b) => a - b))
    expect(roles).toHaveLength(2)
  })
})

describe('a session', () => {
  let userId: number
  beforeAll(async () => {
    const close = await open()
    userId = (await add(ada)).id
    return close
  })
  beforeEach(() => {
    now = START
  })
  const found = async (cookie: string) => (await findSession(store, cookie, now)) as Session

  it('lasts 31 days from its last use, which is extended at most once an hour', async () => {
    const cookie = await openSession(store, userId, now)
    expect((await found(cookie)).expires_at).toBe(START + SESSION_TTL_MS)
    now = START + HOUR
    await found(cookie)
    expect((await found(cookie)).last_seen).toBe(START)
    now = START + HOUR + 1
    await found(cookie)
    expect(await found(cookie)).toMatchObject({ last_seen: now, expires_at: now + SESSION_TTL_MS })
    expect(nextSessionChange(await found(cookie))).toBe(now + HOUR)
    now += SESSION_TTL_MS
    expect(await findSession(store, cookie, now)).toBeUndefined()
  })

  it('never reports a longer lifetime than it has', () => {
    expect(nextSessionChange({ expires_at: START + 5, last_seen: START, provider: null } as Session)).toBe(START + 5)
  })

  it('is found by its cookie only, and ended by it', async () => {
    const [one, other] = [await openSession(store, userId, now), await openSession(store, userId, now)]
    expect(one).not.toBe(other)
    const { id } = await found(one)
    expect(id).toBe(tokenHash(one))
    expect(await findSession(store, id, now)).toBeUndefined()
    expect(sessionHandle({ id })).toBe(id.slice(0, 16))
    await closeSession(store, one)
    expect(await findSession(store, one, now)).toBeUndefined()
    expect(await found(other)).toMatchObject({ user_id: userId })
  })

  it.each([
    ['Firefox 1.0', 'Firefox 1.0'],
    ['', null],
    ['\u0000\n', null],
    ['a\u0007b\u200Bc ', 'a b c'],
    ['x'.repeat(300), 'x'.repeat(256)],
  ])('stores of the user agent %j: %j', async (userAgent, stored) => {
    expect((await found(await openSession(store, userId, now, { userAgent }))).user_agent).toBe(stored)
  })

  it('stores the network, and keeps the CSRF secret of open pages', async () => {
    const origin = { ip: '192.0.2.7', csrfSecret: 'of before' }
    expect(await found(await openSession(store, userId, now, origin))).toMatchObject({
      address: '192.0.2.0/24',
      csrf_secret: 'of before',
    })
    const plain = await found(await openSession(store, userId, now))
    expect(plain.address).toBeNull()
    expect(plain.csrf_secret).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['0123456789abcdef', true],
    ['0123456789abcde', false],
    ['0123456789abcdef0', false],
    ['0123456789abcdeg', false],
    ['g123456789abcdef', false],
  ])('has a valid handle %s: %s', (text, expected) => {
    expect(isSessionHandle(text)).toBe(expected)
  })

  it('ends with all tokens and links when the password changes or its user is deactivated', async () => {
    for (const end of [
      () => changePassword(office(), { id: userId, username: 'ada' }, 'another horse', null),
      () => setActive(office(), 'ada', false),
    ]) {
      const cookie = await openSession(store, userId, now)
      const link = tokenHash(await createLinkToken(store, userId, now))
      await end()
      expect(await findSession(store, cookie, now)).toBeUndefined()
      expect(await store.loginLinks.use(link)).toBeUndefined()
      expect([
        await isExpired(store, { userId, issuedAt: now }),
        await isExpired(store, { userId, issuedAt: now + 1 }),
      ]).toEqual([true, false])
      now += HOUR
    }
    const { password, active } = await userNamed(store, 'ada')
    expect([await checkPassword('another horse', password ?? undefined), active]).toEqual([true, false])
  })
})

it('a link signs in once, within 15 minutes', async () => {
  const close = await open()
  const { id } = await add(ada)
  const [one, other] = [await createLinkToken(store, id, now), await createLinkToken(store, id, now)]
  now = START + LINK_TTL_MS - 1
  expect(await store.loginLinks.use(tokenHash(one))).toMatchObject({ user_id: id })
  expect(await store.loginLinks.use(tokenHash(one))).toBeUndefined()
  now = START + LINK_TTL_MS
  expect(await store.loginLinks.use(tokenHash(other))).toBeUndefined()
  await close()
})

describe('signing in', () => {
  beforeAll(async () => {
    const close = await open()
    await add(ada)
    return close
  })
  const enter = (username: string, password: string) => {
    const attempts = makeAttempts(createLocalSharedState({ cacheBytes: 1000, now: () => now }))
    return failure(signIn({ store, attempts }, { username, password, ip: '192.0.2.1' }))
  }

  it.each([
    ['ada', PASSWORD, 'fine'],
    ['Ada@x.example', PASSWORD, 'fine'],
    ['ada', 'wrong horse', 'not-signed-in'],
    ['nobody', PASSWORD, 'not-signed-in'],
    ['nobody@x.example', PASSWORD, 'not-signed-in'],
    ['L', PASSWORD, 'not-signed-in'],
    ['a\u0000da', PASSWORD, 'not-signed-in'],
  ])('the name %j with %s: %s', async (name, password, expected) => {
    expect(await enter(name, password)).toBe(expected)
  })

  it('needs an active user with a password', async () => {
    await store.users.create({ username: 'cy', first_name: 'Cy', last_name: 'T' }, null)
    await setActive(office(), 'ada', false)
    expect([await enter('ada', PASSWORD), await enter('cy', ''), await enter('cy', 'undefined')]).toEqual(
      Array.from({ length: 3 }, () => 'not-signed-in'),
    )
  })
})

describe('the first user', () => {
  let home: string
  beforeEach(open)
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'facet-first-'))
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const fits = async (password: string) =>
    checkPassword(password, (await userNamed(store, 'admin')).password ?? undefined)

  it('has a generated password, stored in a file until it is changed', async () => {
    const made = await ensureAdmin(store, home, undefined)
    expect(made.passwordFile).toBe(generatedFile(home))
    expect(existsSync(made.passwordFile ?? '')).toBe(true)
    expect(await fits(generatedPassword(home))).toBe(true)
    expect(Object.keys((await store.users.current(made.user.id))?.roles ?? {})).toEqual(['Admin'])
    expect(await ensureAdmin(store, home, undefined)).toMatchObject({ user: { id: made.user.id } })
    await changePassword({ ...office(), config: { home, adminPassword: undefined } }, made.user, PASSWORD, null)
    expect(generatedFile(home)).toBeUndefined()
    expect((await ensureAdmin(store, home, undefined)).passwordFile).toBeUndefined()
    expect(await fits(PASSWORD)).toBe(true)
  })

  it('is no service account, which would leave the installation without an administrator', async () => {
    const service = { ...ada, username: 'admin', email: undefined, isService: true }
    for (const call of [checkNewUser(store, service), addUser(store, service, undefined)])
      await expect(call).rejects.toMatchObject({ code: 'user-service-initial' })
    const { user } = await ensureAdmin(store, home, undefined)
    expect([user.username, user.is_service]).toEqual(['admin', false])
  })

  it('keeps the file when another user gets a password', async () => {
    await ensureAdmin(store, home, undefined)
    const { id } = await add(ada)
    await changePassword(
      { ...office(), config: { home, adminPassword: 'set' } },
      { id, username: 'ada' },
      PASSWORD,
      null,
    )
    expect(generatedFile(home)).toBeDefined()
  })

  it('sets the configured password at each start', async () => {
    const { user, passwordFile } = await ensureAdmin(store, home, 'first setting')
    expect([passwordFile, generatedFile(home), await fits('first setting')]).toEqual([undefined, undefined, true])
    const change = changePassword({ ...office(), config: { home, adminPassword: 'x' } }, user, PASSWORD, null)
    expect(await failure(change)).toBe('password-by-setting')
    now = Date.now()
    const cookie = await openSession(store, user.id, now)
    await ensureAdmin(store, home, 'first setting')
    expect(await findSession(store, cookie, now)).toBeDefined()
    await ensureAdmin(store, home, 'second setting')
    expect(await findSession(store, cookie, now)).toBeUndefined()
    expect(await fits('second setting')).toBe(true)
  })
})

it('a bearer token is valid for its user until it expires or the password changes', async () => {
  const close = await open()
  const { id } = await add(ada)
  const said = { userId: id, kind: 'access', fresh: true, issuedAt: now } as const
  expect((await userOfToken(store, said)).username).toBe('ada')
  expect(await failure(userOfToken(store, { ...said, userId: 999 }))).toBe('not-signed-in')
  await changePassword(office(), { id, username: 'ada' }, 'another horse', null)
  expect(await failure(userOfToken(store, said))).toBe('token-revoked')
  expect((await userOfToken(store, { ...said, issuedAt: now + 1 })).userId).toBe(id)
  await close()
})
