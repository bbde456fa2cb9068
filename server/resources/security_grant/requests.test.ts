import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/grants/'
let fixture: TestApp
/** Owns the dashboards. */
let owner: Client
let count = 0

beforeAll(async () => {
  fixture = await makeTestApp()
  owner = await fixture.signedIn(await fixture.user('owner', ['Gamma']))
})
afterAll(() => fixture.close())

const idOf = (client: Client) => client.user?.userId as number
const newUser = async () => fixture.signedIn(await fixture.user(`reader ${++count}`, ['Gamma']))
/** A draft dashboard of the owner. */
const newBoard = () =>
  fixture.dashboard({ dashboard_title: `Board ${++count}`, published: false, owners: [idOf(owner)] })
const codeOf = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['x-facet-error'],
]
const opens = async (client: Client, dashboard: number) =>
  (await client.get(`/api/v1/dashboard/${dashboard}`)).statusCode === 200

describe('a request for access', () => {
  it('lists it for the owner although there are 1,000 older ones for objects of others', async () => {
    const { store } = fixture.context
    const [other, own] = [await newBoard(), await newBoard()]
    const manager = await fixture.user('owner of one board', ['Gamma'])
    await store.dashboards.update(own.id, { owners: [manager.id] }, null)
    await store.transaction(async (tx) => {
      const names = { first_name: 'Many', last_name: 'Users', roles: [] }
      for (let made = 0; made < 1000; made++) {
        const { id } = await tx.users.create({ username: `requester ${made}`, ...names }, null)
        await tx.accessRequests.add({ user_id: id, dashboard_id: other.id, dataset_id: null, note: '' })
      }
    })
    const reader = await fixture.as('Gamma')
    await reader.post(`${URL}requests`, { dashboard: own.id, note: 'last' })
    const listed = async () => (await (await fixture.signedIn(manager)).get(`${URL}requests`)).json()
    expect(await listed()).toMatchObject({ count: 1, result: [{ note: 'last', object: { id: own.id } }] })
    await store.dashboards.remove([own.id], null)
    expect(await listed()).toMatchObject({ count: 0 })
    await store.dashboards.remove([other.id], null)
  })

  it('shows the request to the owner, who grants or dismisses it', async () => {
    const reader = await newUser()
    const { id } = await newBoard()
    const sent = await reader.post(`${URL}requests`, { dashboard: id, note: 'For the report' })
    expect([sent.statusCode, sent.json()]).toEqual([202, { message: 'OK' }])
    await reader.post(`${URL}requests`, { dashboard: id })
    const open = async () => (await owner.get(`${URL}requests`)).json().result
    const [request, ...others] = await open()
    expect(request).toMatchObject({
      user: { id: idOf(reader) },
      object: { type: 'dashboard', id },
      note: 'For the report',
    })
    expect(others).toEqual([])
    expect((await reader.get(`${URL}requests`)).json().result).toEqual([])
    expect((await reader.post(`${URL}requests/${request.id}/close`, { level: 'edit' })).statusCode).toBe(404)
    expect((await owner.post(`${URL}requests/${request.id}/close`, { level: 'see' })).statusCode).toBe(200)
    expect([await opens(reader, id), await open()]).toEqual([true, []])
    expect((await owner.post(`${URL}requests/${request.id}/close`, {})).statusCode).toBe(404)
  })

  it('grants it without lowering a level that the user has got meanwhile', async () => {
    const reader = await newUser()
    const { id } = await newBoard()
    await reader.post(`${URL}requests`, { dashboard: id })
    await owner.post(URL, { dashboard: id, user: idOf(reader), level: 'edit' })
    const [request] = (await owner.get(`${URL}requests`)).json().result
    expect((await owner.post(`${URL}requests/${request.id}/close`, { level: 'see' })).statusCode).toBe(200)
    const levels = async () =>
      (await owner.get(`${URL}?dashboard=${id}`)).json().result.map(({ level }: { level: string }) => level)
    expect(await levels()).toEqual(['edit'])
  })

  it('hides whether the object exists, and limits requests', async () => {
    const reader = await newUser()
    const missing = await reader.post(`${URL}requests`, { dashboard: 999_999 })
    expect([missing.statusCode, missing.json()]).toEqual([202, { message: 'OK' }])
    // Requests for missing and for existing objects count alike.
    const { id } = await newBoard()
    for (let made = 1; made < 20; made++)
      expect((await reader.post(`${URL}requests`, { dashboard: made % 2 ? 999_999 : id })).statusCode).toBe(202)
    for (const dashboard of [999_999, id]) {
      const over = await reader.post(`${URL}requests`, { dashboard })
      expect([codeOf(over)[1], over.json().errors[0].extra.bound]).toEqual(['bound-passed', 'access-requests'])
    }
  })

  it('names administrators to signed-in users', async () => {
    await fixture.user('the administrator', ['Admin'])
    const { result } = (await owner.get(`${URL}contacts`)).json()
    expect(result).toHaveLength(1)
    expect((await fixture.nobody.get(`${URL}contacts`)).statusCode).toBe(401)
  })
})
