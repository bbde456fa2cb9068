import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
beforeAll(async () => {
  fixture = await makeTestApp()
})
afterAll(() => fixture.close())

/** Returns a user with all permissions of Alpha except one. */
async function without(permission: string): Promise<Client> {
  const { store } = fixture.context
  const alpha = await store.roles.byName('Alpha')
  const name = `Alpha without ${permission}`
  if (!(await store.roles.byName(name))) {
    const own = await store.roles.create({ name }, null)
    const stored = (await store.roles.pairs(alpha?.id ?? 0)).filter(([each]) => each !== permission)
    await store.roles.addPairs(own.id, [...stored])
  }
  return fixture.signedIn(await fixture.user(name.replaceAll(' ', '-'), [name]))
}

const layout = JSON.stringify({ positions: { DASHBOARD_VERSION_KEY: 'v2' } })

type Act = (client: Client, owner: number) => Promise<{ readonly statusCode: number }>

/** Each flag of a dashboard, and the permission it depends on. */
const actions: readonly (readonly [flag: string, permission: string, act: Act])[] = [
  [
    'dash_save_perm',
    'can_save_dash',
    async (client) =>
      client.post(`/api/v1/dashboard/${(await fixture.dashboard()).id}/copy/`, {
        dashboard_title: 'Copy',
        json_metadata: layout,
      }),
  ],
  [
    'dash_share_perm',
    'can_share_dashboard',
    async (client) => client.post(`/api/v1/dashboard/${(await fixture.dashboard()).id}/permalink`, {}),
  ],
  [
    'superset_can_explore',
    'can_explore',
    async (client) =>
      client.post('/api/v1/explore/form_data', {
        datasource_id: (await fixture.dataset()).id,
        datasource_type: 'table',
        form_data: '{}',
      }),
  ],
  [
    'superset_can_share',
    'can_share_chart',
    async (client) =>
      client.post('/api/v1/explore/permalink', {
        formData: { datasource: `${(await fixture.dataset()).id}__table`, viz_type: 'table' },
      }),
  ],
  [
    'slice_can_edit',
    'can_slice',
    async (client, owner) =>
      client.put(`/api/v1/chart/${(await fixture.chart({ owners: [owner] })).id}`, { description: 'Changed' }),
  ],
]

describe('the server also rejects requests for features that a dashboard flag hides', () => {
  it.each(actions)('D-META-05: %s', async (_flag, permission, act) => {
    const able = await without('no permission')
    expect((await act(able, able.user?.userId ?? 0)).statusCode).toBeLessThan(300)
    const unable = await without(permission)
    const answer = await act(unable, unable.user?.userId ?? 0)
    expect(answer.statusCode).toBe(403)
  })

  it('D-META-05: dash_edit_perm', async () => {
    const alpha = await fixture.as('Alpha')
    const { id } = await fixture.dashboard({ owners: [alpha.user?.userId ?? 0] })
    const { id: other } = await fixture.dashboard({ owners: [] })
    const put = async (client: Client, dashboard: number) =>
      (await client.put(`/api/v1/dashboard/${dashboard}`, { dashboard_title: 'x' })).statusCode
    expect([await put(alpha, id), await put(alpha, other)]).toEqual([200, 403])
    const unable = await without('can_write')
    expect(await put(unable, id)).toBe(403)
  })

  it('a link to a chart on a dashboard needs the permission to share charts', async () => {
    const { id } = await fixture.dashboard()
    const client = await without('can_share_dashboard')
    expect((await client.post(`/api/v1/dashboard/${id}/permalink`, { anchor: 'CHART-1' })).statusCode).toBe(201)
    expect((await client.post(`/api/v1/dashboard/${id}/permalink`, { anchor: 'TAB-1' })).statusCode).toBe(403)
  })
})
