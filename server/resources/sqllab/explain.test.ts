import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanNode } from '#core/rest/sqllab.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  database = (await fixture.database()).id
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

  it('needs the right to run SQL', async () => {
    expect((await explain(await fixture.as('Gamma'), 'SELECT 1')).statusCode).toBe(403)
  })
})
