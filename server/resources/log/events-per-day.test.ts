import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let gamma: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  gamma = await fixture.as('Gamma')
})
afterAll(() => fixture.close())

describe('the client events of a user in a day', () => {
  it('log-day-events: are limited for each user until a day has passed', async () => {
    const { events } = fixture.context.store
    const teller = await fixture.signedIn(await fixture.user('teller', ['Gamma']))
    const { userId = 0 } = teller.user ?? {}
    const most = bounds['log-day-events'].most
    const line = { actor: userId, action: 'log', entity_type: 'user', entity_id: userId ?? 0 } as const
    await fixture.context.store.transaction(async (tx) => {
      for (let at = 0; at < most - 1; at++) await tx.events.append(line)
    })
    const tell = (client: Client) => client.post('/api/v1/log/', { event_name: 'load' })
    expect((await tell(teller)).statusCode).toBe(201)
    const refused = await tell(teller)
    expect([refused.statusCode, refused.json().errors[0].extra]).toMatchObject([400, { bound: 'log-day-events', most }])
    expect(await events.countSince(userId ?? 0, 'log', 0, most + 5)).toBe(most)
    expect((await tell(admin)).statusCode).toBe(201)
    fixture.now += 24 * 3_600_000
    expect((await tell(teller)).statusCode).toBe(201)
  })

  it('finds events by user and time', async () => {
    const before = new Date(fixture.now).toISOString().slice(0, 19)
    fixture.now += 60_000
    await gamma.post('/api/v1/log/', { event_name: 'timed' })
    const ids = async (...filters: string[]) =>
      (await admin.get(`/api/v1/log/?q=(filters:!(${filters.join()}))`)).json().ids
    const user = `(col:user,opr:rel_o_m,value:${gamma.user?.userId})`
    const after = (at: string) => `(col:dttm,opr:gt,value:'${at}')`
    const until = (at: string) => `(col:dttm,opr:lt,value:'${at}')`
    const found = await ids(user, after(before))
    expect(found).toHaveLength(1)
    expect(await ids(user, until(before))).not.toContain(found[0])
    expect(await ids(user, after('2999-01-01'))).toEqual([])
    expect((await admin.get(`/api/v1/log/?q=(filters:!(${after('soon')}))`)).statusCode).toBe(400)
  })

  it('count for the caller, even if they name another user', async () => {
    const reported = { action: 'DeleteAll', user_id: 1, dttm: '2000-01-01T00:00:00' }
    const answer = await gamma.post('/api/v1/log/', reported)
    expect([answer.statusCode, answer.json()]).toEqual([201, { result: reported }])
    const [line] = (await admin.get('/api/v1/log/?q=(page_size:1)')).json().result
    expect(line).toMatchObject({ action: 'log', user_id: gamma.user?.userId })
    expect(JSON.parse(line.json)).toEqual(reported)
    expect((await fixture.nobody.post('/api/v1/log/', reported)).statusCode).toBe(401)
    expect((await gamma.post('/api/v1/log/', reported, { headers: { 'x-csrftoken': '' } })).statusCode).toBe(400)
  })
  it('rejects events that another site sends', async () => {
    const { events } = fixture.context.store
    const teller = await fixture.signedIn(await fixture.user('beacon', ['Gamma']))
    const tell = (site: string) =>
      teller.post('/superset/log/', { event_name: 'load' }, { headers: { 'x-csrftoken': '', 'sec-fetch-site': site } })
    const answers = [await tell('cross-site'), await tell('same-site'), await tell('same-origin')]
    expect(answers.map((each) => each.statusCode)).toEqual([403, 403, 200])
    expect(await events.countSince(teller.user?.userId ?? 0, 'log', 0, 9)).toBe(1)
  })
})
