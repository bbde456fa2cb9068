import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOON } from '#testing/app.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
beforeAll(async () => {
  fixture = await openDataFixture(
    [
      "CREATE TABLE sales AS SELECT * FROM (VALUES ('a', 1), ('b', 2)) t(area, amount)",
      'CREATE VIEW sums AS SELECT sum(amount) AS amount FROM sales',
      'CREATE TABLE free AS SELECT 1 AS n',
      'CREATE TABLE copied AS SELECT area FROM sales',
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
})
afterAll(() => fixture.close())

it('applies row rules in the SQL editor, and does not show the executed SQL', async () => {
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    headers: { authorization: `Bearer ${await fixture.token('admin')}` },
    payload: { database_id: fixture.database.id, sql: 'SELECT area, amount FROM sales' },
  })
  const { data, query } = answer.json()
  expect([answer.statusCode, data]).toEqual([200, [{ area: 'a', amount: 1 }]])
  expect(query.executedSql).toBeNull()
})

it('stored rows in every form are hidden once the rules or masks of their user change', async () => {
  const { store } = fixture.context
  const headers = { authorization: `Bearer ${await fixture.token('changed', 'Alpha', 'sql_lab')}` }
  const payload = { database_id: fixture.database.id, sql: 'SELECT area FROM sales', client_id: 'changed1' }
  const ran = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect([ran.statusCode, ran.json().data]).toEqual([200, [{ area: 'a' }, { area: 'b' }]])
  const key = ran.json().query.resultsKey as string
  const read = async () => {
    const urls = [`/api/v1/sqllab/results/?q=(key:'${key}')`, '/api/v1/sqllab/export/changed1/']
    const answers = [
      ...(await Promise.all(urls.map((url) => fixture.app.inject({ method: 'GET', url, headers })))),
      await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload }),
    ]
    return answers.map((answer) => answer.headers['x-facet-error'] ?? answer.statusCode)
  }
  expect(await read()).toEqual([200, 200, 200])
  const [dataset] = (await store.datasets.list({})).rows
  const alpha = await store.roles.byName('Alpha')
  const rule = { name: 'later', filter_type: 'Regular', clause: "area = 'a'", tables: [dataset?.id as number] } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  expect(await read()).toEqual(['result-withdrawn', 'result-withdrawn', 'result-withdrawn'])
  await store.rowRules.remove(id, null)
  expect(await read()).toEqual([200, 200, 200])
  const other = await fixture.dataset({ table_name: 'free', schema: 'main' })
  const unrelated = { ...rule, name: 'unrelated', clause: 'n = 2', tables: [other.id], roles: [alpha?.id as number] }
  const { id: unrelatedId } = await store.rowRules.create(unrelated, null)
  expect(await read()).toEqual([200, 200, 200])
  await store.rowRules.remove(unrelatedId, null)
  await store.databases.update(fixture.database.id, { expose_in_sqllab: false }, null)
  expect(await read()).toEqual(['sqllab-hidden', 'sqllab-hidden', 'sqllab-hidden'])
  await store.databases.update(fixture.database.id, { expose_in_sqllab: true }, null)
})

it('stored rows of a dataset read by its macro are hidden once the rules of that dataset change', async () => {
  const { store } = fixture.context
  const { id: virtual } = await fixture.dataset({
    table_name: 'areas',
    sql: 'SELECT area FROM sales',
    columns: [{ column_name: 'area', type: 'VARCHAR' }],
  })
  const headers = { authorization: `Bearer ${await fixture.token('macro', 'Alpha', 'sql_lab')}` }
  const payload = { database_id: fixture.database.id, sql: `SELECT area FROM {{ dataset(${virtual}) }}` }
  const ran = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect([ran.statusCode, ran.json().data]).toEqual([200, [{ area: 'a' }, { area: 'b' }]])
  const url = `/api/v1/sqllab/results/?q=(key:'${ran.json().query.resultsKey}')`
  const read = async () => (await fixture.app.inject({ method: 'GET', url, headers })).statusCode
  expect(await read()).toBe(200)
  const alpha = await store.roles.byName('Alpha')
  const rule = { name: 'areas', filter_type: 'Regular', clause: "area = 'a'", tables: [virtual] } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  expect(await read()).toBe(403)
  await store.rowRules.remove(id, null)
  expect(await read()).toBe(200)
})

it('stored rows of a dataset read by its macro are hidden once an attribute of the user changes in its rules', async () => {
  const { store } = fixture.context
  const { id: virtual } = await fixture.dataset({
    table_name: 'own areas',
    sql: 'SELECT area FROM sales',
    columns: [{ column_name: 'area', type: 'VARCHAR' }],
  })
  const headers = { authorization: `Bearer ${await fixture.token('moving', 'Alpha', 'sql_lab')}` }
  const user = await store.users.byUsername('moving')
  const move = (area: string) =>
    store.users.update(user?.id as number, { attributes: JSON.stringify({ area }) }, fixture.admin.userId)
  await move('a')
  const alpha = await store.roles.byName('Alpha')
  const clause = "area = '{{ attribute('area') }}'"
  const rule = { name: 'own areas', filter_type: 'Regular', clause, tables: [virtual] } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  const payload = { database_id: fixture.database.id, sql: `SELECT area FROM {{ dataset(${virtual}) }}` }
  const ran = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect([ran.statusCode, ran.json().data]).toEqual([200, [{ area: 'a' }]])
  const url = `/api/v1/sqllab/results/?q=(key:'${ran.json().query.resultsKey}')`
  const read = async () => (await fixture.app.inject({ method: 'GET', url, headers })).statusCode
  expect(await read()).toBe(200)
  await move('b')
  expect(await read()).toBe(403)
  await move('a')
  expect(await read()).toBe(200)
  await store.rowRules.remove(id, null)
})

it('stored rows of a table created from another are hidden once the rules of its source change', async () => {
  const { store } = fixture.context
  const entry = await store.createdTables.add({
    database_id: fixture.database.id,
    schema: 'main',
    name: 'copied',
    method: 'TABLE',
    user_id: fixture.admin.userId,
    sources: ['sales'],
  })
  const headers = { authorization: `Bearer ${await fixture.token('copying', 'Alpha', 'sql_lab')}` }
  const payload = { database_id: fixture.database.id, sql: 'SELECT area FROM copied' }
  const ran = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect([ran.statusCode, ran.json().data]).toEqual([200, [{ area: 'a' }, { area: 'b' }]])
  await store.createdTables.remove(entry)
  const [dataset] = (await store.datasets.list({})).rows
  const alpha = await store.roles.byName('Alpha')
  const rule = {
    name: 'source',
    filter_type: 'Regular',
    clause: "area = 'a'",
    tables: [dataset?.id as number],
  } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  const url = `/api/v1/sqllab/results/?q=(key:'${ran.json().query.resultsKey}')`
  expect((await fixture.app.inject({ method: 'GET', url, headers })).statusCode).toBe(403)
  await store.rowRules.remove(id, null)
  expect((await fixture.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
})

it('stored messages of the engine are hidden once rules apply to the reader, in every form', async () => {
  const { store } = fixture.context
  const headers = { authorization: `Bearer ${await fixture.token('failing', 'Alpha', 'sql_lab')}` }
  const user = await store.users.byUsername('failing')
  const run = async (sql: string, client_id: string) => {
    const payload = { database_id: fixture.database.id, sql, client_id }
    await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  }
  await run('SELECT CAST(area AS INTEGER) FROM sales', 'failing1')
  await run('SELECT missing FROM sales', 'failing2')
  const inWhole = async (url: string) => (await fixture.app.inject({ method: 'GET', url, headers })).body
  const own = await store.queries.list({ where: { col: 'created_by_fk', op: 'eq', value: user?.id as number } })
  const [quoting, naming] = own.rows.map(({ id }) => `/api/v1/query/${id}`)
  const since = '/api/v1/query/updated_since?q=(last_updated_ms:0)'
  const shown = async () => [(await inWhole(quoting ?? '')).includes("'a'"), (await inWhole(since)).includes("'a'")]
  expect(await shown()).toEqual([true, true])
  const [dataset] = (await store.datasets.list({})).rows
  const alpha = await store.roles.byName('Alpha')
  const rule = { name: 'hide', filter_type: 'Regular', clause: "area = 'b'", tables: [dataset?.id as number] } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  expect(await shown()).toEqual([false, false])
  const message = 'The rows of this query are hidden because the rows you may see have changed'
  expect(JSON.parse(await inWhole(quoting ?? '')).result.error_message).toBe(message)
  expect(JSON.parse(await inWhole(naming ?? '')).result.error_message).toBe(message)
  // The message of a statement that failed under the rule has no row values, so it is still shown.
  await run('SELECT missing FROM sales', 'failing3')
  const last = await store.queries.find({ col: 'client_id', op: 'eq', value: 'failing3' })
  expect(JSON.parse(await inWhole(`/api/v1/query/${last?.id}`)).result.error_message).toMatch(/missing/)
  await store.rowRules.remove(id, null)
  expect(await shown()).toEqual([true, true])
})

it('stored rows under a rule with the current time stay readable', async () => {
  const { store } = fixture.context
  const [dataset] = (await store.datasets.list({})).rows
  const alpha = await store.roles.byName('Alpha')
  const clause = `{{ get_time_filter('x', default="2024-01-01 : now").to_expr }} IS NOT NULL`
  const rule = { name: 'until now', filter_type: 'Regular', clause, tables: [dataset?.id as number] } as const
  const { id } = await store.rowRules.create({ ...rule, roles: [alpha?.id as number] }, null)
  const headers = { authorization: `Bearer ${await fixture.token('until', 'Alpha', 'sql_lab')}` }
  const payload = { database_id: fixture.database.id, sql: 'SELECT area FROM sales' }
  const ran = await fixture.app.inject({ method: 'POST', url: '/api/v1/sqllab/execute/', headers, payload })
  expect([ran.statusCode, ran.json().data]).toEqual([200, [{ area: 'a' }, { area: 'b' }]])
  fixture.now += 60_000
  const url = `/api/v1/sqllab/results/?q=(key:'${ran.json().query.resultsKey}')`
  expect((await fixture.app.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
  await store.rowRules.remove(id, null)
})

it('returns 403 for query plans if a row rule applies to the user', async () => {
  for (const sql of ['SELECT area FROM sales', 'SELECT 1']) {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/api/v1/sqllab/explain/',
      headers: { authorization: `Bearer ${await fixture.token('admin')}` },
      payload: { database_id: fixture.database.id, sql },
    })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().errors[0].message).toBe(
      'The query plan is hidden because row-level security applies to you on: sales',
    )
  }
})

it('Row estimates and definitions are hidden on tables with a row rule, and on views if a table has one', async () => {
  const described = async (user: string, table: string) => {
    const answer = await fixture.app.inject({
      method: 'GET',
      url: `/api/v1/database/${fixture.database.id}/table/${table}/main/`,
      headers: { authorization: `Bearer ${await fixture.token(user, user === 'admin' ? 'Admin' : 'Alpha')}` },
    })
    const { rowEstimate, createStatement } = answer.json()
    return [answer.statusCode, rowEstimate, createStatement]
  }
  expect(await described('admin', 'sales')).toEqual([200, null, null])
  expect(await described('admin', 'SALES')).toEqual([404, undefined, undefined])
  expect(await described('admin', 'sums')).toEqual([200, null, null])
  expect(await described('admin', 'free')).toEqual([200, 1, 'CREATE TABLE free(n INTEGER);'])
  expect(await described('alpha', 'sales')).toEqual([200, 2, 'CREATE TABLE sales(area VARCHAR, amount INTEGER);'])
  expect(await described('alpha', 'sums')).toEqual([200, null, expect.stringContaining('CREATE VIEW sums AS')])
})
