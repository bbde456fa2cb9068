import { afterAll, beforeAll, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { makePermalink } from './permalink.ts'
import { createState } from './temporary-state.ts'

const DAY = 24 * 3_600_000

let fixture: TestApp
let admin: Client
let dashboard: number
let dataset: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  dashboard = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'D' })).json().id
  dataset = (await fixture.dataset()).id
})
afterAll(() => fixture.close())

const passed = (count: number, unit: string, most: number, of: string) =>
  `${count} ${unit} exceed the limit of ${most} for ${of}`

/** Returns a permalink whose stored text has this many bytes; each letter has two. */
function link(bytes: number): object {
  const empty = JSON.stringify({ dashboardId: String(dashboard), state: { anchor: '' } }).length
  const rest = bytes - empty
  return { anchor: 'é'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2) }
}
const links = `/api/v1/dashboard/`

it('permalink-bytes: limits permalinks of a dashboard and of explore', async () => {
  const { most, unit, of } = bounds['permalink-bytes']
  const post = (bytes: number) => admin.post(`${links}${dashboard}/permalink`, link(bytes))
  expect((await post(most)).statusCode).toBe(201)
  const refused = await post(most + 1)
  expect([refused.statusCode, refused.json().message]).toEqual([400, passed(most + 1, unit, most, of)])
  const form = { datasource: `${dataset}__table`, viz_type: 'table', note: 'x'.repeat(most) }
  const explore = await admin.post('/api/v1/explore/permalink', { formData: form })
  expect([explore.statusCode, explore.json().errors[0].extra.bound]).toEqual([400, 'permalink-bytes'])
})

it('permalinks: rejects one more than the limit of a user, keeps existing ones, and still accepts other users', async () => {
  const { most } = bounds.permalinks
  const { keyValues } = fixture.context.store
  const user_id = admin.user?.userId ?? null
  const resource = 'dashboard_permalink'
  const post = (client: Client, anchor: string) => client.post(`${links}${dashboard}/permalink`, { anchor })
  for (let at = await keyValues.count(resource, user_id); at < most - 1; at++)
    await keyValues.put({ resource, key: `k${at}`, value: '{}', user_id, expires_on: null })
  const last = await post(admin, 'last')
  expect(last.statusCode).toBe(201)
  const refused = await post(admin, 'one more')
  expect([refused.statusCode, refused.json().errors[0].extra]).toMatchObject([
    400,
    { bound: 'permalinks', count: most + 1, most },
  ])
  expect((await post(admin, 'last')).json().key).toBe(last.json().key)
  expect((await admin.get(`/api/v1/dashboard/permalink/${last.json().key}`)).statusCode).toBe(200)
  const other = await fixture.signedIn(await fixture.user('other', ['Admin']))
  expect((await post(other, 'one more')).statusCode).toBe(201)
})

it('a permalink expires two years after it was last opened, which is stored at most once a day', async () => {
  const { keyValues } = fixture.context.store
  const other = await fixture.signedIn(await fixture.user('other', ['Admin']))
  const { key } = (await other.post(`${links}${dashboard}/permalink`, { anchor: 'opened' })).json()
  const until = async (): Promise<number | null | undefined> =>
    (await keyValues.get('dashboard_permalink', key))?.expires_on
  const open = async (): Promise<number> => (await other.get(`${links}permalink/${key}`)).statusCode
  const made = fixture.now
  expect(await until()).toBe(made + 730 * DAY)
  fixture.now += DAY - 1
  expect([await open(), await until()]).toEqual([200, made + 730 * DAY])
  fixture.now += 1
  expect([await open(), await until()]).toEqual([200, made + 731 * DAY])
  fixture.now = made
  await keyValues.put({ resource: 'dashboard_permalink', key, value: '{}', user_id: null, expires_on: made - 1 })
  expect(await open()).toBe(404)
})

it.each([
  ['filter_state', (): string => `/api/v1/dashboard/${dashboard}/filter_state`, 'value', 90, {}],
  ['form_data', (): string => '/api/v1/explore/form_data', 'form_data', 7, { datasource_type: 'table' }],
] as const)('state-bytes and states: limit %s', async (resource, url, field, days, more) => {
  const { most, unit, of } = bounds['state-bytes']
  const { keyValues } = fixture.context.store
  const user_id = admin.user?.userId ?? null
  const body = (value: string) => ({ ...more, datasource_id: dataset, [field]: value })
  const text = (bytes: number) => JSON.stringify('é'.repeat((bytes - 2) / 2))
  const { key } = (await admin.post(url(), body(text(most)))).json()
  for (const answer of [
    await admin.post(url(), body(`${text(most)} `)),
    await admin.put(`${url()}/${key}`, body(`${text(most)} `)),
  ])
    expect([answer.statusCode, answer.json().message]).toEqual([400, passed(most + 1, unit, most, of)])
  const made = fixture.now
  const until = async () => (await keyValues.get(resource, key))?.expires_on
  fixture.now = made + DAY - 1
  expect((await admin.get(`${url()}/${key}`)).statusCode).toBe(200)
  expect(await until()).toBe(made + days * DAY)
  fixture.now = made + DAY
  expect((await admin.get(`${url()}/${key}`)).statusCode).toBe(200)
  expect(await until()).toBe(made + (days + 1) * DAY)
  // A state beyond the limit replaces the oldest one of the same user.
  const all = bounds.states.most
  await keyValues.put({ resource, key: 'of another', value: '{}', user_id: null, expires_on: fixture.now + 1 })
  await keyValues.put({ resource, key: 'oldest', value: '{}', user_id, expires_on: fixture.now + 2 })
  for (let at = await keyValues.count(resource, user_id); at < all - 1; at++)
    await keyValues.put({ resource, key: `k${at}`, value: '{}', user_id, expires_on: fixture.now + 3 })
  await admin.post(url(), body('1'))
  expect([await keyValues.count(resource, user_id), (await keyValues.get(resource, 'oldest'))?.key]).toEqual([
    all,
    'oldest',
  ])
  await admin.post(url(), body('2'))
  expect([await keyValues.count(resource, user_id), await keyValues.get(resource, 'oldest')]).toEqual([all, undefined])
  expect((await keyValues.get(resource, 'of another'))?.key).toBe('of another')
  fixture.now = made
})

it('public-permalinks and public-states: have one limit for all anonymous callers, separate from that of users', async () => {
  const { keyValues } = fixture.context.store
  const anonymousUser = {
    context: fixture.context,
    user: { userId: null },
    body: { value: '1' },
  } as unknown as RouteRequest
  const all = bounds['public-permalinks'].most
  const resource = 'dashboard_permalink'
  for (let at = await keyValues.count(resource, null); at < all - 1; at++)
    await keyValues.put({ resource, key: `s${at}`, value: '{}', user_id: null, expires_on: null })
  expect(await makePermalink(anonymousUser, resource, { state: 'last' })).toHaveLength(14)
  await expect(makePermalink(anonymousUser, resource, { state: 'one more' })).rejects.toMatchObject({
    extra: { bound: 'public-permalinks', count: all + 1, most: all },
  })
  const { most } = bounds['public-states']
  const kind = { resource: 'filter_state', field: 'value', days: 90 } as const
  for (let at = await keyValues.count('filter_state', null); at < most; at++)
    await keyValues.put({
      resource: 'filter_state',
      key: `s${at}`,
      value: '{}',
      user_id: null,
      expires_on: fixture.now + 9,
    })
  const before = await keyValues.count('filter_state', admin.user?.userId ?? null)
  expect((await createState(kind, anonymousUser, 'here')).status).toBe(201)
  expect(await keyValues.count('filter_state', null)).toBe(most)
  expect(await keyValues.count('filter_state', admin.user?.userId ?? null)).toBe(before)
})
