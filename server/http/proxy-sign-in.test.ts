import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#server/base/config.ts'
import { createProxyAddressMatcher } from '#server/identity/proxy-user.ts'
import { makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'

const PROXY = '10.0.0.5'
const HEADERS = {
  FACET_PROXY_USER_HEADER: 'X-Remote-User',
  FACET_PROXY_EMAIL_HEADER: 'X-Remote-Email',
  FACET_PROXY_GROUPS_HEADER: 'X-Remote-Groups',
  FACET_PROXY_ADDRESSES: `${PROXY},10.1.0.0/24,2001:db8::/32`,
}
const described = (more: object = {}) =>
  JSON.stringify({
    providers: [
      {
        type: 'proxy',
        name: 'gateway',
        role_mapping: { analysts: ['Alpha'] },
        group_mapping: { analysts: ['Analysts'] },
        default_roles: ['Gamma'],
        create_users: true,
        email_is_verified: true,
        ...more,
      },
    ],
  })

let fixture: TestApp
const open = (more: object = {}, environment: Readonly<Record<string, string>> = {}) =>
  makeTestApp({ environment: { ...HEADERS, FACET_IDENTITY_PROVIDERS: described(more), ...environment } })

beforeAll(async () => {
  fixture = await open()
})
afterAll(() => fixture.close())

const cookieNamed = (answer: { readonly headers: Record<string, unknown> }, name: string): string => {
  const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return lines.find((line) => line.startsWith(`${name}=`))?.split(';')[0] ?? ''
}

interface Sent {
  readonly user?: string | undefined
  readonly groups?: string
  readonly email?: string
  readonly cookie?: string
  readonly from?: string
  readonly app?: TestApp
}

function get(url: string, { user, groups, email, cookie, from = PROXY, app = fixture }: Sent = {}) {
  const headers = {
    ...(user === undefined ? {} : { 'x-remote-user': user }),
    ...(groups === undefined ? {} : { 'x-remote-groups': groups }),
    ...(email === undefined ? {} : { 'x-remote-email': email }),
    ...(cookie === undefined ? {} : { cookie }),
  }
  return app.app.inject({ url, headers, remoteAddress: from })
}

async function signIn(sent: Sent, next = '') {
  const answer = await get(`/login/${next}`, sent)
  return { answer, cookie: cookieNamed(answer, 'session') }
}

const nameOf = async (sent: Sent) => (await get('/api/v1/me/', sent)).json().result?.username

describe('a user whom the proxy names', () => {
  it('gets mapped roles and groups, and sees the page that was opened', async () => {
    const first = await get('/chart/list?page=2', { user: 'joan' })
    expect([first.statusCode, first.headers.location]).toEqual([302, '/login/?next=%2Fchart%2Flist%3Fpage%3D2'])
    const sent = { user: 'joan', groups: 'analysts, others', email: 'joan@example.org' }
    const { answer, cookie } = await signIn(sent, '?next=%2Fchart%2Flist%3Fpage%3D2')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/chart/list?page=2'])
    expect((await get('/api/v1/me/', { user: 'joan', cookie })).json().result).toMatchObject({
      username: 'joan',
      email: 'joan@example.org',
    })
    const roles = (await get('/api/v1/me/roles', { user: 'joan', cookie })).json().result.roles
    expect(Object.keys(roles).toSorted()).toEqual(['Alpha', 'Gamma'])
    const group = await fixture.context.store.groups.find({ col: 'name', op: 'eq', value: 'Analysts' })
    expect(group?.users).toHaveLength(1)
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 1, action: 'sign_in' })
    expect(rows[0]).toMatchObject({ after: '{"by":"provider gateway"}' })
    const again = await signIn({ user: 'joan', groups: '' })
    const after = (await get('/api/v1/me/roles', { user: 'joan', cookie: again.cookie })).json().result.roles
    expect(Object.keys(after)).toEqual(['Gamma'])
  })

  it.each(['203.0.113.9', '10.1.1.0', '::ffff:10.0.0.6', '2001:db9::1'])(
    'drops the headers from the address %s',
    async (from) => {
      const { answer, cookie } = await signIn({ user: 'joan', from })
      expect([answer.statusCode, await nameOf({ cookie, from })]).toEqual([200, undefined])
      expect(answer.body).not.toContain('joan')
      const real = await signIn({ user: 'joan' })
      expect(await nameOf({ user: 'joan', cookie: real.cookie, from })).toBeUndefined()
    },
  )

  it.each(['::ffff:10.0.0.5', '10.1.0.7', '2001:db8:1::2'])('accepts the headers from the address %s', async (from) => {
    const { cookie } = await signIn({ user: 'joan', from })
    expect(await nameOf({ user: 'joan', cookie, from })).toBe('joan')
  })

  it('ignores a forwarded address', async () => {
    const answer = await fixture.app.inject({
      url: '/login/',
      headers: { 'x-remote-user': 'joan', 'x-forwarded-for': PROXY },
      remoteAddress: '203.0.113.9',
    })
    const cookie = cookieNamed(answer, 'session')
    expect([answer.statusCode, await nameOf({ user: 'joan', cookie })]).toEqual([200, undefined])
  })

  it.each([
    ['two names', 'joan, admin'],
    ['a control character', 'jo\u0085an'],
    ['a long name', 'a'.repeat(65)],
    ['bytes that are not UTF-8', 'jo\u00e9'],
  ])('rejects the headers with %s', async (_, user) => {
    const { answer, cookie } = await signIn({ user })
    expect([answer.statusCode, answer.headers.location, cookie]).toEqual([302, '/login/?problem=identity-failed', ''])
  })

  it.each(['x-remote-user', 'x-remote-email', 'x-remote-groups'])('rejects two headers %s', async (name) => {
    const sent = { 'x-remote-user': 'joan', [name]: ['joan', 'admins'] }
    const [proxy, other] = await Promise.all(
      [PROXY, '203.0.113.9'].map((remoteAddress) =>
        fixture.app.inject({ url: '/login/', headers: sent, remoteAddress }),
      ),
    )
    expect([proxy?.statusCode, proxy?.headers['x-facet-error']]).toEqual([403, 'proxy-header-wrong'])
    // Headers of other addresses do not count.
    expect(other?.statusCode).toBe(200)
  })

  it('accepts a name in UTF-8', async () => {
    const { cookie } = await signIn({ user: Buffer.from('josé').toString('latin1') })
    expect(await nameOf({ user: Buffer.from('josé').toString('latin1'), cookie })).toBe('josé')
  })

  it('never takes over a local user of the same name', async () => {
    await fixture.user('local', ['Admin'])
    const { answer, cookie } = await signIn({ user: 'local' })
    expect([answer.headers.location, cookie]).toEqual(['/login/?problem=identity-name-used', ''])
    const page = await get('/login/?problem=identity-name-used', { user: 'local' })
    expect(page.body).toContain('Another user has your user name')
  })
})

describe('a session with the header of the proxy', () => {
  it('a session of the proxy counts only with the header of the same user', async () => {
    const { cookie } = await signIn({ user: 'joan' })
    await signIn({ user: 'mallory' })
    const names = [
      await nameOf({ user: 'joan', cookie }),
      await nameOf({ user: 'mallory', cookie }),
      await nameOf({ user: 'unknown', cookie }),
      await nameOf({ cookie }),
      await nameOf({ user: 'joan' }),
    ]
    expect(names).toEqual(['joan', undefined, undefined, undefined, undefined])
    const next = await signIn({ user: 'mallory', cookie })
    expect(await nameOf({ user: 'mallory', cookie: next.cookie })).toBe('mallory')
    expect(await nameOf({ user: 'joan', cookie })).toBeUndefined()
  })

  it('a session of a password does not need the header, and administrators sign in by the form', async () => {
    await fixture.user('root', ['Admin'])
    const page = await get('/login/?form=1', { user: 'joan' })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Sign in as joan')])
    const token = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/login/',
      headers: {
        cookie: cookieNamed(page, 'session'),
        'content-type': 'application/x-www-form-urlencoded',
        'x-remote-user': 'joan',
      },
      remoteAddress: PROXY,
      payload: new URLSearchParams({ csrf_token: token, username: 'root', password: PASSWORD }).toString(),
    })
    const cookie = cookieNamed(answer, 'session')
    expect([await nameOf({ user: 'joan', cookie }), await nameOf({ cookie })]).toEqual(['root', 'root'])
  })

  it('ends by signing out, which does not sign in again at once', async () => {
    const { cookie } = await signIn({ user: 'joan' })
    const out = await fixture.app.inject({
      url: '/logout/',
      headers: { cookie, 'x-remote-user': 'joan', 'sec-fetch-site': 'same-origin' },
      remoteAddress: PROXY,
    })
    expect(out.headers.location).toBe('/login/?form=1')
    expect(await nameOf({ user: 'joan', cookie })).toBeUndefined()
    const other = await open({ sign_out_url: '/oauth2/sign_out' })
    const signedIn = await signIn({ user: 'joan', app: other })
    const left = await other.app.inject({
      url: '/logout/',
      headers: { cookie: signedIn.cookie, 'x-remote-user': 'joan', 'sec-fetch-site': 'same-origin' },
      remoteAddress: PROXY,
    })
    await other.close()
    expect(left.headers.location).toBe('/oauth2/sign_out')
  })
})

it('requests a second factor unless the proxy checks one', async () => {
  const found = []
  for (const checks of [false, true]) {
    const app = await open({ checks_second_factor: checks }, { FACET_REQUIRE_SECOND_FACTOR: '1' })
    found.push((await signIn({ user: 'joan', app })).answer.headers.location)
    await app.close()
  }
  expect(found).toEqual(['/login/code/?step=set-up', '/'])
})

describe('the settings of the proxy', () => {
  const problems = (environment: Readonly<Record<string, string>>) => {
    const settings = readSettings(environment, '/')
    return 'problems' in settings ? settings.problems : []
  }
  const { FACET_PROXY_ADDRESSES: _, ...withoutAddresses } = HEADERS

  it('work without a mapping', () => {
    const settings = readSettings({ ...HEADERS, FACET_PROXY_USER_HEADER: 'X-User' }, '/')
    expect('problems' in settings ? settings.problems : settings.signInProxy).toMatchObject({
      name: 'proxy',
      issuer: 'proxy:proxy',
      userHeader: 'x-user',
      default_roles: [],
      checks_second_factor: false,
    })
  })

  it('need addresses, and the header of the user', () => {
    expect(problems(withoutAddresses)).toEqual([
      'FACET_PROXY_ADDRESSES is required with FACET_PROXY_USER_HEADER: without it, any client could sign in as any user',
    ])
    expect(problems({ FACET_PROXY_ADDRESSES: PROXY, FACET_IDENTITY_PROVIDERS: described() })).toEqual([
      'FACET_PROXY_USER_HEADER is required with FACET_PROXY_ADDRESSES',
      'FACET_PROXY_USER_HEADER is required with a provider of the type proxy in FACET_IDENTITY_PROVIDERS',
    ])
    expect(problems({ ...HEADERS, FACET_PROXY_EMAIL_HEADER: 'x-remote-user' })).toHaveLength(1)
  })

  it.each([
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy',
    '::ffff:0.0.0.0/96',
    '10.0.0.5,',
    'fe80::1%eth0',
  ])('reject the addresses %s', (addresses) =>
    expect(problems({ ...HEADERS, FACET_PROXY_ADDRESSES: addresses })).toHaveLength(1),
  )

  it.each(['Cookie', 'authorization', 'X-Forwarded-For', 'host', 'x remote', 'X_Remote_User'])(
    'reject the header %s',
    (name) => expect(problems({ ...HEADERS, FACET_PROXY_USER_HEADER: name })).toHaveLength(1),
  )

  it('treat IPv4-mapped networks as IPv4', () => {
    const isOfProxy = createProxyAddressMatcher({ addresses: ['::ffff:10.0.0.0/120'] })
    expect(['10.0.0.255', '10.0.1.0', '::ffff:10.0.0.1', '::1', '', undefined].map(isOfProxy)).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ])
  })
})
