import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
let admin: Client
let owner: Client
/** May read every dataset and write dashboards. */
let other: Client
let draft: Dashboard
let dataset: number
let chart: number

beforeAll(async () => {
  app = await makeTestApp()
  const alpha = await app.user('owner', ['Alpha'])
  admin = await app.as('Admin')
  owner = await app.signedIn(alpha)
  other = await app.as('Alpha')
  dataset = (await app.dataset()).id
  chart = (await app.chart({ datasource_id: dataset })).id
  draft = await app.dashboard({
    dashboard_title: 'Secret plans',
    slug: 'secret-plans',
    charts: [chart],
    owners: [alpha.id],
    published: false,
    position_json: '{}',
    json_metadata: '{}',
  })
})
afterAll(() => app.close())

const olderCopy = JSON.stringify({ dashboard_title: 'Copy', positions: {} })
const copyOf = { dashboard_title: 'Copy', json_metadata: '{"positions":{}}' }

/** Requests that open, copy or export a dashboard by its id, slug or uuid. */
const calls: readonly (readonly [string, (client: Client) => ReturnType<Client['get']>])[] = [
  ['read by id', (client) => client.get(`/api/v1/dashboard/${draft.id}`)],
  ['read by slug', (client) => client.get('/api/v1/dashboard/secret-plans')],
  ['read by uuid', (client) => client.get(`/api/v1/dashboard/${draft.uuid}`)],
  ['read its charts', (client) => client.get(`/api/v1/dashboard/${draft.id}/charts`)],
  ['read its datasets', (client) => client.get(`/api/v1/dashboard/${draft.id}/datasets`)],
  ['read its filter sets', (client) => client.get(`/api/v1/dashboard/${draft.id}/filtersets`)],
  ['read whether it is published', (client) => client.get(`/superset/dashboard/${draft.id}/published/`)],
  ['read its favorite status', (client) => client.get(`/api/v1/dashboard/favorite_status/?q=!(${draft.id})`)],
  ['count its favorites', (client) => client.get(`/superset/favstar/Dashboard/${draft.id}/count/`)],
  ['keep a filter state', (client) => client.post(`/api/v1/dashboard/${draft.id}/filter_state`, { value: '{}' })],
  ['mark it', (client) => client.post(`/api/v1/dashboard/${draft.id}/favorites/`, {})],
  ['link to it', (client) => client.post(`/api/v1/dashboard/${draft.id}/permalink`, {})],
  ['copy it', (client) => client.post(`/api/v1/dashboard/${draft.id}/copy/`, copyOf)],
  ['copy it by the older call', (client) => client.post(`/superset/copy_dash/${draft.id}/`, { data: olderCopy })],
  ['export it', (client) => client.get(`/api/v1/dashboard/export/?q=!(${draft.id})`)],
]

describe.each(calls)('a draft: %s', (_, call) => {
  it('opens for its owner and administrators only', async () => {
    for (const client of [admin, owner]) expect((await call(client)).statusCode).toBeLessThan(300)
    for (const client of [other, await app.as('Gamma'), app.nobody]) {
      const { statusCode, body } = await call(client)
      expect([401, 403, 404]).toContain(statusCode)
      expect(body).not.toContain('Secret plans')
    }
  })
})

const lists: readonly (readonly [string, () => string])[] = [
  ['dashboards', () => '/api/v1/dashboard/'],
  ['search', () => '/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:secret)))'],
  ['recent activity', () => '/api/v1/log/recent_activity/'],
  ['charts with their dashboards', () => '/api/v1/chart/'],
  ['a chart with its dashboards', () => `/api/v1/chart/${chart}`],
  ['charts by dashboard', () => `/api/v1/chart/?q=(filters:!((col:dashboards,opr:rel_m_m,value:${draft.id})))`],
  ['objects related to a dataset', () => `/api/v1/dataset/${dataset}/related_objects`],
  ['objects related to a database', () => '/api/v1/database/1/related_objects'],
  ['tagged objects', () => '/api/v1/tag/get_objects/?tags=hidden'],
  ['older favorites', () => '/superset/fave_dashboards/'],
]

it('a draft does not appear in lists, search, recent activity or related objects of others', async () => {
  await admin.post(`/api/v1/tag/dashboard/${draft.id}/`, { properties: { tags: ['hidden'] } })
  // Viewed and marked as a favorite while it was published: recent activity and favorites list it.
  const publish = (published: boolean) => owner.put(`/api/v1/dashboard/${draft.id}`, { published })
  await publish(true)
  expect((await other.get(`/api/v1/dashboard/${draft.id}`)).statusCode).toBe(200)
  expect((await other.post(`/api/v1/dashboard/${draft.id}/favorites/`, {})).statusCode).toBe(200)
  expect((await other.get('/api/v1/log/recent_activity/')).body).toContain('Secret plans')
  await publish(false)
  for (const [name, url] of lists) {
    const { statusCode, body } = await other.get(url())
    expect([name, statusCode]).toEqual([name, 200])
    expect([name, body.includes('Secret plans')]).toEqual([name, false])
  }
  expect((await admin.get('/api/v1/dashboard/')).body).toContain('Secret plans')
  expect((await owner.get(`/api/v1/chart/${chart}`)).body).toContain('Secret plans')
})

describe('a permalink', () => {
  const linkOf = async (client: Client, body: object = {}) => {
    const answer = await client.post(`/api/v1/dashboard/${draft.id}/permalink`, body)
    expect(answer.statusCode).toBe(201)
    return answer.json<{ key: string }>().key
  }
  const opens = async (client: Client) => (await client.get(`/api/v1/dashboard/${draft.id}`)).statusCode

  it.each(['owner', 'admin'])(
    'a link of the %s opens a draft for signed-in users who have opened the link',
    async (who) => {
      const key = await linkOf(who === 'owner' ? owner : admin, { anchor: who })
      const holder = await app.signedIn(await app.user(`holder of ${who}`, ['Gamma']))
      expect(await opens(holder)).toBe(403)
      expect((await holder.get(`/superset/dashboard/p/${key}/`)).headers['location']).toContain('permalink_key=')
      expect(await opens(holder)).toBe(200)
      expect((await holder.get(`/api/v1/dashboard/${draft.id}/charts`)).statusCode).toBe(200)
      expect(await opens(other)).toBe(403)
      expect((await app.nobody.get(`/superset/dashboard/p/${key}/`)).headers['location']).toContain('/login/')
    },
  )

  it('the link of an owner also opens a draft by its REST call', async () => {
    const key = await linkOf(owner, { anchor: 'rest' })
    const holder = await app.signedIn(await app.user('holder by REST', ['Gamma']))
    expect((await holder.get(`/api/v1/dashboard/permalink/${key}`)).statusCode).toBe(200)
    expect(await opens(holder)).toBe(200)
  })

  it('the link of a user who received the draft by a link opens no draft', async () => {
    const holder = await app.signedIn(await app.user('one who passes on', ['Alpha']))
    await holder.get(`/superset/dashboard/p/${await linkOf(owner, { anchor: 'x' })}/`)
    const next = await app.signedIn(await app.user('the next', ['Alpha']))
    const key = await linkOf(holder, { anchor: 'passed on' })
    expect((await next.get(`/api/v1/dashboard/permalink/${key}`)).statusCode).toBe(403)
    expect(await opens(next)).toBe(403)
  })

  it('the link of a user who no longer owns the dashboard opens no draft', async () => {
    const maker = await app.user('former owner', ['Alpha'])
    const { owners } = draft
    await app.context.store.dashboards.update(draft.id, { owners: [...owners, maker.id] }, null)
    const key = await linkOf(await app.signedIn(maker), { anchor: 'former' })
    await app.context.store.dashboards.update(draft.id, { owners: [...owners] }, null)
    const holder = await app.signedIn(await app.user('late', ['Gamma']))
    expect((await holder.get(`/api/v1/dashboard/permalink/${key}`)).statusCode).toBe(403)
    expect(await opens(holder)).toBe(403)
  })

  it('gets a key that cannot be computed from its state', async () => {
    const state = JSON.stringify({ dashboardId: String(draft.id), state: { anchor: 'guess' } })
    const { createHash } = await import('node:crypto')
    const guess = createHash('sha256').update(`dashboard_permalink\n${state}`).digest('base64url')
    const key = await linkOf(owner, { anchor: 'guess' })
    expect(key).not.toBe(guess.replace(/[-_]/g, '').slice(0, 14))
    expect(await linkOf(owner, { anchor: 'guess' })).toBe(key)
    expect(await linkOf(admin, { anchor: 'guess' })).not.toBe(key)
  })
})
