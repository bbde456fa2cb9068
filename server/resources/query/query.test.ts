import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let writer: Client
let databaseId: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const dataset = await fixture.dataset({ schema: 'main' })
  databaseId = dataset.database_id
  const { roles, databases } = fixture.context.store
  const database = await databases.get(dataset.database_id)
  const { id } = await roles.create({ name: 'reads it' }, null)
  const name = `[${database?.database_name}].(id:${database?.id})`
  await roles.setPairs(id, [['database_access', name]])
  writer = await fixture.signedIn(await fixture.user('writer', ['Gamma', 'sql_lab', 'reads it']))
})
afterAll(() => fixture.close())

const run = (client: Client, sql: string) =>
  client.post('/superset/sql_json/', { database_id: databaseId, sql, schema: 'main' })
const list = async (client: Client, ask: object = {}) =>
  (await client.get(`/api/v1/query/?q=${encodeURIComponent(printRison(ask))}`)).json()
const sqlOf = (answer: { readonly result: readonly { readonly sql: string }[] }) => answer.result.map(({ sql }) => sql)

describe('the history of queries', () => {
  it('returns status and user of each query: to users their own, and all with the permission', async () => {
    fixture.now += 5000
    expect((await run(writer, 'SELECT i FROM range(3) t(i)')).statusCode).toBe(200)
    fixture.now += 5000
    expect((await run(writer, 'SELECT nowhere')).statusCode).toBe(400)
    fixture.now += 5000
    expect((await run(admin, 'SELECT 1 AS one')).statusCode).toBe(200)
    const own = await list(writer)
    expect(sqlOf(own)).toEqual(['SELECT nowhere', 'SELECT i FROM range(3) t(i)'])
    expect(own.result[1]).toMatchObject({
      status: 'success',
      rows: 3,
      executed_sql: 'SELECT i FROM range(3) t(i)',
      schema: 'main',
      tab_name: null,
      database: { database_name: 'local' },
      user: { username: 'writer' },
      start_time: fixture.now - 10_000,
    })
    expect(own.result[0]).toMatchObject({ status: 'failed', rows: null })
    expect(sqlOf(await list(admin))).toEqual(['SELECT 1 AS one', ...sqlOf(own)])
  })

  it('returns a query with its error, and 404 for that of another user', async () => {
    const [failed] = (await list(writer)).result as [{ id: number }]
    const shown = (await writer.get(`/api/v1/query/${failed.id}`)).json()
    expect(shown.id).toBe(failed.id)
    expect(shown.result).toMatchObject({
      error_message: expect.stringContaining('nowhere'),
      limit: 1000,
      progress: 100,
    })
    const [foreign] = (await list(admin)).ids as [number]
    expect((await writer.get(`/api/v1/query/${foreign}`)).statusCode).toBe(404)
    expect((await writer.get('/api/v1/query/999999')).statusCode).toBe(404)
  })

  it('filters, searches and sorts them', async () => {
    const narrowed = async (...filters: readonly object[]) => sqlOf(await list(admin, { filters }))
    expect(await narrowed({ col: 'status', opr: 'eq', value: 'failed' })).toEqual(['SELECT nowhere'])
    expect(await narrowed({ col: 'user', opr: 'rel_o_m', value: admin.user?.userId })).toEqual(['SELECT 1 AS one'])
    expect(await narrowed({ col: 'sql', opr: 'ct', value: 'RANGE' })).toEqual(['SELECT i FROM range(3) t(i)'])
    expect(await narrowed({ col: 'start_time', opr: 'gt', value: fixture.now - 1 })).toEqual(['SELECT 1 AS one'])
    const instant = new Date(fixture.now - 1).toISOString().slice(0, -1)
    expect(await narrowed({ col: 'changed_on', opr: 'gt', value: instant })).toEqual(['SELECT 1 AS one'])
    expect(await narrowed({ col: 'changed_on', opr: 'gt', value: 'yesterday' })).toEqual([])
    const order = { order_column: 'user.first_name', order_direction: 'desc' }
    expect(sqlOf(await list(admin, order)).at(-1)).toBe('SELECT 1 AS one')
    const { count, result, list_columns } = await list(admin, {
      columns: ['sql', 'database.database_name'],
      page_size: 1,
    })
    expect([count, result, list_columns]).toEqual([
      3,
      [{ sql: 'SELECT 1 AS one', database: { database_name: 'local' } }],
      ['sql', 'database.database_name'],
    ])
    for (const order_column of [
      'changed_on',
      'database.database_name',
      'rows',
      'schema',
      'start_time',
      'sql',
      'tab_name',
    ])
      expect((await list(admin, { order_column, order_direction: 'asc' })).count).toBe(3)
  })

  it('returns the values of its filters', async () => {
    expect((await writer.get('/api/v1/query/distinct/status')).json()).toEqual({
      count: 2,
      result: [
        { text: 'failed', value: 'failed' },
        { text: 'success', value: 'success' },
      ],
    })
    const texts = async (column: string) =>
      ((await admin.get(`/api/v1/query/related/${column}`)).json().result as { text: string }[]).map(({ text }) => text)
    expect(await texts('database')).toContain('local')
    expect(await texts('user')).toContain('writer Test')
    const info = (await writer.get('/api/v1/query/_info')).json()
    expect([info.permissions, Object.keys(info.filters)]).toEqual([
      ['can_read'],
      expect.arrayContaining(['changed_on', 'database', 'sql', 'status', 'user', 'start_time']),
    ])
  })

  it('needs permission to read queries, and is read-only', async () => {
    expect((await (await fixture.as('Gamma')).get('/api/v1/query/')).statusCode).toBe(403)
    expect((await fixture.nobody.get('/api/v1/query/')).statusCode).toBe(401)
    const [id] = (await list(admin)).ids as [number]
    expect((await admin.delete(`/api/v1/query/${id}`)).statusCode).toBe(404)
    expect((await admin.put(`/api/v1/query/${id}`, { sql: 'SELECT 2' })).statusCode).toBe(404)
    expect((await list(admin)).count).toBe(3)
  })

  it('hides rules that narrow its author', async () => {
    const { store } = fixture.context
    const role = await store.roles.byName('reads it')
    const { id } = await fixture.dataset({ table_name: 'narrowed', schema: 'main' })
    await store.rowRules.create(
      {
        name: 'narrow',
        filter_type: 'Regular',
        clause: "secret = 'clause'",
        tables: [id],
        roles: [role?.id as number],
      },
      null,
    )
    await run(writer, 'SELECT 3 AS three')
    const [latest] = (await list(writer)).result
    expect([latest.sql, latest.executed_sql]).toEqual(['SELECT 3 AS three', null])
    expect(JSON.stringify(await list(writer))).not.toContain('clause')
  })

  it('keeps the newest queries of each user, and deletes old ones', async () => {
    const { queries } = fixture.context.store
    const other = (await fixture.user('busy', ['Gamma'])).id
    const at = (start_time: number) => ({ client_id: 'c', database_id: 1, status: 'success' as const, start_time })
    for (let n = 0; n < bounds.queries.most + 2; n++) await queries.create(at(n), other)
    const stored = await queries.list({
      where: { col: 'created_by_fk', op: 'eq', value: other },
      order: [{ column: 'id', direction: 'asc' }],
    })
    expect([stored.count, stored.rows[0]?.start_time]).toEqual([bounds.queries.most, 2])
    expect(await queries.forget(12)).toBe(10)
    expect((await list(admin)).count).toBe(bounds.queries.most - 10 + 4)
  })
})

describe('queries of SQL editors', () => {
  const since = async (client: Client, ms: unknown) =>
    client.get(`/api/v1/query/updated_since?q=${encodeURIComponent(printRison({ last_updated_ms: ms as number }))}`)

  it('returns queries of the user changed since a time, oldest first, also to users who may see all', async () => {
    fixture.now += 5000
    const from = fixture.now
    await run(writer, 'SELECT 1 AS first')
    fixture.now += 5000
    await run(writer, 'SELECT nowhere_at_all')
    await run(admin, 'SELECT 2 AS others')
    const { result } = (await since(writer, from)).json()
    expect(result).toMatchObject([
      { sql: 'SELECT 1 AS first', state: 'success', rows: 1, startDttm: from, progress: 100, db: 'local' },
      { sql: 'SELECT nowhere_at_all', state: 'failed', rows: null, startDttm: from + 5000 },
    ])
    expect(result[0].id).toMatch(/^.{11}$/)
    expect((await since(writer, fixture.now)).json().result).toHaveLength(1)
    expect(sqlOf((await since(admin, from)).json())).toEqual(['SELECT 2 AS others'])
    expect((await since(writer, 'yesterday')).statusCode).toBe(400)
    expect((await fixture.nobody.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).statusCode).toBe(401)
  })

  it('lets their user stop them, keeps the state of ended ones, and returns 404 for those of others', async () => {
    fixture.now += 5000
    await run(writer, 'SELECT 3 AS ended')
    const [row] = (await list(writer)).result
    const stop = (client: Client, body: object) => client.post('/api/v1/query/stop', body)
    const answer = await stop(writer, { client_id: row.client_id })
    expect([answer.statusCode, answer.json()]).toEqual([200, { result: 'OK' }])
    expect((await writer.get(`/api/v1/query/${row.id}`)).json().result.status).toBe('success')
    expect((await stop(admin, { client_id: row.client_id })).statusCode).toBe(404)
    expect((await stop(writer, {})).statusCode).toBe(400)
  })
})
