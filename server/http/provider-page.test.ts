import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeOfStep, stepAt } from '#server/identity/one-time-code.ts'
import { confirmSecondFactor, newFactorSecret, removeSecondFactor } from '#server/identity/second-factor.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'
import {
  CLIENT,
  startIdentityProvider,
  type TestIdentityProvider,
  type TokenChange,
} from '#testing/identity-provider.ts'

const PUBLIC_URL = 'http://facet.example'
let provider: TestIdentityProvider
let fixture: TestApp

const settingsOf = (issuer: string, more: object = {}) =>
  JSON.stringify({
    providers: [
      {
        type: 'oidc',
        name: 'test',
        label: 'Test & Co',
        issuer,
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        role_mapping: { analysts: ['Alpha'], admins: ['Admin'] },
        group_mapping: { analysts: ['Analysts'] },
        default_roles: ['Gamma'],
        ...more,
      },
    ],
  })

const open = (more: object = {}, issuer = provider.issuer, FACET_REQUIRE_SECOND_FACTOR = '0') => {
  const providers = settingsOf(issuer, { create_users: true, ...more })
  const settings = { FACET_PUBLIC_URL: PUBLIC_URL, FACET_IDENTITY_PROVIDERS: providers, FACET_REQUIRE_SECOND_FACTOR }
  return makeTestApp({ environment: settings })
}

beforeAll(async () => {
  provider = await startIdentityProvider(PUBLIC_URL, {
    'sub-joan': {
      preferred_username: 'joan',
      given_name: 'Joan',
      family_name: 'Clarke',
      email: 'joan@example.org',
      email_verified: true,
      groups: ['analysts', 'others'],
    },
    'sub-mallory': { preferred_username: 'mallory', email: 'victim@example.org', email_verified: false, groups: [] },
  })
  fixture = await open()
})
afterAll(async () => {
  await fixture.close()
  await provider.close()
})
afterEach(() => {
  provider.change = undefined
  provider.account = 'sub-joan'
})

const cookieOf = (answer: { readonly headers: Record<string, unknown> }, name: string): string => {
  const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

/** Begins a sign-in; returns the cookie of its state and the response of the provider. */
async function begin(app: TestApp = fixture, query = '') {
  const begun = await app.nobody.get(`/login/oidc/test${query}`, { headers: { host: 'facet.example' } })
  expect(begun.statusCode).toBe(302)
  const response = await provider.signIn(String(begun.headers.location))
  return { cookie: cookieOf(begun, 'sign_in'), response, begun }
}

const finish = (app: TestApp, { cookie, response }: { readonly cookie: string; readonly response: URL }) =>
  app.nobody.get(`${response.pathname}${response.search}`, { headers: { cookie } })

async function signIn(app: TestApp = fixture, query = '') {
  const answer = await finish(app, await begin(app, query))
  const session = cookieOf(answer, 'session')
  const roles = await app.nobody.get('/api/v1/me/roles', { headers: { cookie: session } })
  return { answer, session, roles: Object.keys(roles.json().result?.roles ?? {}).toSorted() }
}

const problemOf = (answer: { readonly headers: Record<string, unknown> }) => answer.headers['location']

describe('a sign-in at an OpenID Connect provider', () => {
  it('creates the user with the properties, roles and groups of the claims', async () => {
    const { answer, session, roles } = await signIn(fixture, '?next=%2Fchart%2Flist%3Fpage%3D2')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/chart/list?page=2'])
    expect(roles).toEqual(['Alpha', 'Gamma'])
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    const names = { username: 'joan', first_name: 'Joan', last_name: 'Clarke' }
    expect(me.json().result).toMatchObject({ ...names, email: 'joan@example.org' })
    const user = await fixture.context.store.users.byUsername('joan')
    const group = await fixture.context.store.groups.find({ col: 'name', op: 'eq', value: 'Analysts' })
    expect([user?.password, group?.users, group?.roles]).toEqual([null, [user?.id], []])
  })

  it('requests a code with PKCE, state and nonce', async () => {
    const { begun } = await begin()
    const { origin, pathname, searchParams } = new URL(String(begun.headers.location))
    expect(`${origin}${pathname}`).toBe(`${provider.issuer}/auth`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${PUBLIC_URL}/login/oidc/test/callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toHaveLength(43)
    expect(String(begun.headers['set-cookie'])).toMatch(
      /^sign_in=[\w-]+; Max-Age=600; Path=\/login; HttpOnly; SameSite=Lax$/,
    )
  })

  it('adds and removes mapped roles and groups, and does not change others', async () => {
    const { store } = fixture.context
    await signIn()
    const [user, lab] = [await store.users.byUsername('joan'), await store.roles.byName('sql_lab')]
    await store.users.update(user?.id ?? 0, { roles: [...(user?.roles ?? []), lab?.id ?? 0] }, null)
    provider.accounts['sub-joan'] = { ...provider.accounts['sub-joan'], groups: [] }
    expect((await signIn()).roles).toEqual(['Gamma', 'sql_lab'])
    expect((await store.groups.find({ col: 'name', op: 'eq', value: 'Analysts' }))?.users).toEqual([])
    provider.accounts['sub-joan'] = { ...provider.accounts['sub-joan'], groups: 'analysts' }
    expect((await signIn()).roles).toEqual(['Alpha', 'Gamma', 'sql_lab'])
  })

  it('stays the same user after a new name at the provider, and is in the action log', async () => {
    await signIn()
    const before = await fixture.context.store.users.byUsername('joan')
    provider.accounts['sub-joan'] = {
      ...provider.accounts['sub-joan'],
      preferred_username: 'j.clarke',
      family_name: 'C',
    }
    const { session } = await signIn()
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    expect(me.json().result).toMatchObject({ id: before?.id, username: 'joan', last_name: 'C' })
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 1, action: 'sign_in' })
    expect(rows[0]).toMatchObject({ actor: before?.id, entity_type: 'user', after: '{"by":"provider test"}' })
  })

  it.each(['//evil.example/', 'https://evil.example/', '/\\evil.example'])('never leads to %s', async (next) => {
    const { answer } = await signIn(fixture, `?next=${encodeURIComponent(next)}`)
    expect(answer.headers.location).toBe('/')
  })

  it('needs a second factor if one is required, unless the provider checks one itself', async () => {
    const [strict, lax] = [await open({}, undefined, '1'), await open({ checks_second_factor: true }, undefined, '1')]
    const { answer, session } = await signIn(strict)
    expect([answer.headers.location, session]).toEqual(['/login/code/?step=set-up', ''])
    expect((await signIn(lax)).session).not.toBe('')
    await Promise.all([strict.close(), lax.close()])
  })

  it('needs the code of a user who has a second factor, and can sign out at the provider afterwards', async () => {
    await signIn()
    const userId = (await fixture.context.store.users.byUsername('joan'))?.id ?? 0
    const [secret, step] = [newFactorSecret(), stepAt(fixture.now)]
    await confirmSecondFactor(fixture.context, { userId, code: codeOfStep(secret, step), ip: '' }, secret)
    fixture.now += 1
    const { answer } = await signIn()
    expect(answer.headers.location).toBe('/login/code/')
    const shown = await fixture.nobody.get('/login/code/', { headers: { cookie: cookieOf(answer, 'sign_in') } })
    const cookie = `${cookieOf(answer, 'sign_in')}; ${cookieOf(shown, 'session')}`
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(shown.body)?.[1] ?? ''
    const payload = new URLSearchParams({ code: codeOfStep(secret, step + 1), csrf_token: csrf }).toString()
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const entered = await fixture.app.inject({ method: 'POST', url: '/login/code/', payload, headers })
    expect(entered.headers.location).toBe('/')
    const [stored] = await fixture.context.store.sessions.ofUser(userId, 5)
    expect(stored).toMatchObject({ provider: 'test', sign_out_token: expect.any(String) })
    await removeSecondFactor(fixture.context, userId, null)
    fixture.now += 1
  })

  it('signs out at the provider', async () => {
    const { session } = await signIn()
    const out = await fixture.nobody.get('/logout/', { headers: { cookie: session, 'sec-fetch-site': 'none' } })
    const url = new URL(String(out.headers.location))
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/session/end`)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login/`)
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
    const me = await fixture.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    expect(me.statusCode).toBe(401)
    const question = await signIn()
    const page = await fixture.nobody.get('/logout/', { headers: { cookie: question.session } })
    expect(String(page.headers['content-security-policy'])).toContain(`form-action 'self' ${provider.issuer};`)
  })
})

describe('an invalid response of the provider', () => {
  const rejected = '/login/?problem=provider-response'
  const resigned =
    (more: object): TokenChange =>
    (claims, sign) =>
      sign({ ...claims, ...more })
  const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600

  it.each<[string, TokenChange]>([
    ['another nonce', resigned({ nonce: 'another' })],
    ['another audience', resigned({ aud: 'another' })],
    ['another issuer', resigned({ iss: 'https://another.example' })],
    ['an ID token that has expired', resigned({ iat: HOUR_AGO - 60, exp: HOUR_AGO })],
    ['another subject than the access token', resigned({ sub: 'sub-admin' })],
    [
      'the signature algorithm none',
      async (claims) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        return `${part({ alg: 'none' })}.${part(claims)}.`
      },
    ],
    [
      'the signature of another key',
      async (claims) => {
        const { privateKey } = await generateKeyPair('RS256')
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey)
      },
    ],
    [
      'a signature by the client secret',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.secret)),
    ],
  ])('rejects a response with %s', async (_, change) => {
    provider.change = change
    const { answer, session } = await signIn()
    expect([problemOf(answer), session]).toEqual([rejected, ''])
  })

  it('rejects another state, another issuer and an error', async () => {
    for (const [name, value] of [
      ['state', 'another'],
      ['iss', 'https://another.example'],
      ['error', 'access_denied'],
    ] as const) {
      const { cookie, response } = await begin()
      response.searchParams.set(name, value)
      expect(problemOf(await finish(fixture, { cookie, response }))).toBe(rejected)
    }
  })

  it('rejects a code that was used before', async () => {
    const begun = await begin()
    expect(problemOf(await finish(fixture, begun))).toBe('/')
    expect(problemOf(await finish(fixture, begun))).toBe(rejected)
  })

  it('rejects a response in another browser, and after ten minutes', async () => {
    const { cookie, response } = await begin()
    const other = await begin()
    expect(problemOf(await finish(fixture, { cookie: '', response }))).toBe('/login/?problem=sign-in-expired')
    expect(problemOf(await finish(fixture, { cookie: other.cookie, response }))).toBe(rejected)
    fixture.now += 10 * 60_000
    const late = await finish(fixture, { cookie, response })
    fixture.now -= 10 * 60_000
    expect(problemOf(late)).toBe('/login/?problem=sign-in-expired')
  })
})

describe('an account at the provider', () => {
  it('never becomes an existing user by its name', async () => {
    await fixture.user('mallory', ['Admin'])
    provider.account = 'sub-mallory'
    expect(problemOf((await signIn()).answer)).toBe('/login/?problem=identity-name-used')
  })

  it('links by e-mail only if it is verified and the setting allows it', async () => {
    const email = { col: 'email', op: 'eq' } as const
    const app = await open({ link_by_email: true })
    await app.user('victim', ['Admin'])
    await app.context.store.users.create(
      { username: 'jc', first_name: 'J', last_name: 'C', email: 'Joan@example.org', roles: [] },
      null,
    )
    provider.account = 'sub-mallory'
    expect((await signIn(app)).roles).toEqual(['Gamma'])
    expect((await app.context.store.users.byUsername('mallory'))?.email).toBeNull()
    expect((await app.context.store.users.find({ ...email, value: 'victim@example.org' }))?.username).toBe('victim')
    provider.account = 'sub-joan'
    const { session } = await signIn(app)
    const me = await app.nobody.get('/api/v1/me/', { headers: { cookie: session } })
    expect(me.json().result.username).toBe('jc')
    // The address of a user who left may belong to another account later.
    provider.accounts['sub-heir'] = { ...provider.accounts['sub-joan'], preferred_username: 'heir' }
    provider.account = 'sub-heir'
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-email-used')
    await app.close()
    const strict = await open()
    await strict.user('joan@example.org', [])
    await strict.context.store.users.create(
      { username: 'jc', first_name: 'J', last_name: 'C', email: 'joan@example.org', roles: [] },
      null,
    )
    provider.account = 'sub-joan'
    expect(problemOf((await signIn(strict)).answer)).toBe('/login/?problem=identity-email-used')
    await strict.close()
  })

  it('stays unlinked for a look-alike address, and for a claim that the user may change', async () => {
    provider.accounts['sub-eve'] = { preferred_username: 'eve', email: 'admin@ex\u00e1mple.org', email_verified: true }
    provider.accounts['sub-ivan'] = { preferred_username: 'admin@example.org', email: 'i@x.org', email_verified: true }
    for (const [account, more] of [
      ['sub-eve', {}],
      ['sub-ivan', { claims: { email: 'preferred_username', username: 'email' } }],
    ] as const) {
      const app = await open({ link_by_email: true, ...more })
      const draft = { username: 'chief', first_name: 'C', last_name: 'F', email: 'admin@example.org', roles: [] }
      const { id } = await app.context.store.users.create(draft, null)
      provider.account = account
      await signIn(app)
      expect(await app.context.store.externalIdentities.ofUser(id)).toEqual([])
      await app.close()
    }
  })

  it('gets no address that is not verified', async () => {
    const app = await open({ claims: { username: 'email' } })
    provider.account = 'sub-mallory'
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-failed')
    expect(await app.context.store.users.byUsername('victim@example.org')).toBeUndefined()
    await app.close()
  })

  it('stays unlinked by e-mail from a user of another provider', async () => {
    const app = await open({ link_by_email: true })
    const { store } = app.context
    const draft = { username: 'jc', first_name: 'J', last_name: 'C', email: 'joan@example.org', roles: [] }
    const { id } = await store.users.create(draft, null)
    await store.externalIdentities.link(id, 'other', { issuer: 'https://other.example', subject: 'joan' })
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-email-used')
    await app.close()
  })

  it('gets no password without an administrator', async () => {
    const { session } = await signIn()
    expect((await fixture.nobody.get('/account', { headers: { cookie: session } })).statusCode).toBe(200)
    const token = (await fixture.nobody.get('/api/v1/security/csrf_token/', { headers: { cookie: session } })).json()
    const headers = { cookie: session, 'x-csrftoken': token.result }
    const set = () => fixture.nobody.put('/api/v1/me/password', { new_password: 'a password of my own' }, { headers })
    const rejected = { statusCode: 403, headers: { 'x-facet-error': 'password-provider' } }
    expect(await set()).toMatchObject(rejected)
    const { externalIdentities, users } = fixture.context.store
    const { id = 0 } = (await users.byUsername('joan')) ?? {}
    await externalIdentities.unlink(id, provider.issuer)
    expect(await set()).toMatchObject(rejected)
    await externalIdentities.link(id, 'test', { issuer: provider.issuer, subject: 'sub-joan' })
  })

  it('an unknown user, an inactive one or a deleted one does not sign in', async () => {
    const app = await open({ create_users: false })
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-unknown')
    const { store } = app.context
    const user = await app.user('linked', ['Gamma'])
    await store.externalIdentities.link(user.id, 'test', { issuer: provider.issuer, subject: 'sub-joan' })
    expect((await signIn(app)).answer.headers.location).toBe('/')
    await store.users.update(user.id, { active: false }, null)
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-inactive')
    await store.users.update(user.id, { active: true }, null)
    await store.users.remove([user.id], null)
    expect(problemOf((await signIn(app)).answer)).toBe('/login/?problem=identity-inactive')
    await app.close()
  })

  it('the last administrator does not lose rights', async () => {
    const app = await open()
    provider.accounts['sub-root'] = { preferred_username: 'root', groups: ['admins'] }
    provider.account = 'sub-root'
    expect((await signIn(app)).roles).toEqual(['Admin', 'Gamma'])
    provider.accounts['sub-root'] = { preferred_username: 'root', groups: [] }
    expect((await signIn(app)).roles).toEqual(['Admin', 'Gamma'])
    await app.user('ada', ['Admin'])
    expect((await signIn(app)).roles).toEqual(['Gamma'])
    await app.close()
  })
})

describe('the sign-in page', () => {
  it('offers the providers, and shows why a sign-in failed', async () => {
    const page = await fixture.nobody.get('/login/?next=%2Fchart%2Flist&problem=identity-inactive')
    expect(page.body).toContain('<a href="/login/oidc/test?next=%2Fchart%2Flist">Sign in with Test &#38; Co</a>')
    expect(page.body).toContain('Your user is not active. Ask the administrator to activate your user.')
    expect(page.body).not.toContain(CLIENT.secret)
  })

  it('users with a password sign in while the provider is down', async () => {
    const app = await open({}, 'http://127.0.0.1:9')
    const begun = await app.nobody.get('/login/oidc/test?next=%2Fchart%2Flist')
    expect(problemOf(begun)).toBe('/login/?problem=provider-unavailable&next=%2Fchart%2Flist')
    await app.user('ada', ['Admin'])
    const password = { username: 'ada', password: PASSWORD }
    expect((await app.nobody.post('/api/v1/security/login', password)).statusCode).toBe(200)
    await app.close()
  })

  it.each(['', '/callback'])('returns 404 for an unknown provider: %s', async (path) => {
    expect((await fixture.nobody.get(`/login/oidc/other${path}`)).statusCode).toBe(404)
  })
})
