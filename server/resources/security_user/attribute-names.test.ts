import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/users/'
let fixture: TestApp
let admin: Client

beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
})
afterAll(() => fixture.close())

async function add(username: string, attributes: object): Promise<number> {
  const gamma = await fixture.context.store.roles.byName('Gamma')
  const body = { username, first_name: '', last_name: '', roles: [gamma?.id], attributes }
  const answer = await admin.post(URL, { ...body, email: `${username}@example.org` })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

it('names the attributes of users to administrators only, each once', async () => {
  await add('ana', { region: 'north', team: ['a', 'b'] })
  await add('bob', { region: 'south' })
  const left = await add('eve', { former: 'x' })
  await admin.delete(`${URL}${left}`)
  const names = `${URL}attribute_names`
  expect((await admin.get(names)).json()).toEqual({ count: 2, result: ['region', 'team'] })
  const { id } = await fixture.context.store.roles.create({ name: 'Reader of users' }, null)
  await fixture.context.store.roles.setPairs(id, [['can_read', 'User']])
  const reader = await fixture.as('Reader of users')
  expect((await reader.get(URL)).statusCode).toBe(200)
  for (const [caller, status] of [
    [fixture.nobody, 401],
    [await fixture.as('Gamma'), 403],
    [reader, 403],
  ] as const) {
    const answer = await caller.get(names)
    expect([answer.statusCode, answer.body.includes('region')]).toEqual([status, false])
  }
})
