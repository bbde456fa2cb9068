import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { AsyncEvent, AsyncJob } from '#core/rest/async-event.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { signChannel } from '#server/security/channel-token.ts'
import { signGuestToken } from '#server/security/guest-token.ts'
import { RIGHTS_CHECK_MS } from '#server/security/repeated-check.ts'
import { openSession, SESSION_TTL_MS } from '#server/security/sessions.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let ada: AsyncCaller
let dataset: number
let port: number

beforeAll(async () => {
  const flags = { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1', FACET_FEATURE_EMBEDDED_SUPERSET: '1' }
  fixture = await openDataFixture(['CREATE TABLE t AS SELECT range AS n FROM range(5)'], Date.UTC(2024, 5, 15), flags)
  dataset = (await fixture.dataset({ table_name: 't', columns: [{ column_name: 'n', type: 'BIGINT' }] })).id
  ada = await asyncCaller(fixture, 'admin')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  port = (fixture.app.server.address() as AddressInfo).port
  // The repeated checks run when a test advances the time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(async () => {
  vi.useRealTimers()
  await fixture.close()
})

let requested = 100
async function ask(): Promise<AsyncJob> {
  const body = { datasource: { id: dataset, type: 'table' }, queries: [{ columns: ['n'], row_limit: ++requested }] }
  return (await ada.call('POST', '/api/v1/chart/data', body)).json<AsyncJob>()
}

/** Opens a socket and collects its messages; rejects with the status of a response that is no upgrade. */
async function open(headers: Readonly<Record<string, string>>, query = '') {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/async_event/ws${query}`, { headers })
  const heard: AsyncEvent[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as AsyncEvent))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_, answer) =>
      reject(new Error(`${answer.statusCode} ${answer.headers.connection}`)),
    )
    socket.once('error', reject)
  })
  return { socket, heard }
}

it('X-TRANS-02: a socket sends the events after last_id first, then new ones', async () => {
  const first = await ada.eventOf((await ask()).job_id)
  const second = await ada.eventOf((await ask()).job_id)
  const { socket, heard } = await open(ada.headers, `?last_id=${first.id}`)
  await vi.waitFor(() => expect(heard).toEqual([second]))
  const third = await ask()
  await vi.waitFor(() => expect(heard[1]).toMatchObject({ job_id: third.job_id, status: 'done' }))
  socket.close()
})

it('sends no events of other channels', async () => {
  const eve = await asyncCaller(fixture, 'eve', 'Alpha')
  const { socket, heard } = await open(eve.headers)
  await ada.eventOf((await ask()).job_id)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).toEqual([])
  socket.close()
})

it('rejects callers without a session, without a channel, or from another site', async () => {
  const { authorization = '' } = ada.headers
  await expect(open({ cookie: ada.cookie })).rejects.toThrow('401 close')
  await expect(open({ authorization })).rejects.toThrow('401 close')
  await expect(open({ ...ada.headers, origin: 'https://evil.example' })).rejects.toThrow('403')
  const own = await open({ ...ada.headers, origin: `http://127.0.0.1:${port}` })
  own.socket.close()
})

it('rejects guests, even if their role may follow events', async () => {
  const { store, config } = fixture.context
  const role = await store.roles.byName(config.guestRoleName)
  await store.roles.addPairs(role?.id ?? 0, [['can_list', 'AsyncEventsRestApi']])
  const claims = { resources: [], rls: [], creator: fixture.admin.userId ?? 0 }
  const guest = await signGuestToken(config.secretKey, claims, { now: fixture.now, seconds: 60 })
  const channel = await signChannel(config.secretKey, 'c', { ...fixture.admin, userId: null }, fixture.now)
  await expect(open({ cookie: `async-token=${channel}`, 'x-guesttoken': guest })).rejects.toThrow('403 close')
})

it('closes sockets at other URLs, and returns 404 for a plain request of its URL', async () => {
  await expect(
    fetch(`http://127.0.0.1:${port}/api/v1/async_event/ws`, { headers: ada.headers }),
  ).resolves.toMatchObject({ status: 404 })
})

/** Opens a socket, makes a change, and returns the code with which the next check closes the socket. */
async function codeAfter(headers: Readonly<Record<string, string>>, change: () => unknown): Promise<number> {
  const { socket } = await open(headers)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await change()
  vi.advanceTimersByTime(RIGHTS_CHECK_MS)
  return closed
}

it.each<[string, (userId: number) => unknown]>([
  ['the user is deactivated', (id) => fixture.context.store.users.update(id, { active: false }, null)],
  ['the user loses the role', (id) => fixture.context.store.users.update(id, { roles: [] }, null)],
  ['the user is signed out', (id) => fixture.context.store.sessions.deleteByUser(id)],
  ['the session expires', () => (fixture.now += SESSION_TTL_MS)],
])('closes a socket within a second after %s', async (name, change) => {
  const { store } = fixture.context
  const alpha = (await store.roles.byName('Alpha'))?.id ?? 0
  const user = await store.users.create({ username: name, first_name: 'Eve', last_name: 'Test', roles: [alpha] }, null)
  const before = fixture.now
  const session = `session=${await openSession(store, user.id, before)}`
  const { headers } = await fixture.app.inject({ url: '/api/v1/me/', headers: { cookie: session } })
  const cookie = `${session}; ${String(headers['set-cookie']).split(';')[0]}`
  expect(await codeAfter({ cookie }, () => change(user.id))).toBe(4401)
  fixture.now = before
})

it('closes the socket of an API token within a second after the token is revoked', async () => {
  const { store } = fixture.context
  const userId = fixture.admin.userId ?? 0
  const { token, text } = await createApiToken(store, userId, { name: 'socket', scope: 'read', days: 1 }, fixture.now)
  const headers = { cookie: ada.cookie, authorization: `Bearer ${text}` }
  expect(await codeAfter(headers, () => store.apiTokens.remove(userId, token.id))).toBe(4401)
})
