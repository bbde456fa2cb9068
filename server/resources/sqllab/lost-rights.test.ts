import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import type { User } from '#core/entity/user.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'
import { makeTestApp, type TestApp } from '#testing/app.ts'

const LONG = { timeout: 20_000 }
/** A statement that never finishes. */
const ENDLESS = 'SELECT a.range AS n FROM range(1000000) a, range(1000000) b WHERE hash(a.range * 3 + b.range) = 1'

let fixture: TestApp
let database: number
let row: Database
beforeAll(async () => {
  fixture = await makeTestApp()
  row = await fixture.database()
  database = row.id
  fixture.context.sqlQueries.start()
})
afterAll(() => fixture.close())

it.each([
  ['while the caller waits', false],
  ['by a job', true],
])('runs no further statement %s after its user has lost the right to run SQL', async (_, runAsync) => {
  const { store } = fixture.context
  const user = await fixture.user(`loses the right ${runAsync}`, ['Alpha', 'sql_lab'])
  const alpha = (await store.roles.byName('Alpha'))?.id ?? 0
  const put = store.queryResults.put.bind(store.queryResults)
  const spy = vi.spyOn(store.queryResults, 'put').mockImplementation(async (...given) => {
    await put(...given)
    await store.users.update(user.id, { roles: [alpha] }, null)
  })
  const id = `lost${Number(runAsync)}`
  const sql = 'SELECT 1; SELECT 2; SELECT 3'
  const body = { database_id: database, sql, client_id: id, runAsync }
  const answer = await (await fixture.signedIn(user)).post('/api/v1/sqllab/execute/', body)
  expect(answer.statusCode, answer.body).toBe(runAsync ? 202 : 403)
  const find = () => store.queries.find({ col: 'client_id', op: 'eq', value: id })
  await expect.poll(async () => (await find())?.status, { timeout: 20_000 }).toBe('failed')
  const { statements } = JSON.parse((await find())?.extra_json ?? '')
  expect(statements.map(({ state }: { state: string }) => state)).toEqual(['success', 'failed', 'not_run'])
  spy.mockRestore()
})

const find = (id: string) => fixture.context.store.queries.find({ col: 'client_id', op: 'eq', value: id })
const endless = (client_id: string, runAsync = false) => ({ database_id: database, sql: ENDLESS, client_id, runAsync })
const roleId = async (name: string) => (await fixture.context.store.roles.byName(name))?.id ?? 0

interface RunningCase {
  readonly user: User
  readonly signOut: () => Promise<unknown>
}

it.each<[string, (running: RunningCase) => Promise<unknown>, number, string]>([
  ['is signed out', ({ signOut }) => signOut(), 401, 'Not authorized'],
  [
    'loses the role',
    async ({ user }) => fixture.context.store.users.update(user.id, { roles: [await roleId('Alpha')] }, null),
    403,
    'Forbidden',
  ],
  [
    'gets a row rule',
    async () => {
      const { id: dataset } = await fixture.dataset({ table_name: 'ruled', database_id: database })
      const rule = { name: 'all', filter_type: 'Base', clause: 'n < 1', tables: [dataset], roles: [] } as const
      await fixture.context.store.rowRules.create(rule, null)
    },
    403,
    'Your access to this data has changed while the query was running',
  ],
])('stops the statement in progress when its user %s', async (name, change, status, message) => {
  const { store, chartData } = fixture.context
  const user = await fixture.user(name, ['Alpha', 'sql_lab'])
  const client = await fixture.signedIn(user)
  const id = name.replaceAll(' ', '').slice(0, 11)
  const answer = client.post('/api/v1/sqllab/execute/', endless(id))
  await expect.poll(async () => (await find(id))?.status, LONG).toBe('running')
  await change({ user, signOut: () => store.sessions.deleteByUser(user.id) })
  expect((await answer).statusCode).toBe(status)
  expect(await find(id)).toMatchObject({ status: 'failed', error_message: message })
  // Writing waits until there are no readers: it would wait for a statement that is still running.
  await waitUntilUnused(chartData.sources, row)
})

it('stops the job that a token started when the token is revoked', async () => {
  const { store, chartData } = fixture.context
  const user = await fixture.user('job by token', ['Admin'])
  const { token, text } = await createApiToken(store, user.id, { name: 'job', scope: 'write', days: 1 }, fixture.now)
  const headers = { authorization: `Bearer ${text}` }
  const payload = endless('token-job', true)
  const answer = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect(answer.statusCode).toBe(202)
  await expect.poll(async () => (await find('token-job'))?.status, LONG).toBe('running')
  await store.apiTokens.remove(user.id, token.id)
  await expect.poll(async () => (await find('token-job'))?.status, LONG).toBe('failed')
  expect((await find('token-job'))?.error_message).toBe(
    'The API token that started this was revoked, has expired or has lost its scope',
  )
  await waitUntilUnused(chartData.sources, row)
})

it('stops the statement of a revoked token, and the job of a deactivated user', async () => {
  const { store, chartData } = fixture.context
  const byToken = await fixture.user('by token', ['Admin'])
  const byJob = await fixture.user('by job', ['Admin'])
  const draft = { name: 'token', scope: 'write', days: 1 } as const
  const { token, text } = await createApiToken(store, byToken.id, draft, fixture.now)
  const headers = { authorization: `Bearer ${text}` }
  const payload = endless('lost-token')
  const answer = fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  await expect.poll(async () => (await find('lost-token'))?.status, LONG).toBe('running')
  await store.apiTokens.remove(byToken.id, token.id)
  expect((await answer).statusCode).toBe(401)
  await (await fixture.signedIn(byJob)).post('/api/v1/sqllab/execute/', endless('lost-job', true))
  await expect.poll(async () => (await find('lost-job'))?.status, LONG).toBe('running')
  await store.users.update(byJob.id, { active: false }, null)
  await expect.poll(async () => (await find('lost-job'))?.status, LONG).toBe('failed')
  await waitUntilUnused(chartData.sources, row)
})
