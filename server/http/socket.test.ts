import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { AsyncEvent, AsyncJob } from '#core/rest/async-event.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { openSession } from '#server/security/sessions.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

/** Less than the 30 seconds after which every socket is checked, even if no right is known to have changed. */
const BEFORE_INTERVAL_MS = 20_000

let fixture: DataFixture
let ada: AsyncCaller
let dataset: number
let port: number

beforeAll(async () => {
  const flags = { FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' }
  fixture = await openDataFixture(['CREATE TABLE t AS SELECT range AS n FROM range(5)'], Date.UTC(2024, 5, 15), flags)
  dataset = (await fixture.dataset({ table_name: 't', columns: [{ column_name: 'n', type: 'BIGINT' }] })).id
  ada = await asyncCaller(fixture, 'admin')
  await fixture.app.listen({ port: 0, host: '127.0.0.1' })
  port = (fixture.app.server.address() as AddressInfo).port
})
afterAll(() => fixture.close())

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

it('closes sockets at other URLs, and returns 404 for a plain request of its URL', async () => {
  await expect(
    fetch(`http://127.0.0.1:${port}/api/v1/async_event/ws`, { headers: ada.headers }),
  ).resolves.toMatchObject({ status: 404 })
})

it(
  'closes sockets soon after a user is deactivated, loses the role, or is signed out',
  async () => {
    const { store } = fixture.context
    const alpha = (await store.roles.byName('Alpha'))?.id ?? 0
    const changes = [
      (id: number) => store.users.update(id, { active: false }, null),
      (id: number) => store.users.update(id, { roles: [] }, null),
      (id: number) => store.sessions.deleteByUser(id),
    ]
    const codes = changes.map(async (change, index) => {
      const draft = { username: `leaves ${index}`, first_name: 'Eve', last_name: 'Test', roles: [alpha] }
      const user = await store.users.create(draft, null)
      const session = `session=${await openSession(store, user.id, fixture.now)}`
      const { headers } = await fixture.app.inject({ url: '/api/v1/me/', headers: { cookie: session } })
      const { socket } = await open({ cookie: `${session}; ${String(headers['set-cookie']).split(';')[0]}` })
      const closed = new Promise<number>((resolve) => socket.once('close', resolve))
      await change(user.id)
      return closed
    })
    expect(await Promise.all(codes)).toEqual([4401, 4401, 4401])
  },
  BEFORE_INTERVAL_MS,
)

it(
  'closes the socket of an API token soon after the token is revoked',
  async () => {
    const { store } = fixture.context
    const userId = fixture.admin.userId ?? 0
    const { token, text } = await createApiToken(store, userId, { name: 'socket', scope: 'read', days: 1 }, fixture.now)
    const { socket } = await open({ cookie: ada.cookie, authorization: `Bearer ${text}` })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await store.apiTokens.remove(userId, token.id)
    expect(await closed).toBe(4401)
  },
  BEFORE_INTERVAL_MS,
)
