import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Client, makeTestApp, PASSWORD, type TestApp } from '#testing/app.ts'

const URL = '/api/v1/security/users/'

let fixture: TestApp
let admin: Client
let port: number
let administrators: number
let gamma: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const roles = (await fixture.context.store.roles.list({})).rows
  const idOf = (name: string) => roles.find((role) => role.name === name)?.id ?? 0
  administrators = idOf('Admin')
  gamma = idOf('Gamma')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  port = (fixture.app.server.address() as AddressInfo).port
})
afterAll(() => fixture.close())

const administratorNamed = (username: string) => ({
  username,
  first_name: 'Ana',
  last_name: 'Lee',
  email: `${username}@example.org`,
  active: true,
  password: PASSWORD,
  roles: [administrators],
})

/**
 * Posts a body in two parts: the server admits the caller and waits for the body, `meanwhile` runs, then the body
 * follows. Returns the status.
 */
async function postHeld(token: string, value: object, meanwhile: () => Promise<unknown>): Promise<number> {
  const text = JSON.stringify(value)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  const received = once(fixture.app.server, 'request')
  const open = httpRequest({ port, method: 'POST', path: URL, headers })
  open.flushHeaders()
  const [incoming] = (await received) as [IncomingMessage]
  // The body is read only after the caller is admitted.
  await once(incoming, 'resume')
  await meanwhile()
  const answered = once(open, 'response')
  open.end(text)
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

describe('a request whose body is held open', () => {
  it.each<[string, number, boolean, (id: number) => Promise<{ statusCode: number }>]>([
    ['stays an administrator', 201, true, (id) => admin.get(`${URL}${id}`)],
    ['loses the role', 403, false, (id) => admin.put(`${URL}${id}`, { roles: [gamma] })],
    ['is deactivated', 401, false, (id) => admin.put(`${URL}${id}`, { active: false })],
    ['is signed out everywhere', 401, false, (id) => admin.post(`${URL}${id}/sign_out_everywhere`)],
    ['has their password reset', 401, false, (id) => admin.post(`${URL}${id}/sign_in_link`)],
    ['is deleted', 401, false, (id) => admin.delete(`${URL}${id}`)],
  ])('a caller who %s gets %i; creates an administrator: %s', async (name, status, isCreated, change) => {
    const username = name.replaceAll(' ', '-')
    const { id } = (await admin.post(URL, administratorNamed(username))).json()
    const login = { username, password: PASSWORD, provider: 'db', refresh: true }
    const token = (await fixture.nobody.post('/api/v1/security/login', login)).json().access_token as string
    const created = administratorNamed(`by-${username}`)
    const meanwhile = async () => {
      fixture.now += 1
      expect((await change(id)).statusCode).toBeLessThan(300)
    }
    expect(await postHeld(token, created, meanwhile)).toBe(status)
    const users = (await fixture.context.store.users.list({})).rows
    expect(users.some((user) => user.username === created.username)).toBe(isCreated)
  })

  it('the current roles decide for a caller who still has the permission', async () => {
    const permissions = [
      ['can_read', 'User'],
      ['can_write', 'User'],
    ]
    const role = (await admin.post('/api/v1/security/roles/', { name: 'Writers of users', permissions })).json().id
    const draft = { ...administratorNamed('keeps'), roles: [administrators, role] }
    const { id } = (await admin.post(URL, draft)).json()
    const login = { username: 'keeps', password: PASSWORD, provider: 'db', refresh: true }
    const token = (await fixture.nobody.post('/api/v1/security/login', login)).json().access_token as string
    const status = await postHeld(token, administratorNamed('by-keeps'), async () => {
      expect((await admin.put(`${URL}${id}`, { roles: [role] })).statusCode).toBe(200)
    })
    expect(status).toBe(403)
    const users = (await fixture.context.store.users.list({})).rows
    expect(users.some(({ username }) => username === 'by-keeps')).toBe(false)
  })
})

it('a download ends when its caller loses the permission while it is sent', async () => {
  const { store } = fixture.context
  const roleName = 'Readers of the log'
  const { id: role } = await store.roles.create({ name: roleName }, null)
  await store.roles.setPairs(role, [['can_read', 'Log']])
  const reader = await fixture.signedIn(await fixture.user('reads the log', [roleName]))
  const page = store.events.page.bind(store.events)
  const spy = vi.spyOn(store.events, 'page')
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => {
    spy.mockRestore()
    clock.mockRestore()
  })
  /** Returns the response to a download, whose rows are read after a change and two seconds. */
  const downloadAfter = (change: () => Promise<unknown>) => {
    // The first call counts the rows.
    spy.mockImplementationOnce(page)
    spy.mockImplementationOnce(async (query) => {
      await change()
      passed += 2000
      return page(query)
    })
    const answer = reader.get('/api/v1/log/export')
    return answer.then(({ statusCode, body }) => [statusCode, body.split('\n').length > 2]).catch(() => 'broken off')
  }
  expect(await downloadAfter(async () => {})).toEqual([200, true])
  expect(await downloadAfter(() => store.roles.setPairs(role, []))).toBe('broken off')
})
