import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTestApp, NOON, type TestApp } from '#testing/app.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { tokenHash } from '#server/security/sessions.ts'

const TOKEN = 'the token of the identity provider'.replaceAll(' ', '-')
const OTHER = 'the-token-of-another-provider'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

const provider = (name: string, token: string) => ({
  type: 'oidc',
  name,
  label: name,
  issuer: `https://${name}.example.org`,
  client_id: 'facet',
  client_secret: 'a secret',
  role_mapping: { analysts: ['Alpha'], admins: ['Admin'] },
  group_mapping: { analysts: ['Analysts'] },
  default_roles: ['Gamma'],
  create_users: true,
  link_by_email: true,
  scim: {
    token_hashes: [tokenHash(token)],
    attributes: { region: `${ENTERPRISE}:department`, titles: 'roles.value' },
  },
})

let fixture: TestApp

beforeAll(async () => {
  fixture = await makeTestApp({
    environment: {
      FACET_PUBLIC_URL: 'https://facet.example',
      FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [provider('okta', TOKEN), provider('entra', OTHER)] }),
    },
  })
  await fixture.as('Admin')
})
afterAll(() => fixture.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const call = (method: Method, url: string, payload?: object, token = TOKEN) =>
  fixture.app.inject({
    method,
    url: `/scim/v2${url}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload ? { 'content-type': 'application/scim+json; charset=utf-8' } : {}),
    },
    ...(payload ? { payload: JSON.stringify(payload) } : {}),
  })

let count = 0
const draftOf = (more: object = {}) => {
  const n = ++count
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    externalId: `00u${n}`,
    userName: `user${n}@example.org`,
    name: { givenName: 'Joan', familyName: `Clarke ${n}` },
    emails: [{ primary: true, type: 'work', value: `user${n}@example.org` }],
    active: true,
    ...more,
  }
}

/** Creates a user of the provider; returns its SCIM id and the user. */
async function provisioned(more: object = {}) {
  const draft = draftOf(more)
  const answer = await call('POST', '/Users', draft)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  const read = () => userOf(draft.externalId)
  return { id: String(answer.json().id), draft, read, answer }
}

async function userOf(subject: string) {
  const { store } = fixture.context
  const identity = await store.externalIdentities.find({ issuer: 'https://okta.example.org', subject })
  const user = identity && (await store.users.get(identity.user_id))
  const roles = (await store.roles.list({ where: { col: 'id', op: 'in', value: user?.roles ?? [] } })).rows
  return { user, names: roles.map(({ name }) => name).toSorted() }
}

async function group(displayName: string, members: readonly string[] = []) {
  const answer = await call('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
    members: members.map((value) => ({ value })),
  })
  expect(answer.statusCode).toBe(201)
  return { id: String(answer.json().id), remove: () => call('DELETE', `/Groups/${answer.json().id}`) }
}

const patch = (url: string, ...operations: readonly object[]) =>
  call('PATCH', url, { schemas: [PATCH], Operations: operations })

describe('SCIM callers', () => {
  it('need the token of a provider; cookies and API tokens are not read', async () => {
    const admin = await fixture.user('scim admin', ['Admin'])
    const client = await fixture.signedIn(admin)
    const draft = { name: 'token', scope: 'write', days: 1 } as const
    const { text } = await createApiToken(fixture.context.store, admin.id, draft, NOON)
    const cookie = await client.get('/scim/v2/Users')
    const statuses = [cookie.statusCode]
    for (const token of ['wrong', text, '']) statuses.push((await call('GET', '/Users', undefined, token)).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401])
    expect(cookie.json()).toMatchObject({ schemas: [ERROR], status: '401' })
    expect(cookie.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
    expect((await call('GET', '/Users', undefined, OTHER)).json().totalResults).toBe(0)
  })

  it('rejects callers after 100 wrong tokens in a minute', async () => {
    const wrong = () =>
      fixture.app.inject({
        url: '/scim/v2/Users',
        remoteAddress: '192.0.2.9',
        headers: { authorization: 'Bearer wrong' },
      })
    for (let at = 0; at < 100; at++) await wrong()
    const answer = await wrong()
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60'])
    expect((await call('GET', '/Users')).statusCode).toBe(200)
  })

  it('use PATCH, which no other route has, and bodies up to a limit', async () => {
    const url = await fixture.app.listen({ port: 0, host: '127.0.0.1' })
    const methods = ['/api/v1/chart/1', '/scim/v2/Users/1'].map((path) => fetch(`${url}${path}`, { method: 'PATCH' }))
    expect((await Promise.all(methods)).map(({ status }) => status)).toEqual([405, 401])
    const large = await call('POST', '/Users', draftOf({ title: 'a'.repeat(1024 * 1024) }))
    expect(large.statusCode).toBe(413)
    const photo = await call('POST', '/Users', draftOf({ title: 'a'.repeat(40 * 1024) }))
    expect([photo.statusCode, photo.json().scimType]).toEqual([400, 'tooMany'])
  })

  it('read the features that the server supports', async () => {
    const config = (await call('GET', '/ServiceProviderConfig')).json()
    expect([config.patch.supported, config.bulk.supported, config.filter]).toEqual([
      true,
      false,
      { supported: true, maxResults: 200 },
    ])
    const types = (await call('GET', '/ResourceTypes')).json()
    expect(types.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Group'])
    const schemas = (await call('GET', '/Schemas')).json()
    expect(schemas.Resources.map(({ name }: { name: string }) => name)).toEqual(['User', 'EnterpriseUser', 'Group'])
    expect((await call('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')).json().name).toBe('Group')
    expect((await call('GET', '/ResourceTypes/nothing')).statusCode).toBe(404)
  })
})

describe('users of SCIM', () => {
  it('creates users with their names, default roles and attributes, and no password', async () => {
    const more = {
      [ENTERPRISE]: { department: 'EMEA' },
      roles: [{ value: 'lead' }, { value: 'author' }],
      password: 'x',
    }
    const { id, draft, read, answer } = await provisioned(more)
    const { user, names } = await read()
    expect(user).toMatchObject({ username: draft.userName, first_name: 'Joan', email: draft.userName, password: null })
    expect(JSON.parse(user?.attributes ?? '')).toEqual({ region: 'EMEA', titles: ['lead', 'author'] })
    expect(names).toEqual(['Gamma'])
    expect(answer.headers['location']).toBe(`https://facet.example/scim/v2/Users/${id}`)
    expect(answer.json()).toMatchObject({
      id,
      externalId: draft.externalId,
      active: true,
      meta: { resourceType: 'User' },
    })
    expect(answer.body).not.toContain('password')
  })

  it('finds users by filters, in pages, and only for their provider', async () => {
    const { id, draft } = await provisioned({ userName: 'Ada.Lovelace@example.org' })
    await provisioned()
    const find = async (query: string, token = TOKEN) => (await call('GET', `/Users?${query}`, undefined, token)).json()
    const by = (filter: string) => find(`filter=${encodeURIComponent(filter)}`)
    for (const filter of [
      'userName eq "ada.lovelace@EXAMPLE.org"',
      `externalId eq "${draft.externalId}"`,
      `id eq "${id}"`,
      `userName eq "ada.lovelace@example.org" and active eq true`,
      'emails[type eq "work"].value eq "' + draft.emails[0]?.value + '"',
    ])
      expect([filter, (await by(filter)).Resources?.map((each: { id: string }) => each.id)]).toEqual([filter, [id]])
    expect((await by('userName eq "nobody"')).totalResults).toBe(0)
    const all = await find('count=1&startIndex=2')
    expect([all.startIndex, all.itemsPerPage, all.totalResults > 1]).toEqual([2, 1, true])
    expect((await find('count=0')).Resources).toEqual([])
    expect((await find('', OTHER)).totalResults).toBe(0)
    expect((await call('GET', `/Users/${id}`, undefined, OTHER)).statusCode).toBe(404)
    const some = await call('GET', `/Users/${id}?attributes=userName`)
    expect(Object.keys(some.json()).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName'])
    for (const filter of ['userName', 'userName eq', 'userName xx "a"', '(userName eq "a"', 'a'.repeat(1001)])
      expect([filter, (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).statusCode]).toEqual([
        filter,
        400,
      ])
  })

  it('never takes over a user with the same name or e-mail address', async () => {
    const local = await fixture.user('local', ['Admin'])
    for (const more of [{ userName: 'local' }, { userName: 'LOCAL' }, { emails: [{ value: 'local@example.org' }] }]) {
      const answer = await call('POST', '/Users', draftOf(more))
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        expect.objectContaining({ schemas: [ERROR], status: '409', scimType: 'uniqueness' }),
      ])
    }
    expect(await fixture.context.store.externalIdentities.ofUser(local.id)).toEqual([])
    const { draft } = await provisioned()
    expect((await call('POST', '/Users', draft)).statusCode).toBe(409)
    expect((await call('POST', '/Users', draftOf({ userName: draft.userName }))).statusCode).toBe(409)
    const { externalId: _, ...without } = draftOf()
    expect((await call('POST', '/Users', without)).statusCode).toBe(400)
  })

  it('returns the users of the same account at the provider', async () => {
    const { store } = fixture.context
    const known = await fixture.user('signed in before', ['Gamma'])
    await store.externalIdentities.link(known.id, 'okta', { issuer: 'https://okta.example.org', subject: 'known' })
    const { read } = await provisioned({ externalId: 'known', userName: 'other name' })
    expect((await read()).user).toMatchObject({ id: known.id, username: 'signed in before' })
  })

  it.each([
    ['of Okta', { op: 'replace', value: { active: false } }],
    ['of Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['with a path', { op: 'replace', path: 'active', value: false }],
  ])('deactivated in the form %s lose sessions and tokens at the next request', async (_, operation) => {
    const { id, draft, read } = await provisioned()
    const { user } = await read()
    if (!user) throw new Error('no user')
    const client = await fixture.signedIn(user)
    const token = { name: 'token', scope: 'read', days: 1 } as const
    const { text } = await createApiToken(fixture.context.store, user.id, token, NOON + 1)
    const me = () => client.get('/api/v1/me/')
    const byToken = () => fixture.nobody.get('/api/v1/me/', { headers: { authorization: `Bearer ${text}` } })
    expect([(await me()).statusCode, (await byToken()).statusCode]).toEqual([200, 200])
    const answer = await patch(`/Users/${id}`, operation)
    expect([answer.statusCode, answer.json().active]).toEqual([200, false])
    expect([(await me()).statusCode, (await byToken()).statusCode]).toEqual([401, 401])
    const replaced = await call('PUT', `/Users/${id}`, { ...draft, active: undefined })
    expect(replaced.json().active).toBe(false)
    expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).json().active).toBe(true)
    expect([(await me()).statusCode, (await byToken()).statusCode]).toEqual([401, 401])
    const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 9, type: 'user', entityId: user.id })
    expect(rows.map(({ after }) => after)).toContain('{"by":"provider okta by SCIM","changed":["active"]}')
  })

  it('whom an administrator deactivated stay inactive', async () => {
    const { id, read } = await provisioned()
    await fixture.context.store.users.update((await read()).user?.id ?? 0, { active: false }, null)
    const answer = await patch(`/Users/${id}`, { op: 'replace', value: { active: true, title: 'Lead' } })
    expect(answer.json()).toMatchObject({ active: false, title: 'Lead' })
    expect((await read()).user?.active).toBe(false)
  })

  it('change by the paths of Entra ID and by PUT, but keep their user name and account', async () => {
    const { id, draft, read } = await provisioned()
    const answer = await patch(
      `/Users/${id}`,
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'APAC' },
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'other@example.org' },
      { op: 'Add', path: 'emails[type eq "other"].display', value: 'Other' },
      { op: 'Replace', path: 'name.givenName', value: 'Grace' },
      { op: 'Replace', path: 'userName', value: 'grace' },
      { op: 'Replace', value: { id: 'other', 'name.familyName': 'Hopper' } },
    )
    const emails = [draft.emails[0], { type: 'other', value: 'other@example.org', display: 'Other' }]
    expect(answer.json()).toMatchObject({ userName: 'grace', [ENTERPRISE]: { department: 'APAC' }, emails })
    const { user } = await read()
    expect(user).toMatchObject({ username: draft.userName, first_name: 'Grace', last_name: 'Hopper' })
    expect(JSON.parse(user?.attributes ?? '')).toEqual({ region: 'APAC' })
    const replaced = await call('PUT', `/Users/${id}`, { ...draft, userName: 'grace', title: 'Admiral' })
    expect([replaced.statusCode, replaced.json().title, replaced.json()[ENTERPRISE]]).toEqual([
      200,
      'Admiral',
      undefined,
    ])
    expect(JSON.parse((await read()).user?.attributes ?? '')).toEqual({})
    const moved = await patch(`/Users/${id}`, { op: 'Replace', path: 'externalId', value: 'another' })
    expect([moved.statusCode, moved.json().scimType]).toEqual([400, 'mutability'])
    for (const wrong of [{ op: 'Replace', path: 'unknown', value: 1 }, { op: 'Move', path: 'title' }, { op: 'Add' }])
      expect((await patch(`/Users/${id}`, wrong)).statusCode).toBe(400)
    const many = Array.from({ length: 1001 }, () => ({ op: 'Replace', path: 'title', value: 'x' }))
    expect((await patch(`/Users/${id}`, ...many)).json()).toMatchObject({ status: '400', scimType: 'tooMany' })
  })

  it('deleted users are inactive without mapped rights, and come back as the same user', async () => {
    const { id, draft, read } = await provisioned()
    const analysts = await group('analysts', [id])
    expect((await read()).names).toEqual(['Alpha', 'Gamma'])
    expect((await call('DELETE', `/Users/${id}`)).statusCode).toBe(204)
    const { user, names } = await read()
    expect([user?.active, names]).toEqual([false, []])
    expect((await call('GET', `/Users/${id}`)).statusCode).toBe(404)
    expect((await call('GET', `/Groups/${analysts.id}`)).json().members).toEqual([])
    await analysts.remove()
    const again = await call('POST', '/Users', draft)
    expect([again.statusCode, again.json().active]).toEqual([201, true])
    expect((await read()).user?.id).toBe(user?.id)
    expect((await read()).names).toEqual(['Gamma'])
  })

  it('the last active administrator stays active', async () => {
    const app = fixture.context.store
    const { id, read } = await provisioned()
    const admins = await group('admins', [id])
    expect((await read()).names).toEqual(['Admin', 'Gamma'])
    const others = await app.users.list({ where: { col: 'active', op: 'eq', value: true } })
    const mine = (await read()).user?.id
    const rest = others.rows.filter((each) => each.id !== mine)
    for (const each of rest) await app.users.update(each.id, { active: false }, null)
    const calls = [
      await patch(`/Users/${id}`, { op: 'replace', value: { active: false } }),
      await call('DELETE', `/Users/${id}`),
      await patch(`/Groups/${admins.id}`, { op: 'remove', path: `members[value eq "${id}"]` }),
      await call('DELETE', `/Groups/${admins.id}`),
    ]
    for (const each of rest) await app.users.update(each.id, { active: true }, null)
    expect(calls.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    expect((await read()).names).toEqual(['Admin', 'Gamma'])
    expect((await admins.remove()).statusCode).toBe(204)
    expect((await read()).names).toEqual(['Gamma'])
  })
})

describe('groups of SCIM', () => {
  it('add and remove mapped roles and groups at once', async () => {
    const [one, two, three] = [await provisioned(), await provisioned(), await provisioned()]
    const analysts = await group('analysts', [one.id])
    const url = `/Groups/${analysts.id}`
    const roles = async () => [(await one.read()).names, (await two.read()).names, (await three.read()).names]
    const [alpha, gamma] = [['Alpha', 'Gamma'], ['Gamma']]
    expect(await roles()).toEqual([alpha, gamma, gamma])
    const add = { op: 'Add', path: 'members', value: [{ $ref: null, value: two.id }] }
    expect((await patch(url, add)).json().members.map((each: { value: string }) => each.value)).toEqual([
      one.id,
      two.id,
    ])
    expect(await roles()).toEqual([alpha, alpha, gamma])
    const members = (await fixture.context.store.groups.find({ col: 'name', op: 'eq', value: 'Analysts' }))?.users
    expect(members).toEqual([(await one.read()).user?.id, (await two.read()).user?.id])
    await patch(url, { op: 'remove', path: `members[value eq "${one.id}"]` })
    expect(await roles()).toEqual([gamma, alpha, gamma])
    await patch(url, { op: 'Remove', path: 'members', value: [{ value: two.id }] })
    expect(await roles()).toEqual([gamma, gamma, gamma])
    await patch(url, { op: 'replace', path: 'members', value: [{ value: one.id }, { value: three.id }] })
    expect(await roles()).toEqual([alpha, gamma, alpha])
    await patch(url, { op: 'replace', value: { id: analysts.id, displayName: 'others' } })
    expect(await roles()).toEqual([gamma, gamma, gamma])
    await call('PUT', url, { displayName: 'analysts', members: [{ value: two.id }] })
    expect(await roles()).toEqual([gamma, alpha, gamma])
    const excluded = await call('GET', '/Groups?excludedAttributes=members&filter=displayName%20eq%20%22Analysts%22')
    expect(excluded.json().Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })])
    expect((await call('GET', `/Users/${two.id}`)).json().groups).toEqual([
      { value: analysts.id, $ref: `https://facet.example/scim/v2/Groups/${analysts.id}`, display: 'analysts' },
    ])
    await analysts.remove()
    expect(await roles()).toEqual([gamma, gamma, gamma])
  })

  it('keeps roles that administrators gave, and gives only roles of the mapping', async () => {
    const { id, read } = await provisioned()
    const { store } = fixture.context
    const lab = await store.roles.byName('sql_lab')
    const { user } = await read()
    await store.users.update(user?.id ?? 0, { roles: [...(user?.roles ?? []), lab?.id ?? 0] }, null)
    const unmapped = await group('Admin', [id])
    const inherited = await group('constructor', [id])
    expect((await read()).names).toEqual(['Gamma', 'sql_lab'])
    await unmapped.remove()
    await inherited.remove()
    expect((await read()).names).toEqual(['Gamma', 'sql_lab'])
  })

  it('reject unknown members, taken names, other filters and other paths', async () => {
    const { id } = await provisioned()
    const one = await group('rejecting', [id])
    const statuses = [
      await call('POST', '/Groups', { displayName: 'unknown member', members: [{ value: '99999' }] }),
      await call('POST', '/Groups', { displayName: 'unknown member', members: [{ value: one.id }] }),
      await call('POST', '/Groups', { displayName: 'REJECTING' }),
      await call('POST', '/Groups', { displayName: '' }),
      await call('GET', '/Groups?filter=members.value%20eq%20%221%22'),
      await patch(`/Groups/${one.id}`, { op: 'remove', path: 'members[display eq "x"]' }),
      await patch(`/Groups/${one.id}`, { op: 'add', path: 'owners', value: 'x' }),
      await call('PATCH', '/Groups/nothing', { schemas: [PATCH], Operations: [] }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([400, 400, 409, 400, 400, 400, 400, 404])
    expect((await call('GET', '/Groups?filter=displayName%20sw%20%22unknown%22')).json().totalResults).toBe(0)
    expect((await call('GET', `/Groups/${one.id}`, undefined, OTHER)).statusCode).toBe(404)
    await one.remove()
  })
})
