import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openSession } from '#server/security/sessions.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'

const NOW = Date.UTC(2024, 5, 15)
const LONG = { timeout: 20_000 }

let fixture: DataFixture
let endless: number
let reader: number
beforeAll(async () => {
  const table = 'CREATE TABLE many AS SELECT range AS n, hash(range) AS h FROM range(200000)'
  fixture = await openDataFixture([table], NOW)
  const { store } = fixture.context
  const columns = [{ column_name: 'n', type: 'BIGINT' }]
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  // The rows would take hours to count.
  const sql = 'SELECT a.n FROM many a, many b WHERE a.h > b.h'
  endless = (await fixture.dataset({ table_name: 'endless', sql, columns, metrics })).id
  reader = (await store.roles.create({ name: 'Chart readers' }, null)).id
  await store.roles.setPairs(reader, [['can_read', 'Chart']])
})
afterAll(() => fixture.close())

interface Scene {
  readonly user: number
  readonly group: number
  /** The role whose permission opens all datasets, through the group. */
  readonly role: number
}

const changes: readonly (readonly [string, (scene: Scene) => Promise<unknown>, number])[] = [
  ['the user leaves the group', ({ group }) => fixture.context.store.groups.update(group, { users: [] }, null), 403],
  ['the role loses the permission', ({ role }) => fixture.context.store.roles.setPairs(role, []), 403],
  ['the user is deleted', ({ user }) => fixture.context.store.users.remove(user, null), 401],
  ['the role gets a mask', ({ role }) => fixture.context.store.columnMasks.set(endless, [mask(role)]), 403],
]

const mask = (role: number) => ({ column_name: 'n', method: 'hidden', filter_type: 'Regular', roles: [role] }) as const

it.each(changes)('stops a running chart query when %s', async (name, change, status) => {
  const { store, chartData } = fixture.context
  const { id: role } = await store.roles.create({ name: `Role: ${name}` }, null)
  await store.roles.setPairs(role, [['all_datasource_access', 'all_datasource_access']])
  const draft = { username: name, first_name: 'Ada', last_name: 'Test', roles: [reader] }
  const { id: user } = await store.users.create(draft, null)
  const { id: group } = await store.groups.create({ name: `Group: ${name}`, roles: [role], users: [user] }, null)
  const headers = { cookie: `session=${await openSession(store, user, fixture.now)}` }
  const payload = { datasource: { id: endless, type: 'table' }, queries: [{ columns: [], metrics: ['total'] }] }
  const run = vi.spyOn(chartData.scheduler(fixture.database), 'run')
  // The calls of a test that failed would count in the next one.
  onTestFinished(() => run.mockRestore())
  const answer = fixture.app.inject({ method: 'POST', url: '/api/v1/chart/data', headers, payload })
  await expect.poll(() => run.mock.calls.length, LONG).toBe(1)
  await change({ user, group, role })
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(status)
  // Writing waits until there are no readers: it would wait for a query that is still running.
  await waitUntilUnused(chartData.sources, fixture.database)
})
