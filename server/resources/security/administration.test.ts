import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const SECURITY = '/api/v1/security'

/** Names that only administrators may learn. */
const SECRETS = ['Secret Person', 'secret_person', 'secret.person@example.org', 'Secret Role']

let fixture: TestApp
let callers: Readonly<Record<string, Client>>
let user: number
let role: number
beforeAll(async () => {
  fixture = await makeTestApp()
  const { store } = fixture.context
  role = (await store.roles.create({ name: 'Secret Role' }, null)).id
  user = (
    await store.users.create(
      {
        username: 'secret_person',
        first_name: 'Secret',
        last_name: 'Person',
        email: 'secret.person@example.org',
        roles: [role],
      },
      null,
    )
  ).id
  // A role with these permissions that is not an administrator's reads and writes nothing by them.
  const manager = await store.roles.create({ name: 'Manager' }, null)
  await store.roles.setPairs(manager.id, [
    ['can_write', 'User'],
    ['can_write', 'Role'],
  ])
  callers = {
    anonymous: fixture.nobody,
    Public: await fixture.as('Public'),
    Gamma: await fixture.as('Gamma'),
    Alpha: await fixture.as('Alpha'),
    Manager: await fixture.as('Manager'),
    Admin: await fixture.as('Admin'),
  }
})
afterAll(() => fixture.close())

type Call = (client: Client) => ReturnType<Client['get']>

const calls = (): Readonly<Record<string, Call>> => ({
  'GET users': (client) => client.get(`${SECURITY}/users/`),
  'GET user': (client) => client.get(`${SECURITY}/users/${user}`),
  'GET users/_info': (client) => client.get(`${SECURITY}/users/_info`),
  'GET users/related/roles': (client) => client.get(`${SECURITY}/users/related/roles`),
  'GET users/attribute_names': (client) => client.get(`${SECURITY}/users/attribute_names`),
  'GET users/owned': (client) => client.get(`${SECURITY}/users/${user}/owned`),
  'POST users': (client) =>
    client.post(`${SECURITY}/users/`, { username: 'n', first_name: '', last_name: '', roles: [role] }),
  'PUT user': (client) => client.put(`${SECURITY}/users/${user}`, { first_name: 'Other' }),
  'DELETE user': (client) => client.delete(`${SECURITY}/users/${user}`),
  'DELETE users': (client) => client.delete(`${SECURITY}/users/?q=!(${user})`),
  'POST user/restore': (client) => client.post(`${SECURITY}/users/${user}/restore`),
  'POST user/hand_over': (client) => client.post(`${SECURITY}/users/${user}/hand_over`, { to: 1 }),
  'POST user/sign_in_link': (client) => client.post(`${SECURITY}/users/${user}/sign_in_link`),
  'POST user/sign_out_everywhere': (client) => client.post(`${SECURITY}/users/${user}/sign_out_everywhere`),
  'GET user/sessions': (client) => client.get(`${SECURITY}/users/${user}/sessions`),
  'DELETE user/sessions': (client) => client.delete(`${SECURITY}/users/${user}/sessions`),
  'DELETE user/session': (client) => client.delete(`${SECURITY}/users/${user}/sessions/${'0'.repeat(16)}`),
  'GET roles': (client) => client.get(`${SECURITY}/roles/`),
  'GET role': (client) => client.get(`${SECURITY}/roles/${role}`),
  'GET role/permissions': (client) => client.get(`${SECURITY}/roles/${role}/permissions`),
  'GET role/compare': (client) => client.get(`${SECURITY}/roles/${role}/compare/${role}`),
  'GET roles/object_permissions': (client) => client.get(`${SECURITY}/roles/object_permissions`),
  'POST roles': (client) => client.post(`${SECURITY}/roles/`, { name: 'n' }),
  'PUT role': (client) => client.put(`${SECURITY}/roles/${role}`, { name: 'Other' }),
  'PUT role/users': (client) => client.put(`${SECURITY}/roles/${role}/users`, { user_ids: [] }),
  'POST role/permissions': (client) =>
    client.post(`${SECURITY}/roles/${role}/permissions`, { permission_view_menu_ids: [] }),
  'DELETE role': (client) => client.delete(`${SECURITY}/roles/${role}`),
  'DELETE roles': (client) => client.delete(`${SECURITY}/roles/?q=!(${role})`),
  'POST role/restore': (client) => client.post(`${SECURITY}/roles/${role}/restore`),
  'GET permissions': (client) => client.get(`${SECURITY}/permissions/`),
  'GET resources': (client) => client.get(`${SECURITY}/resources/`),
  'GET permissions-resources': (client) => client.get(`${SECURITY}/permissions-resources/`),
})

describe('users and roles', () => {
  it.each([
    ['anonymous', [401]],
    ['Public', [403]],
    ['Gamma', [403]],
    ['Alpha', [403]],
    ['Manager', [403, 404]],
  ])('return an error without names to %s at every call', async (name, statuses) => {
    for (const [title, call] of Object.entries(calls())) {
      const answer = await call(callers[name] as Client)
      const named = SECRETS.filter((secret) => answer.body.includes(secret))
      expect([title, statuses.includes(answer.statusCode), named]).toEqual([title, true, []])
    }
    const { store } = fixture.context
    expect((await store.users.get(user))?.first_name).toBe('Secret')
    expect((await store.roles.get(role))?.name).toBe('Secret Role')
  })

  it('lets administrators read them', async () => {
    for (const [title, call] of Object.entries(calls())) {
      if (!title.startsWith('GET')) continue
      expect([title, (await call(callers['Admin'] as Client)).statusCode]).toEqual([title, 200])
    }
  })

  it('rejects changes with a cookie without the CSRF token', async () => {
    const admin = callers['Admin'] as Client
    const headers = { 'x-csrftoken': '' }
    for (const answer of [
      await admin.post(`${SECURITY}/users/${user}/hand_over`, { to: 1 }, { headers }),
      await admin.post(`${SECURITY}/users/${user}/sign_in_link`, undefined, { headers }),
      await admin.put(`${SECURITY}/roles/${role}/users`, { user_ids: [] }, { headers }),
      await admin.post(`${SECURITY}/roles/${role}/permissions`, { permission_view_menu_ids: [] }, { headers }),
    ])
      expect(answer.statusCode).toBe(400)
  })
})
