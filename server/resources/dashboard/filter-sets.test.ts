import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let owner: Client
let reader: Client
let other: Client
let dashboard: number

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  for (const name of ['Owner', 'Reader', 'Other']) await fixture.context.store.roles.create({ name }, null)
  owner = await fixture.as('Gamma', 'Owner')
  reader = await fixture.as('Gamma', 'Reader')
  other = await fixture.as('Gamma', 'Other')
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number

beforeEach(async () => {
  dashboard = (await fixture.dashboard({ published: true, owners: [idOf(owner)] })).id
})

const at = (set?: number) => `/api/v1/dashboard/${dashboard}/filtersets${set === undefined ? '' : `/${set}`}`
const state = { nativeFilters: { a: { id: 'a' } }, dataMask: { a: { id: 'a', filterState: { value: ['EU'] } } } }
const shared = (over: object = {}) => ({
  name: 'Europe',
  owner_type: 'Dashboard',
  owner_id: dashboard,
  json_metadata: JSON.stringify(state),
  ...over,
})
const own = (client: Client, over: object = {}) => shared({ owner_type: 'User', owner_id: idOf(client), ...over })
const make = async (client: Client, body: object) => (await client.post(at(), body)).json().id as number
const names = async (client: Client) =>
  (await client.get(at())).json().result.map(({ name }: { name: string }) => name) as string[]

describe('a filter set of the dashboard', () => {
  it('D-SETS-01 D-SETS-02 D-SETS-04: creates it with name, owner and JSON text, and returns parsed JSON', async () => {
    const made = await owner.post(at(), shared())
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'Europe',
        description: null,
        owner_type: 'Dashboard',
        owner_id: dashboard,
        dashboard_id: dashboard,
        params: state,
      },
    ])
  })

  it('D-SETS-03: lists it with id, name and params', async () => {
    const id = await make(owner, shared())
    const { count, ids, result } = (await reader.get(at())).json()
    expect([count, ids]).toEqual([1, [id]])
    expect(result).toMatchObject([{ id, name: 'Europe', params: state, created_by_fk: idOf(owner) }])
  })

  it('D-SETS-05: changes name and JSON text, and keeps other fields', async () => {
    const id = await make(owner, shared({ description: 'All of it' }))
    const next = { nativeFilters: {}, dataMask: {} }
    const answer = await owner.put(at(id), { name: 'World', json_metadata: JSON.stringify(next) })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, name: 'World', description: 'All of it', params: next },
    ])
    expect(await names(reader)).toEqual(['World'])
  })

  it('D-SETS-06: deletes it, and returns 200 also for a missing one', async () => {
    const id = await make(owner, shared())
    const response = await owner.delete(at(id))
    expect([response.statusCode, response.json()]).toEqual([200, { id: dashboard }])
    const again = await owner.delete(at(id))
    expect([again.statusCode, again.json()]).toEqual([200, {}])
    expect(await names(owner)).toEqual([])
  })

  it('lets only owners of the dashboard write it, by every route', async () => {
    const id = await make(owner, shared())
    for (const answer of [
      await reader.post(at(), shared({ name: 'Mine' })),
      await reader.put(at(id), { name: 'Mine' }),
      await reader.delete(at(id)),
    ]) {
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain('Europe')
    }
    expect(await names(owner)).toEqual(['Europe'])
    expect((await admin.put(at(id), { name: 'Theirs' })).statusCode).toBe(200)
  })
})

describe('a filter set of a user', () => {
  it('shows it to that user only, and only that user may change it', async () => {
    const id = await make(reader, own(reader))
    expect([await names(reader), await names(other), await names(owner)]).toEqual([['Europe'], [], []])
    expect((await other.put(at(id), { name: 'Mine' })).statusCode).toBe(404)
    expect((await other.delete(at(id))).json()).toEqual({})
    expect(await names(reader)).toEqual(['Europe'])
  })

  it('rejects sets for other users', async () => {
    expect((await reader.post(at(), own(other))).statusCode).toBe(403)
    const nobody = await reader.post(at(), own(reader, { owner_id: undefined }))
    expect([nobody.statusCode, nobody.body]).toEqual([400, expect.stringContaining('owner_id')])
  })

  it('lets only an owner of the dashboard share it with all', async () => {
    const mine = await make(reader, own(reader))
    expect((await reader.put(at(mine), { owner_type: 'Dashboard' })).statusCode).toBe(403)
    const theirs = await make(owner, own(owner, { name: 'Owners' }))
    expect((await owner.put(at(theirs), { owner_type: 'Dashboard' })).json()).toMatchObject({
      owner_type: 'Dashboard',
      owner_id: dashboard,
    })
    expect(await names(other)).toEqual(['Owners'])
  })
})

it.each([
  ['no name', { name: '' }, 'name'],
  ['an unknown owner type', { owner_type: 'Team' }, 'owner_type'],
  ['text that is not JSON', { json_metadata: '{' }, 'json_metadata'],
])('%s returns 400 with the field', async (_, over, field) => {
  const answer = await owner.post(at(), shared(over))
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(field)])
})

it('rejects the name of another visible filter set, and accepts the name of a hidden one', async () => {
  await make(reader, own(reader))
  await make(owner, shared())
  expect((await owner.post(at(), shared())).statusCode).toBe(400)
  const id = await make(owner, shared({ name: 'Asia' }))
  expect((await owner.put(at(id), { name: ' Europe ' })).statusCode).toBe(400)
  expect((await owner.put(at(id), { name: 'Asia', description: 'Same name' })).statusCode).toBe(200)
})

it('rejects large input with the name of the limit', async () => {
  const answer = await owner.post(at(), shared({ json_metadata: JSON.stringify('x'.repeat(300_000)) }))
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('a filter or form state')])
})

it('filter-sets: limits the filter sets of a dashboard', async () => {
  const { most } = bounds['filter-sets']
  const { filterSets } = fixture.context.store
  const draft = {
    description: null,
    dashboard_id: dashboard,
    owner_type: 'Dashboard',
    owner_id: dashboard,
    params: '{}',
  } as const
  for (let made = 0; made < most; made += 1) await filterSets.create({ ...draft, name: `Set ${made}` }, null)
  const answer = await owner.post(at(), shared())
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('filter sets')])
})

it('a filter set is hidden if the user may not open the dashboard', async () => {
  const { id } = await fixture.dashboard({ published: false, owners: [idOf(owner)], roles: [1] })
  const answer = await (await fixture.as('Public')).get(`/api/v1/dashboard/${id}/filtersets`)
  expect([401, 403, 404]).toContain(answer.statusCode)
})

it('returns 404 while the flag is off', async () => {
  const off = await makeTestApp({ environment: { FACET_FEATURE_DASHBOARD_NATIVE_FILTERS_SET: '0' } })
  try {
    const { id } = await off.dashboard({ published: true })
    expect((await (await off.as('Admin')).get(`/api/v1/dashboard/${id}/filtersets`)).statusCode).toBe(404)
  } finally {
    await off.close()
  }
})
