import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { withLimit } from '#testing/with-limit.ts'

const DAY_MS = 24 * 3_600_000
let fixture: TestApp
let admin: Client
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

it('logs the address of the client, and none for actions of the server', async () => {
  const { id } = await fixture.dashboard({ dashboard_title: 'From where' })
  await admin.put(`/api/v1/dashboard/${id}`, { css: 'a{}' }, { remoteAddress: '192.0.2.7' })
  const q = `(filters:!((col:dashboard_id,opr:eq,value:${id})),columns:!(action,address))`
  expect((await admin.get(`/api/v1/log/?q=${q}`)).json().result).toEqual([
    { action: 'update', address: '192.0.2.7' },
    { action: 'create', address: null },
  ])
})

it('keeps the name of a deleted user, also after the bin is emptied', async () => {
  const person = await fixture.user('mina', ['Alpha'])
  const client = await fixture.signedIn(person)
  const { id } = await fixture.dashboard({ owners: [person.id, admin.user?.userId as number] })
  await client.put(`/api/v1/dashboard/${id}`, { css: 'b{}' })
  const user = async () => {
    const q = `(filters:!((col:user,opr:rel_o_m,value:${person.id})))`
    return (await admin.get(`/api/v1/log/?q=${q}`)).json().result[0]?.user
  }
  expect(await user()).toMatchObject({ id: person.id, username: 'mina' })
  fixture.now += 10
  const deletedAt = fixture.now
  await client.put(`/api/v1/dashboard/${id}`, { css: 'c{}' })
  expect((await admin.delete(`/api/v1/security/users/${person.id}`)).statusCode).toBe(200)
  expect(await user()).toMatchObject({ id: person.id, username: 'mina' })
  await fixture.context.store.emptyBin(fixture.now + DAY_MS)
  // The creation of the user is older than the entries of a log with a limited life.
  await fixture.context.store.events.purge(deletedAt)
  expect(await user()).toMatchObject({ id: person.id, username: 'mina' })
})

it('the log is exported as CSV with the filters of the list, and only to its readers', async () => {
  const { id } = await fixture.dashboard({ dashboard_title: '=1+1' })
  for (const css of ['a', 'b']) await admin.put(`/api/v1/dashboard/${id}`, { css })
  const url = `/api/v1/log/export/?q=(filters:!((col:dashboard_id,opr:eq,value:${id}),(col:action,opr:eq,value:update)))`
  const file = await admin.get(url)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="action-log.csv"',
  })
  const [head, ...lines] = file.body.trimEnd().split('\n')
  expect(head).toBe('time,user_id,user,action,details,address,view_as')
  const { userId, username } = admin.user ?? {}
  expect(lines.map((line) => line.replace(/^[^,]*,/, '').replace(/,"\{.*\}",/, ',…,'))).toEqual([
    `${userId},${username},update,…,127.0.0.1,`,
    `${userId},${username},update,…,127.0.0.1,`,
  ])
  for (const [client, status] of [
    [await fixture.as('Gamma'), 403],
    [fixture.nobody, 401],
  ] as const) {
    const answer = await client.get(url)
    expect([answer.statusCode, answer.body.includes('update')]).toEqual([status, false])
  }
})

it('exports every line of several pages once, and rejects more than the limit', async () => {
  const one = { actor: 77, action: 'view', entity_type: 'chart', entity_id: 1 } as const
  const add = (count: number) =>
    fixture.context.store.transaction(async (tx) => {
      for (let at = 0; at < count; at++) await tx.events.append(one)
    })
  await add(2500)
  const url = '/api/v1/log/export/?q=(filters:!((col:user,opr:rel_o_m,value:77)))'
  expect((await admin.get(url)).body.trimEnd().split('\n')).toHaveLength(2501)
  await withLimit('log-export-lines', 2500, async () => {
    expect((await admin.get(url)).statusCode).toBe(200)
    await add(1)
    const rejected = await admin.get(url)
    expect([rejected.statusCode, rejected.json().errors[0].extra.bound]).toEqual([400, 'log-export-lines'])
  })
})

it('entries before a time are purged', async () => {
  const { events } = fixture.context.store
  const lines = async () => (await events.page({ page: 0, pageSize: 1, actor: 78 })).count
  const one = { actor: 78, action: 'view', entity_type: 'chart', entity_id: 1 } as const
  await events.append(one)
  fixture.now += 10
  await events.append(one)
  expect(await lines()).toBe(2)
  await events.purge(fixture.now)
  expect(await lines()).toBe(1)
})
