import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '0' } })
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

const names = async (client: Client, url: string) =>
  (await client.get(url)).json().result.map(({ text }: { text: string }) => text)

it.each(['chart', 'dashboard', 'dataset', 'database'])(
  'users related to a %s are named to all users, their addresses to administrators only',
  async (name) => {
    const column = name === 'database' ? 'changed_by' : 'owners'
    const url = `/api/v1/${name}/related/${column}`
    const answer = await gamma.get(url)
    expect([answer.statusCode, await names(gamma, url)]).toEqual([200, ['admin Test', 'gamma Test']])
    expect(answer.body).not.toMatch(/@|email/)
    const included = await gamma.get(`${url}?q=(include_ids:!(1,2),page_size:1)`)
    expect(included.body).not.toMatch(/@|email/)
    expect((await admin.get(url)).json().result[0].extra).toEqual({ active: true, email: 'admin@example.org' })
  },
)

it('all roles are named to users who assign them; others see the roles that they have', async () => {
  const url = '/api/v1/dashboard/related/roles'
  expect(await names(gamma, url)).toEqual(['Gamma'])
  expect(await names(gamma, `${url}?q=(include_ids:!(1,2,3,4,5))`)).toEqual(['Gamma'])
  expect(await names(admin, url)).toContain('sql_lab')
  expect((await gamma.get('/api/v1/rowlevelsecurity/related/roles')).statusCode).toBe(403)
})

it('roles of dashboards are named to users who may write dashboards where dashboards are shown by role', async () => {
  const other = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_RBAC: '1' } })
  const { store } = other.context
  const role = await store.roles.create({ name: 'Reads dashboards' }, null)
  await store.roles.addPairs(role.id, [['can_read', 'Dashboard']])
  const url = '/api/v1/dashboard/related/roles'
  expect(await names(await other.as('Gamma'), url)).toContain('Admin')
  expect(await names(await other.as('Reads dashboards'), url)).toEqual(['Reads dashboards'])
  await other.close()
})
