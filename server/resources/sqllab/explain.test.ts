import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import type { PlanNode } from '#core/rest/sqllab.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let database: number
let row: Database
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  row = await fixture.database()
  database = row.id
})
afterAll(() => fixture.close())

describe('the plan of SQL', () => {
  const explain = (client: Client, sql: string) =>
    client.post('/api/v1/sqllab/explain/', { database_id: database, sql })

  it('returns a tree with the costliest step marked', async () => {
    const answer = await explain(admin, 'SELECT count(*) AS n FROM range(1000) t(i) WHERE i > {{ 1 + 1 }}')
    expect(answer.statusCode).toBe(200)
    const nodes = (node: PlanNode): readonly PlanNode[] => [node, ...node.children.flatMap(nodes)]
    const all = nodes(answer.json().result)
    expect(all.map(({ name }) => name)).toContain('RANGE')
    expect(all.filter(({ isCostliest }) => isCostliest).map(({ rows }) => rows)).toEqual([1000])
  })

  it.each([
    ['DROP TABLE t', 403, 'DML_NOT_ALLOWED_ERROR'],
    ['EXPLAIN ANALYZE SELECT 1', 403, 'DML_NOT_ALLOWED_ERROR'],
    ['ANALYZE SELECT 1', 400, 'SYNTAX_ERROR'],
    ["SELECT * FROM read_csv('/etc/passwd')", 403, 'INVALID_SQL_ERROR'],
    ['SELECT 1; DROP TABLE t', 403, 'DML_NOT_ALLOWED_ERROR'],
    ['', 400, 'SYNTAX_ERROR'],
  ])('rejects SQL that may not run: %s', async (sql, status, type) => {
    const answer = await explain(admin, sql)
    expect([answer.statusCode, answer.json().errors?.[0]?.error_type]).toEqual([status, type])
  })

  it('is stopped when its user is signed out while it waits', async () => {
    const { store, chartData } = fixture.context
    const user = await fixture.user('reads a plan', ['Alpha', 'sql_lab'])
    const client = await fixture.signedIn(user)
    const run = vi.spyOn(chartData.scheduler(row), 'run')
    onTestFinished(() => run.mockRestore())
    // Waits like work that the scheduler does not admit yet.
    run.mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
    )
    const answer = explain(client, 'SELECT 1')
    await expect.poll(() => run.mock.calls.length).toBe(1)
    await store.sessions.deleteByUser(user.id)
    expect((await answer).statusCode).toBe(401)
  })

  it('needs the right to run SQL', async () => {
    expect((await explain(await fixture.as('Gamma'), 'SELECT 1')).statusCode).toBe(403)
  })
})
