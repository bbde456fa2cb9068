import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOOTSTRAP_ID } from '#core/session/bootstrap.ts'
import { bounds } from '#core/rest/bounds.ts'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'

let fixture: TestApp
let admin: Client
let key: string
let databaseId: number
beforeAll(async () => {
  fixture = await makeTestApp()
  mkdirSync(fixture.context.config.clientDir, { recursive: true })
  const bootstrap = `<script type="application/json" id="${BOOTSTRAP_ID}">__FACET_BOOTSTRAP__</script>`
  writeFileSync(join(fixture.context.config.clientDir, 'index.html'), `<html><body>${bootstrap}</body></html>`)
  admin = await fixture.as('Admin')
  const dataset = await fixture.dataset({ table_name: 'sales', schema: 'main' })
  key = `${dataset.id}__table`
  databaseId = dataset.database_id
})
afterAll(() => fixture.close())

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const post = (client: Client, url: string, fields: Record<string, string>) =>
  client.post(url, new URLSearchParams(fields).toString(), form)
const open = (client: Client, request: unknown) =>
  post(client, '/superset/sqllab/', { form_data: typeof request === 'string' ? request : JSON.stringify(request) })

/** Returns the requested query in the bootstrap data of a page. */
function requested(html: string): unknown {
  const text = new RegExp(`id="${BOOTSTRAP_ID}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1] ?? '{}'
  return (JSON.parse(text) as { requestedQuery?: unknown }).requestedQuery
}

describe('The SQL editor opened by a form', () => {
  it('shows the SQL and the dataset, and runs no query', async () => {
    const answer = await open(admin, { datasourceKey: key, sql: 'SELECT 1 -- </script>' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(requested(answer.body)).toEqual({
      datasourceKey: key,
      sql: 'SELECT 1 -- </script>',
      databaseId,
      dataset: { id: Number.parseInt(key, 10), name: 'sales', schema: 'main', databaseId, columns: expect.any(Array) },
    })
    expect((await admin.get('/api/v1/query/')).json().count).toBe(0)
  })

  it.each(['999999__table', '1__druid', ''])('keeps the SQL without a dataset: %s', async (datasourceKey) => {
    expect(requested((await open(admin, { datasourceKey, sql: 'SELECT 2' })).body)).toEqual({
      datasourceKey,
      sql: 'SELECT 2',
      databaseId: null,
      dataset: null,
    })
  })

  it('hides a dataset from users who may not read it', async () => {
    const writer = await fixture.signedIn(await fixture.user('writer', ['Gamma', 'sql_lab']))
    const { body } = await open(writer, { datasourceKey: key, sql: 'SELECT 3' })
    expect(requested(body)).toEqual({ datasourceKey: key, sql: 'SELECT 3', databaseId: null, dataset: null })
  })

  it.each(['{', '[]', '"text"', '{"datasourceKey":"1__table"}'])('opens without a request for %s', async (text) => {
    const answer = await open(admin, text)
    expect([answer.statusCode, requested(answer.body)]).toEqual([200, undefined])
  })

  it('needs the permission and the CSRF token', async () => {
    expect((await open(await fixture.as('Gamma'), { datasourceKey: key, sql: 'SELECT 1' })).statusCode).toBe(403)
    expect((await open(fixture.nobody, { datasourceKey: key, sql: 'SELECT 1' })).statusCode).toBe(401)
    const forged = await admin.post(
      '/superset/sqllab/',
      new URLSearchParams({ form_data: JSON.stringify({ datasourceKey: key, sql: 'SELECT 1' }) }).toString(),
      { headers: { ...form.headers, 'x-csrftoken': 'forged' } },
    )
    expect(forged.statusCode).toBe(400)
    expect(requested(forged.body)).toBeUndefined()
  })
})

describe('The editor', () => {
  const tab = (client: Client, editor: object) =>
    post(client, '/tabstateview/', { queryEditor: JSON.stringify(editor) })
  const change = (id: number, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    admin.put(
      `/tabstateview/${id}`,
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])).toString(),
      { headers: { ...form.headers, ...headers } },
    )

  it('returns the tabs of the caller and the databases they may query', async () => {
    const { id } = (await tab(admin, { name: 'First', dbId: databaseId, sql: 'SELECT 1' })).json()
    const second = (await tab(admin, { title: 'Second', dbId: String(databaseId) })).json()
    const { result } = (await admin.get('/api/v1/sqllab/')).json()
    expect(result.tab_state_ids).toEqual([
      { id, label: 'First' },
      { id: second.id, label: 'Second' },
    ])
    expect(result.active_tab).toMatchObject({ id: second.id, label: 'Second', database_id: databaseId, active: true })
    expect(result.databases[databaseId]).toMatchObject({ database_name: 'local', backend: 'duckdb', allow_dml: false })
    await admin.post(`/tabstateview/${id}/activate`)
    expect((await admin.get('/api/v1/sqllab/')).json().result.active_tab.id).toBe(id)
  })

  it('stores changes of a tab, and the later of two windows gets a conflict', async () => {
    const made = await tab(admin, { name: 'Tab', dbId: databaseId })
    const { id } = made.json()
    const first = made.headers['etag'] as string
    const saved = await change(
      id,
      { sql: 'SELECT 1', query_limit: 500, hide_left_bar: true, user_id: 99 },
      { 'if-match': first },
    )
    expect([saved.statusCode, saved.json()]).toEqual([200, id])
    const late = await change(id, { sql: 'SELECT 2' }, { 'if-match': first })
    expect([late.statusCode, late.json().message]).toEqual([412, 'This was changed by someone else'])
    const shown = await admin.get(`/tabstateview/${id}`)
    expect(shown.json()).toMatchObject({
      sql: 'SELECT 1',
      query_limit: 500,
      hide_left_bar: true,
      user_id: admin.user?.userId,
    })
    const next = await change(id, { sql: 'SELECT 2' }, { 'if-match': shown.headers['etag'] as string })
    expect(next.statusCode).toBe(200)
    expect((await change(id, { latest_query_id: 'unknown' })).statusCode).toBe(400)
  })

  it('stores the source dataset of a tab and shows it to users who may read it now', async () => {
    const { id } = (await tab(admin, { name: 'Source', datasourceKey: key })).json()
    const shown = async () => (await admin.get(`/tabstateview/${id}`)).json()
    expect(await shown()).toMatchObject({
      datasource_key: key,
      source: { id: Number.parseInt(key, 10), name: 'sales', schema: 'main', databaseId, columns: expect.any(Array) },
    })
    await change(id, { datasource_key: '999999__table' })
    expect(await shown()).toMatchObject({ datasource_key: '999999__table', source: null })
    await change(id, { datasource_key: null })
    expect(await shown()).toMatchObject({ datasource_key: null, source: null })
    expect((await change(id, { datasource_key: 'x'.repeat(257) })).statusCode).toBe(400)
    const other = await fixture.signedIn(await fixture.user('sourceless', ['Gamma', 'sql_lab']))
    const theirs = (await tab(other, { name: 'Source', datasourceKey: key })).json()
    const answer = await other.get(`/tabstateview/${theirs.id}`)
    expect(answer.json()).toMatchObject({ datasource_key: key, source: null })
    expect(answer.body).not.toContain('sales')
  })

  it('stores the run of a tab, and returns its state', async () => {
    const { id } = (await tab(admin, { name: 'Run', dbId: databaseId })).json()
    const ran = await admin.post('/api/v1/sqllab/execute/', {
      database_id: databaseId,
      sql: 'SELECT 1 AS one',
      client_id: 'ofthetab',
      sql_editor_id: String(id),
    })
    expect(ran.statusCode).toBe(200)
    await change(id, { latest_query_id: 'ofthetab' })
    expect((await admin.get(`/tabstateview/${id}`)).json().latest_query).toMatchObject({
      id: 'ofthetab',
      state: 'success',
      sqlEditorId: String(id),
    })
    expect((await admin.delete(`/tabstateview/${id}/query/ofthetab`)).statusCode).toBe(200)
    expect((await admin.get(`/tabstateview/${id}`)).json().latest_query).toBeNull()
  })

  it('moves a run into another tab', async () => {
    const from = (await tab(admin, { name: 'From', dbId: databaseId })).json().id as number
    const to = (await tab(admin, { name: 'To', dbId: databaseId })).json().id as number
    const run = { database_id: databaseId, sql: 'SELECT 1', client_id: 'moved', sql_editor_id: String(from) }
    await admin.post('/api/v1/sqllab/execute/', run)
    const moved = await post(admin, `/tabstateview/${to}/migrate_query`, { queryId: '"moved"' })
    expect([moved.statusCode, moved.json()]).toEqual([200, to])
    const { queries } = (await admin.get('/api/v1/sqllab/')).json().result
    expect(queries.moved.sqlEditorId).toBe(String(to))
  })

  it('closes a tab and opens it again', async () => {
    const { id } = (await tab(admin, { name: 'Closed', sql: 'SELECT 7' })).json()
    expect((await admin.delete(`/tabstateview/${id}`)).json()).toBe('OK')
    expect((await admin.get(`/tabstateview/${id}`)).statusCode).toBe(404)
    expect((await admin.post(`/tabstateview/${id}/restore`)).json()).toMatchObject({
      id,
      sql: 'SELECT 7',
      active: true,
    })
    expect((await admin.get(`/tabstateview/${id}`)).statusCode).toBe(200)
  })

  it('shows tables in the schema browser of a tab', async () => {
    const { id } = (await tab(admin, { name: 'Tables', dbId: databaseId })).json()
    const table = { queryEditorId: String(id), dbId: databaseId, schema: 'main', name: 'sales', columns: [] }
    const added = (await post(admin, '/tableschemaview/', { table: JSON.stringify(table) })).json()
    const tables = async () => (await admin.get(`/tabstateview/${id}`)).json().table_schemas
    expect(await tables()).toMatchObject([{ id: added.id, table: 'sales', schema: 'main', expanded: true }])
    const folded = await post(admin, `/tableschemaview/${added.id}/expanded`, { expanded: 'false' })
    expect(folded.json()).toEqual({ id: added.id, expanded: false })
    expect(await tables()).toMatchObject([{ expanded: false }])
    expect((await admin.delete(`/tableschemaview/${added.id}`)).json()).toBe('OK')
    expect(await tables()).toEqual([])
  })

  it('shows, changes and closes tabs only for their owner', async () => {
    const { id } = (await tab(admin, { name: 'Mine', sql: 'SELECT secret' })).json()
    const table = JSON.stringify({ queryEditorId: id, dbId: databaseId, name: 'sales' })
    const added = (await post(admin, '/tableschemaview/', { table })).json()
    const other = await fixture.signedIn(await fixture.user('other', ['Admin']))
    const refused = [
      await other.get(`/tabstateview/${id}`),
      await post(other, `/tabstateview/${id}/migrate_query`, { queryId: '"x"' }),
      await other.put(`/tabstateview/${id}`, 'sql=%22SELECT%201%22', form),
      await other.post(`/tabstateview/${id}/activate`),
      await other.delete(`/tabstateview/${id}`),
      await post(other, '/tableschemaview/', { table }),
      await other.delete(`/tableschemaview/${added.id}`),
      await post(other, `/tableschemaview/${added.id}/expanded`, { expanded: 'true' }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403))
    expect(refused.some(({ body }) => body.includes('secret'))).toBe(false)
    expect((await other.post(`/tabstateview/${id}/restore`)).statusCode).toBe(404)
    expect((await (await fixture.as('Gamma')).get(`/tabstateview/${id}`)).statusCode).toBe(403)
  })

  it('formats SQL, with templates in it', async () => {
    const answer = await admin.post('/api/v1/sqllab/format_sql/', {
      sql: "select a,b from t where c = {{ filter_values('c')[0] }} and d=1",
    })
    expect(answer.json()).toEqual({
      result: "SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  c = {{ filter_values('c')[0] }}\n  AND d = 1",
    })
  })

  it('shares SQL by a link', async () => {
    const shared = { dbId: databaseId, name: 'Shared', schema: null, sql: 'SELECT 1', templateParams: null }
    const made = await admin.post('/api/v1/sqllab/permalink', shared)
    expect([made.statusCode, made.json().url]).toEqual([201, `/sqllab/p/${made.json().key}`])
    expect((await admin.get(`/api/v1/sqllab/permalink/${made.json().key}`)).json()).toEqual(shared)
    expect((await admin.get('/api/v1/sqllab/permalink/nothing')).statusCode).toBe(404)
  })
})

describe('Deprecated calls', () => {
  const data = (url: string, value: object) => post(admin, url, { data: JSON.stringify(value) })
  const run = (sql: string, client_id: string) =>
    admin.post('/superset/sql_json/', { database_id: databaseId, sql, client_id })

  it('run SQL, list runs, and search them', async () => {
    fixture.now += 1000
    const since = fixture.now
    expect((await run('SELECT 11 AS eleven', 'older1')).json().data).toEqual([{ eleven: 11 }])
    fixture.now += 5000
    await run('SELECT nothing_here', 'older2')
    const changed = (await admin.get(`/superset/queries/${since}`)).json()
    expect(Object.keys(changed).toSorted()).toEqual(['older1', 'older2'])
    const found = async (query: string) =>
      (await admin.get(`/superset/search_queries?${query}`)).json<{ id: string }[]>().map(({ id }) => id)
    expect(await found('search_text=eleven')).toEqual(['older1'])
    expect(await found(`status=failed&from=${since / 1000}`)).toEqual(['older2'])
    expect(
      await found(
        `user_id=${admin.user?.userId}&database_id=${databaseId}&from=${since / 1000}&to=${since / 1000 + 1}`,
      ),
    ).toEqual(['older1'])
  })

  it('check SQL', async () => {
    const fields = { database_id: String(databaseId), sql: 'SELECT nowhere', schema: '', templateParams: '{}' }
    expect((await post(admin, '/superset/validate_sql_json/', fields)).json()).toMatchObject([{ line_number: 1 }])
    expect((await post(admin, '/superset/validate_sql_json/', { ...fields, sql: 'SELECT 1' })).json()).toEqual([])
  })

  it('make datasets of SQL and of tables', async () => {
    const made = await data('/superset/sqllab_viz/', {
      datasourceName: 'of the editor',
      dbId: databaseId,
      schema: null,
      sql: 'SELECT 1 AS one',
      templateParams: null,
      columns: [],
    })
    const { table_id } = made.json()
    const q = encodeURIComponent(printRison({ columns: ['sql', 'table_name'] }))
    expect((await admin.get(`/api/v1/dataset/${table_id}?q=${q}`)).json().result).toEqual({
      sql: 'SELECT 1 AS one',
      table_name: 'of the editor',
    })
    const table = { datasourceName: 'sales', dbId: databaseId, schema: 'main' }
    expect((await data('/superset/get_or_create_table/', table)).json()).toEqual({ table_id: Number.parseInt(key, 10) })
  })

  it('return that there is no cost estimate', async () => {
    const older = await post(admin, `/superset/estimate_query_cost/${databaseId}/main/`, { sql: 'SELECT 1' })
    const newer = await admin.post('/api/v1/sqllab/estimate/', { database_id: databaseId, sql: 'SELECT 1' })
    for (const answer of [older, newer])
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([400, 'The database has no cost estimate'])
  })
})

describe('Bounds', () => {
  it.each([
    ['sql-statements', () => ({ sql: 'SELECT 1;'.repeat(bounds['sql-statements'].most + 1) })],
    ['sql-length', () => ({ sql: `SELECT '${'x'.repeat(bounds['sql-length'].most)}'` })],
  ] as const)('%s', async (name, body) => {
    const answer = await admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, ...body() })
    expect([answer.statusCode, answer.json().errors?.[0].extra.bound]).toEqual([400, name])
  })

  it('formatted-sql', async () => {
    const answer = await admin.post('/api/v1/sqllab/format_sql/', { sql: ' '.repeat(bounds['formatted-sql'].most + 1) })
    expect(answer.statusCode).toBe(400)
  })

  it('sql-tabs and tab-tables', async () => {
    const client = await fixture.signedIn(await fixture.user('many', ['Admin']))
    const { tabStates } = fixture.context.store
    const userId = client.user?.userId as number
    let last = 0
    for (let n = 0; n < bounds['sql-tabs'].most; n++) last = (await tabStates.create(userId, {})).id
    expect((await post(client, '/tabstateview/', { queryEditor: '{}' })).statusCode).toBe(400)
    const table = { tab_state_id: last, database_id: 1, schema: null, table: 't', description: null, expanded: true }
    for (let n = 0; n < bounds['tab-tables'].most; n++) await tabStates.addTable(table)
    const added = JSON.stringify({ queryEditorId: last, dbId: 1, name: 't' })
    expect((await post(client, '/tableschemaview/', { table: added })).statusCode).toBe(400)
  })
})
