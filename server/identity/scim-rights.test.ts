import { afterAll, beforeAll, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { ScimProvider } from '#server/base/provider-mapping.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'
import { createScimGroup } from './scim-groups.ts'
import { listScim, readScim } from './scim-lists.ts'
import { changeRights, type ScimDependencies } from './scim-rights.ts'
import { filterOf, operationsOf } from './scim-schema.ts'
import { samlUser } from './saml-assertion.ts'
import { createScimUser, patchScimUser } from './scim-users.ts'
import { planSignIn } from './sign-in-plan.ts'

const provider: ScimProvider = {
  name: 'okta',
  issuer: 'https://okta.example.org',
  role_mapping: { analysts: ['Alpha'] },
  group_mapping: {},
  default_roles: [],
  create_users: true,
  link_by_email: false,
  checks_second_factor: false,
  scim: { token_hashes: [], attributes: {} },
}

let fixture: TestApp
let office: ScimDependencies

beforeAll(async () => {
  fixture = await makeTestApp()
  office = { ...fixture.context, provider, baseUrl: 'https://facet.example/scim/v2' }
})
afterAll(() => fixture.close())

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

it('limits what one SCIM request may contain', async () => {
  const operation = { op: 'replace', path: 'title', value: 'x' }
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  const user = { externalId: 'a', userName: 'a', title: 'x'.repeat(bounds['scim-resource-bytes'].most) }
  const calls = {
    'scim-operations': () => operationsOf({ schemas, Operations: many(bounds['scim-operations'].most + 1, operation) }),
    'scim-resource-bytes': () => createScimUser(office, user),
    'scim-members': () =>
      createScimGroup(office, {
        displayName: 'all',
        members: many(bounds['scim-members'].most + 1, { value: '1' }),
      }),
    'scim-member-changes': () =>
      changeRights(office, fixture.context.store, many(bounds['scim-member-changes'].most + 1, { external_id: 'a' })),
    'scim-filter-length': () => filterOf(`title eq "${'x'.repeat(bounds['scim-filter-length'].most)}"`),
  }
  for (const [bound, call] of Object.entries(calls)) await expect(call()).rejects.toMatchObject({ extra: { bound } })
})

it('limits lists with a filter that compares all resources', async () => {
  const { store } = fixture.context
  const { most } = bounds['scim-filtered']
  const list = () => listScim(office, 'Group', { filter: 'displayName sw "group 1"', count: '2' })
  await store.transaction(async ({ scimResources }) => {
    const draft = { issuer: provider.issuer, type: 'Group', external_id: null, body_json: '{}' } as const
    for (let at = 0; at < most; at++) await scimResources.create({ ...draft, name: `group ${at}` })
  })
  // group 1, 10 to 19, 100 to 199, 1000 to 1999
  expect(await list()).toMatchObject({ totalResults: 1111, itemsPerPage: 2 })
  await createScimGroup(office, { displayName: 'one more' })
  await expect(list()).rejects.toMatchObject({ extra: { bound: 'scim-filtered' } })
  const one = await listScim(office, 'Group', { filter: 'displayName eq "GROUP 7"' })
  expect(one).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'group 7' }] })
})

it('replaces the groups of a sign-in by those of SCIM', async () => {
  const { store } = fixture.context
  const id = await createScimUser(office, { externalId: 'subject', userName: 'joan' })
  const external = { issuer: provider.issuer, subject: 'subject', username: 'joan', groups: ['analysts'] }
  const names = { email: undefined, firstName: undefined, lastName: undefined }
  const plan = () => planSignIn(store, provider, { ...external, ...names })
  expect((await plan()).given.roles).toEqual([])
  await createScimGroup(
    { ...office, provider: { ...provider, role_mapping: {} } },
    {
      displayName: 'analysts',
      members: [{ value: String(id) }],
    },
  )
  expect(await plan()).toMatchObject({ given: { roles: ['Alpha'] }, roles: { add: ['Alpha'], remove: [] } })
})

it.each(['\u00a0', '\ufeff', ' '])('rejects ids of users and names of groups with %j around them', async (space) => {
  for (const name of [`padded${space}`, `${space}padded`]) {
    const user = createScimUser(office, { externalId: name, userName: 'padded' })
    await expect(user).rejects.toMatchObject({ code: 'scim-wrong' })
    await expect(createScimGroup(office, { displayName: name })).rejects.toMatchObject({ code: 'scim-wrong' })
    const attributes = { username: 'u', email: 'e', first_name: 'f', last_name: 'l', groups: 'g' }
    const saml = { issuer: 'saml:a', attributes, email_is_verified: false } as unknown as Parameters<typeof samlUser>[0]
    expect(() => samlUser(saml, 'ada', () => [name])).toThrow('without spaces around it')
  }
})

it('removes the elements that the value of an operation names', async () => {
  const emails = [
    { type: 'work', value: 'a@example.org' },
    { type: 'home', value: 'b@example.org' },
  ]
  const id = await createScimUser(office, { externalId: 'removing', userName: 'removing', emails })
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  const remove = (value: unknown) =>
    patchScimUser(office, id, { schemas, Operations: [{ op: 'remove', path: 'emails', value }] })
  await remove([{ value: 'b@example.org' }])
  expect(await readScim(office, 'User', id, {})).toMatchObject({ emails: [emails[0]] })
  await expect(remove([{ value: 'x" or __proto__.allow eq "1' }])).rejects.toMatchObject({ code: 'scim-wrong' })
})
