import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { User } from '#core/entity/user.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

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
  await fixture.context.sqlExports.start()
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

const EXPORTS = '/api/v1/sqllab/exports'
const TO_DATABASE: PermissionPair = ['all_database_access', 'all_database_access']
const TO_FILES: PermissionPair = ['can_csv', 'Superset']
const TO_RUN: readonly PermissionPair[] = [
  ['can_read', 'Database'],
  ['can_execute_sql_query', 'SQLLab'],
  ['can_export_csv', 'SQLLab'],
]

/** A user who may export, by a session and by a token. */
interface Exporter {
  readonly client: Client
  readonly userId: number
  readonly role: number
  readonly token: { readonly id: number; readonly text: string }
}

async function exporter(name: string): Promise<Exporter> {
  const { store } = fixture.context
  const { id: role } = await store.roles.create({ name }, null)
  await store.roles.setPairs(role, [...TO_RUN, TO_DATABASE, TO_FILES])
  const user = await fixture.user(name, [name])
  const draft = { name: 'export', scope: 'write', days: 1 } as const
  const { token, text } = await createApiToken(store, user.id, draft, fixture.now)
  return { client: await fixture.signedIn(user), userId: user.id, role, token: { id: token.id, text } }
}
const loseDatabase = ({ role }: Exporter) => fixture.context.store.roles.setPairs(role, [...TO_RUN, TO_FILES])
const revokeToken = ({ userId, token }: Exporter) => fixture.context.store.apiTokens.remove(userId, token.id)

let exports = 0
/** Starts the export of a statement by the token of the user; returns its id. */
async function startExport({ client, token }: Exporter, sql: string, format = 'csv'): Promise<string> {
  const client_id = `export${++exports}`
  const run = { database_id: database, sql: 'SELECT 1 AS n', client_id }
  expect((await client.post('/api/v1/sqllab/execute/', run)).statusCode).toBe(200)
  const query = await find(client_id)
  const extra = JSON.parse(query?.extra_json ?? '')
  const statements = [{ ...extra.statements[0], sql }]
  const change = { extra_json: JSON.stringify({ ...extra, statements }) }
  await fixture.context.store.queries.update(query?.id ?? 0, change, null)
  const headers = { authorization: `Bearer ${token.text}` }
  const payload = { client_id, statement: 0, format }
  const answer = await fixture.app.inject({ method: 'POST', url: `${EXPORTS}/`, headers, payload })
  expect(answer.statusCode, answer.body).toBe(202)
  return answer.json().result.id
}
/** Waits until an export has one of these states. */
async function exportIn({ client }: Exporter, id: string, states: RegExp): Promise<SqlExportJson | undefined> {
  const findExport = async () =>
    (await client.get(`${EXPORTS}/`)).json<{ result: SqlExportJson[] }>().result.find((each) => each.id === id)
  await expect.poll(async () => (await findExport())?.state ?? '', LONG).toMatch(states)
  return findExport()
}
const ENDED = /success|failed/
function exportFiles(id: string): readonly string[] {
  const folder = join(fixture.home, 'exports', id)
  return existsSync(folder) ? readdirSync(folder) : []
}

it.each<[string, string, (exporter: Exporter) => Promise<unknown>]>([
  ['loses access to the database', 'access', loseDatabase],
  [
    'loses the right to export',
    'Forbidden',
    ({ role }) => fixture.context.store.roles.setPairs(role, [...TO_RUN, TO_DATABASE]),
  ],
  ['revokes the token that started it', 'API token', revokeToken],
])('stops an export in progress when its user %s, and removes its file', async (name, message, change) => {
  const user = await exporter(`running: ${name}`)
  const id = await startExport(user, ENDLESS)
  await exportIn(user, id, /running/)
  await change(user)
  const ended = await exportIn(user, id, ENDED)
  expect([ended?.state, ended?.error, exportFiles(id)]).toEqual(['failed', expect.stringContaining(message), []])
})

it.each<[string, string, (exporter: Exporter) => Promise<unknown>]>([
  ['loses access to the database', 'access', loseDatabase],
  [
    'gets a row rule',
    'the rows you may see have changed',
    async ({ role }) => {
      const { id } = await fixture.dataset({ table_name: 'late', database_id: database })
      const draft = { name: 'late', filter_type: 'Regular', clause: 'n > 1', tables: [id], roles: [role] } as const
      await fixture.context.store.rowRules.create(draft, null)
    },
  ],
  ['revokes the token that started it', 'API token', revokeToken],
])(
  'an export fails when its user %s after the statement, before the file is complete',
  async (name, message, change) => {
    const user = await exporter(`complete: ${name}`)
    const { sources } = fixture.context.chartData
    const parquetFile = sources.parquetFile.bind(sources)
    const spy = vi.spyOn(sources, 'parquetFile').mockImplementation((files) => {
      const file = parquetFile(files)
      const end: typeof file.end = async (...given) => {
        await change(user)
        await file.end(...given)
      }
      return { lines: (chunk) => file.lines(chunk), end }
    })
    onTestFinished(() => spy.mockRestore())
    const id = await startExport(user, 'SELECT 1 AS n', 'parquet')
    const ended = await exportIn(user, id, ENDED)
    expect([ended?.state, ended?.error, exportFiles(id)]).toEqual(['failed', expect.stringContaining(message), []])
  },
)

it('ends the download of an export when its user loses access to the database', async () => {
  const user = await exporter('downloads')
  const id = await startExport(user, 'SELECT range AS n FROM range(50000)')
  await exportIn(user, id, /success/)
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => clock.mockRestore())
  const { stream } = await fixture.context.sqlExports.open(user.client.user as CurrentUser, id)
  const chunks = stream[Symbol.asyncIterator]()
  for (let chunk = 0; chunk < 2; chunk++) {
    expect((await chunks.next()).done).toBe(false)
    passed += 2000
  }
  await loseDatabase(user)
  await expect(chunks.next()).rejects.toMatchObject({ code: 'database-access' })
})
