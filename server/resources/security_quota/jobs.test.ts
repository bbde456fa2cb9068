import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

const EXPORTS = '/api/v1/sqllab/exports/'
const LONG = { timeout: 30_000 }

let fixture: TestApp
let admin: Client
let database: number
let count = 0
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  database = (await fixture.database()).id
  await fixture.context.sqlExports.start()
  fixture.context.sqlQueries.start()
})
afterAll(() => fixture.close())

/** Returns a client whose user may run one query at a time, and a function that starts such a query. */
async function limitedClient() {
  const person = await fixture.user(`limited ${++count}`, ['Alpha', 'sql_lab'])
  const client = await fixture.signedIn(person)
  const quota = await admin.post('/api/v1/security/quotas/', { user: person.id, max_queries: 1 })
  expect(quota.statusCode, quota.body).toBe(201)
  const user = await fixture.context.store.users.current(person.id)
  if (!user) throw new Error('There is no user')
  /** Uses up the quota. Returns a function that frees it. */
  const hold = (): (() => void) => {
    let end = (): void => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    const { queryQuota } = fixture.context.chartData
    void queryQuota.run(user, { signal: new AbortController().signal, waitMs: 0 }, () => held)
    onTestFinished(end)
    return end
  }
  return { client, hold }
}

async function run(client: Client, sql: string, more: object = {}): Promise<string> {
  const client_id = `job${++count}`
  const answer = await client.post('/api/v1/sqllab/execute/', { database_id: database, sql, client_id, ...more })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return client_id
}

async function startExport(client: Client, client_id: string): Promise<void> {
  const answer = await client.post(EXPORTS, { client_id, statement: 0, format: 'csv' })
  expect(answer.statusCode, answer.body).toBe(202)
}

const exportsOf = async (client: Client): Promise<{ state: string; error: string | null }[]> =>
  (await client.get(EXPORTS)).json().result
const statesOf = async (client: Client) => (await exportsOf(client)).map(({ state }) => state)

async function queryOf(client_id: string) {
  const { rows } = await fixture.context.store.queries.list({ where: { col: 'client_id', op: 'eq', value: client_id } })
  return rows[0]
}

/** Waits until a query has a status; the clock goes on meanwhile. */
const untilStatus = (client_id: string, status: string) =>
  vi.waitFor(async () => {
    fixture.now += 1000
    expect((await queryOf(client_id))?.status).toBe(status)
  }, LONG)

it('exports of a user at the quota of queries leave their slots to others, and run later', async () => {
  const { client, hold } = await limitedClient()
  const own = await run(client, 'SELECT 1 AS n')
  const other = await run(admin, 'SELECT 2 AS n')
  const end = hold()
  // As many as run at a time.
  await startExport(client, own)
  await startExport(client, own)
  await startExport(admin, other)
  await vi.waitFor(async () => expect(await statesOf(admin)).toEqual(['success']), LONG)
  expect(await statesOf(client)).toEqual(['pending', 'pending'])
  end()
  await vi.waitFor(async () => {
    fixture.now += 1000
    expect(await statesOf(client)).toEqual(['success', 'success'])
  }, LONG)
})

it('an export in the background that fails does not count against the quota of exports', async () => {
  const person = await fixture.user(`limited ${++count}`, ['Alpha', 'sql_lab'])
  const client = await fixture.signedIn(person)
  await admin.post('/api/v1/security/quotas/', { user: person.id, max_exports: 1 })
  const { quotaUses, queries } = fixture.context.store
  const use = { caller: `user ${person.id}`, measure: 'max_exports', windowMs: 3_600_000 } as const
  const broken = await run(client, 'SELECT 1 AS n')
  const query = await queryOf(broken)
  const extra = JSON.parse(query?.extra_json ?? '{}')
  const statements = [{ ...extra.statements[0], sql: 'SELECT nothing FROM nowhere' }]
  await queries.update(query?.id ?? 0, { extra_json: JSON.stringify({ ...extra, statements }) }, null)
  await startExport(client, broken)
  await vi.waitFor(async () => expect(await statesOf(client)).toEqual(['failed']), LONG)
  await vi.waitFor(async () => expect(await quotaUses.used(use)).toBe(0), LONG)
  await startExport(client, await run(client, 'SELECT 2 AS n'))
  await vi.waitFor(async () => expect((await statesOf(client)).toSorted()).toEqual(['failed', 'success']), LONG)
  expect(await quotaUses.used(use)).toBe(1)
})

it('background SQL of a user at the quota leaves its slots to others, and runs later', async () => {
  const { client, hold } = await limitedClient()
  const end = hold()
  const own: string[] = []
  // As many as run at a time.
  for (let at = 0; at < 16; at++) own.push(await run(client, `SELECT ${at} AS n`, { runAsync: true }))
  const other = await run(admin, 'SELECT 99 AS n', { runAsync: true })
  // The clock stands still: the postponed jobs are not due again before this one has run.
  await vi.waitFor(async () => expect((await queryOf(other))?.status).toBe('success'), LONG)
  expect((await Promise.all(own.map(queryOf))).map((query) => query?.status)).toEqual(own.map(() => 'pending'))
  end()
  for (const each of own) await untilStatus(each, 'success')
})

it('a statement that finds the quota used up waits, and is not a repetition afterwards', async () => {
  const { client, hold } = await limitedClient()
  const end = hold()
  const { queryQuota } = fixture.context.chartData
  vi.spyOn(queryQuota, 'isFull').mockReturnValueOnce(false)
  onTestFinished(() => void vi.restoreAllMocks())
  const attempts = vi.spyOn(queryQuota, 'run')
  const id = await run(client, 'SELECT 1 AS n', { runAsync: true })
  await vi.waitFor(() => expect(attempts).toHaveBeenCalledOnce(), LONG)
  await vi.waitFor(async () => {
    const query = await queryOf(id)
    const { statements, progress } = JSON.parse(query?.extra_json ?? '{}')
    expect([query?.status, statements[0].state, progress]).toEqual(['pending', 'pending', null])
  }, LONG)
  end()
  await untilStatus(id, 'success')
  expect(attempts).toHaveBeenCalledTimes(2)
})
