import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { tokenHash } from '#server/security/sessions.ts'

const TOKEN = 'the-token-of-the-provider'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

let fixture: TestApp

beforeAll(async () => {
  const provider = {
    type: 'oidc',
    name: 'okta',
    label: 'Okta',
    issuer: 'https://okta.example.org',
    client_id: 'facet',
    client_secret: 'a secret',
    create_users: true,
    scim: { token_hashes: [tokenHash(TOKEN)] },
  }
  const environment = {
    FACET_PUBLIC_URL: 'https://facet.example',
    FACET_IDENTITY_PROVIDERS: JSON.stringify({ providers: [provider] }),
  }
  fixture = await makeTestApp({ environment })
  await fixture.as('Admin')
})
afterAll(() => fixture.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, token = TOKEN) =>
  fixture.app.inject({
    method,
    url: `/scim/v2${url}`,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/scim+json' } : {}) },
    ...(payload ? { payload: JSON.stringify(payload) } : {}),
  })

it('rejects bulk requests, searches by POST and /Me, which the configuration does not offer', async () => {
  const bulk = { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: [] }
  const answers = await Promise.all([
    call('POST', '/Bulk', bulk),
    call('POST', '/.search', {}),
    call('POST', '/Groups/.search', {}),
    call('GET', '/Me'),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([501, 501, 501, 501])
  expect(answers[0]?.json()).toEqual({
    schemas: [ERROR],
    status: '501',
    detail: 'SCIM requests of this type are not supported: bulk. Use the requests that /ServiceProviderConfig lists.',
  })
  expect((await call('GET', '/ServiceProviderConfig')).json().bulk.supported).toBe(false)
  expect((await call('POST', '/Bulk', bulk, 'wrong')).statusCode).toBe(401)
})

it('rejects groups in groups by name, with the type of the member or without it', async () => {
  const draft = {
    externalId: 'joan',
    userName: 'joan',
    name: { givenName: 'Joan', familyName: 'Clarke' },
    active: true,
  }
  const user = (await call('POST', '/Users', draft)).json().id as string
  const groupOf = async (displayName: string, ...members: readonly object[]) =>
    (await call('POST', '/Groups', { displayName, members })).json().id as string
  const [outer, inner] = [await groupOf('outer', { value: user }), await groupOf('inner')]
  const add = (member: object) =>
    call('PATCH', `/Groups/${outer}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: [member] }],
    })
  const answers = [
    await add({ value: inner, type: 'Group' }),
    await add({ value: inner }),
    await call('PUT', `/Groups/${outer}`, { displayName: 'outer', members: [{ value: inner }] }),
    await call('POST', '/Groups', { displayName: 'third', members: [{ value: inner, type: 'group' }] }),
  ]
  for (const answer of answers)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      expect.stringContaining('groups in groups are not'),
    ])
  const { members } = (await call('GET', `/Groups/${outer}`)).json()
  expect(members.map(({ value }: { value: string }) => value)).toEqual([user])
})
