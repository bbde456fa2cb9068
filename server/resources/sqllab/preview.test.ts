import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let token: string
beforeAll(async () => {
  fixture = await openDataFixture(
    [
      "CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(area, amount)",
      'CREATE TABLE many AS SELECT range AS n FROM range(60)',
    ],
    NOON,
  )
  const dataset = await fixture.dataset({ table_name: 'sales', schema: 'main' })
  const { store } = fixture.context
  const admin = await store.roles.byName('Admin')
  await store.rowRules.create(
    { name: 'own', filter_type: 'Regular', clause: "area = 'a'", tables: [dataset.id], roles: [admin?.id as number] },
    null,
  )
  await store.databases.update(fixture.database.id, { allow_dml: true }, null)
  token = await fixture.token('admin')
  // The first preview starts the processes of the engine and of templates, which may take longer than its timeout.
  const isStarted = async () => (await preview('SELECT {{ 1 }} AS n')).json().error === null
  await vi.waitUntil(isStarted, { timeout: 60_000 })
}, 120_000)
afterAll(() => fixture.close())

const preview = (sql: string, { as = token, ...more }: { readonly as?: string } & Record<string, unknown> = {}) =>
  fixture.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/preview/',
    headers: { authorization: `Bearer ${as}` },
    payload: { database_id: fixture.database.id, sql, ...more },
  })

/** Returns the previewed statements in the action log, newest first. */
async function previews(): Promise<readonly unknown[]> {
  const { rows } = await fixture.context.store.events.page({ page: 0, pageSize: 100, action: 'query' })
  return rows.map(({ entity_type, after }) => [entity_type, JSON.parse(after ?? 'null')])
}

describe('a preview of SQL', () => {
  beforeEach(async () => {
    await fixture.context.store.events.forgetPreviews(NOON + 1)
  })

  it('returns the first 50 rows of a SELECT', async () => {
    const answer = await preview('SELECT n FROM many ORDER BY n')
    const { columns, data, limited } = answer.json().result
    expect([answer.statusCode, columns.length, columns[0].name, data.length, limited]).toEqual([200, 1, 'n', 50, true])
    expect(data.at(-1)).toEqual({ n: 49 })
    expect((await preview('SELECT 1 AS one')).json().result).toMatchObject({ data: [{ one: 1 }], limited: false })
  })

  it('renders templates with the parameters of the tab', async () => {
    const answer = await preview('SELECT {{ n }} + 1 AS next', { templateParams: '{"n": 4}' })
    expect(answer.json().result.data).toEqual([{ next: 5 }])
  })

  it('applies row-level security rules', async () => {
    expect((await preview('SELECT area, amount FROM sales')).json().result.data).toEqual([{ area: 'a', amount: 1 }])
    expect((await preview('WITH s AS (SELECT * FROM sales) SELECT * FROM s')).json().result.data).toHaveLength(1)
  })

  it('appears in the action log and not in the query history', async () => {
    await preview('SELECT 1')
    await preview('SELECT missing FROM many')
    expect(await previews()).toEqual([
      ['database', { preview: 'SELECT missing FROM many' }],
      ['database', { preview: 'SELECT 1' }],
    ])
    expect((await fixture.context.store.queries.list({})).rows).toEqual([])
  })

  it.each([
    ['INSERT INTO many VALUES (1)', 403, 'DML_NOT_ALLOWED_ERROR'],
    ['DROP TABLE many', 403, 'DML_NOT_ALLOWED_ERROR'],
    ['SELECT 1; SELECT 2', 403, 'DML_NOT_ALLOWED_ERROR'],
    ["SELECT * FROM read_csv('/etc/passwd')", 403, 'INVALID_SQL_ERROR'],
  ])('rejects %s', async (sql, status, type) => {
    const answer = await preview(sql)
    expect([answer.statusCode, answer.json().errors?.[0]?.error_type]).toEqual([status, type])
    expect(await previews()).toEqual([])
    expect((await preview('SELECT count(*) AS n FROM many')).json().result.data).toEqual([{ n: 60 }])
  })

  it.each([
    ['SELECT * FROM (', 'SYNTAX_ERROR', 0],
    ['', 'SYNTAX_ERROR', 0],
    ['SELECT missing FROM many', 'GENERIC_DB_ENGINE_ERROR', 1],
    ['SELECT {{ missing( }}', 'GENERIC_BACKEND_ERROR', 0],
  ])('returns 200 and the reason for: %s', async (sql, type, logged) => {
    const answer = await preview(sql)
    expect([answer.statusCode, answer.json().result, answer.json().error?.error_type]).toEqual([200, null, type])
    expect(await previews()).toHaveLength(logged)
  })

  it('returns the rows of a nested CTE', async () => {
    const sql = 'WITH a AS (SELECT 1 AS n)\nSELECT * FROM (WITH a AS (SELECT n + 1 AS n FROM a)\nSELECT * FROM a) AS a'
    expect((await preview(sql)).json()).toMatchObject({ result: { data: [{ n: 2 }] }, error: null })
  })

  it('returns 403 without permission to run SQL', async () => {
    expect((await preview('SELECT 1', { as: await fixture.token('reader', 'Gamma') })).statusCode).toBe(403)
    expect(await previews()).toEqual([])
  })

  it('limits its length, and its number per day', async () => {
    const long = await preview(`SELECT 1 -- ${'x'.repeat(bounds['sql-preview-length'].most)}`)
    expect(long.json().errors[0].extra.bound).toBe('sql-preview-length')
    const { store } = fixture.context
    const user = await store.users.byUsername('admin')
    const key = `sql preview ${user?.id}`
    await store.limitCounts.forgive(key)
    const { most } = bounds['sql-previews']
    await store.limitCounts.allow(
      Array.from({ length: most - 3 }, () => ({ key })),
      1,
    )
    // Three are left. Those that are rejected or fail count as well.
    expect((await preview('INSERT INTO many VALUES (1)')).statusCode).toBe(403)
    for (const sql of ['SELECT * FROM (', 'SELECT 1']) expect((await preview(sql)).statusCode).toBe(200)
    expect((await preview('SELECT 1')).json().errors[0].extra.bound).toBe('sql-previews')
  })
})
