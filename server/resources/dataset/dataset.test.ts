import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printRison } from '#core/rest/rison.ts'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'
import { replaceTable } from '#testing/duckdb-file.ts'

let fixture: TestApp
let admin: Client
let uploads: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  uploads = (await fixture.database(made)).id
})
afterAll(() => fixture.close())

const send = (client: Client, text: string | Uint8Array, fields: Record<string, string> = {}, filename?: string) =>
  uploadCsv(client, uploads, text, fields, filename)

const show = async (id: number) => (await admin.get(`/api/v1/dataset/${id}`)).json().result

interface Named {
  readonly column_name: string
  readonly type: string
  readonly type_generic: number
  readonly is_dttm: boolean
}

describe('a CSV file', () => {
  it('becomes a table and a dataset with the types of its columns', async () => {
    const answer = await send(
      admin,
      'day,amount,ok,"name, full"\n2024-05-01,1.5,true,Ada\n2024-05-02,2,false,"O""Brien"\n',
    )
    const counts = { blank: 0, 'above-header': 0, short: 0, long: 0 }
    const report = { records: 3, rows: 2, has_header: true, counts, reported: [] }
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'OK', dataset_id: expect.any(Number), report }])
    const dataset = await show(answer.json().dataset_id)
    expect(dataset).toMatchObject({
      table_name: 'sales',
      kind: 'physical',
      main_dttm_col: 'day',
      owners: [{ username: 'admin' }],
      database: { id: uploads, counts_at_once: true },
    })
    expect(dataset.columns.map((each: Named) => [each.column_name, each.type_generic, each.is_dttm])).toEqual([
      ['day', 2, true],
      ['amount', 0, false],
      ['ok', 3, false],
      ['name, full', 1, false],
    ])
    expect(dataset.metrics).toEqual([expect.objectContaining({ metric_name: 'count', expression: 'COUNT(*)' })])
  })

  it('returns query results at once, also after it was replaced', async () => {
    const ask = async (datasource: number) => {
      const metric = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'sum' }
      const context = { datasource: { id: datasource, type: 'table' }, queries: [{ columns: [], metrics: [metric] }] }
      return (await admin.post('/api/v1/chart/data', context)).json().result[0].data
    }
    const { dataset_id } = (await send(admin, 'amount\n1\n2\n', { table_name: 'sums' })).json()
    expect(await ask(dataset_id)).toEqual([{ sum: 3 }])
    const again = await send(admin, 'amount\n10\n', { table_name: 'sums' })
    expect([again.statusCode, again.json().message]).toEqual([422, 'The table "sums" already exists'])
    const replaced = await send(admin, 'amount\n10\n', { table_name: 'sums', already_exists: 'replace' })
    expect(replaced.json().dataset_id).toBe(dataset_id)
    expect(await ask(dataset_id)).toEqual([{ sum: 10 }])
    await send(admin, 'amount\n5\n', { table_name: 'sums', already_exists: 'append' })
    expect(await ask(dataset_id)).toEqual([{ sum: 15 }])
  })

  it('loads unusual names, many columns, large numbers and distant years', async () => {
    const names = [
      'a"b',
      "c'd",
      'e.f',
      '🙂',
      'עברית',
      'A',
      'a',
      'select',
      ...Array.from({ length: 300 }, (_, at) => `c${at}`),
    ]
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',')
    const row = ['9007199254740993', '1900-01-01', '2100-12-31', '', ...names.slice(4).map(() => 'x')].join(',')
    const answer = await send(admin, `${quoted}\n${row}\n`, { table_name: 'hos"tile \'table' })
    expect(answer.statusCode).toBe(201)
    const { columns } = await show(answer.json().dataset_id)
    expect(columns).toHaveLength(names.length)
    expect(columns.slice(0, 5).map((each: Named) => [each.column_name, each.type])).toEqual([
      ['a"b', 'BIGINT'],
      ["c'd", 'DATE'],
      ['e.f', 'DATE'],
      ['🙂', 'VARCHAR'],
      ['עברית', 'VARCHAR'],
    ])
  })

  it.each([
    ['program.exe', 'a\n1\n'],
    ['sales.csv.zip', 'a\n1\n'],
  ])('the file name %s is rejected', async (filename, text) => {
    expect((await send(admin, text, {}, filename)).statusCode).toBe(422)
  })

  it('a file without content is rejected, and creates no table', async () => {
    const answer = await send(admin, '', { table_name: 'nothing' })
    expect(answer.statusCode).toBe(422)
    const tables = (
      await admin.get(`/api/v1/database/${uploads}/tables/?q=${printRison({ schema_name: 'main' })}`)
    ).json()
    expect(tables.result.map(({ value }: { value: string }) => value)).not.toContain('nothing')
  })

  it('accepts it from users who may upload, into databases that allow uploads', async () => {
    expect((await send(await fixture.as('Gamma'), 'a\n1\n', { table_name: 'gamma' })).statusCode).toBe(403)
    expect((await send(await fixture.as('Alpha'), 'a\n1\n', { table_name: 'alpha' })).statusCode).toBe(201)
    const closed = await fixture.database()
    const answer = await admin.post(`/api/v1/database/${closed.id}/upload/`, '{}', {
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: "Request MIME type is not 'multipart/form-data'" },
    ])
  })
})

describe('a dataset', () => {
  it('a dataset of a table has its columns and a count metric, and a unique name', async () => {
    await send(admin, 'day,amount\n2024-05-01,1\n', { table_name: 'plain' })
    const { store } = fixture.context
    const upload = await store.datasets.find({ col: 'table_name', op: 'eq', value: 'plain' })
    await store.datasets.remove([upload?.id as number], null)
    const body = { database: uploads, table_name: 'plain' }
    const made = await admin.post('/api/v1/dataset/', body)
    expect(made.statusCode).toBe(201)
    expect((await show(made.json().id)).columns.map((each: Named) => each.column_name)).toEqual(['day', 'amount'])
    const again = await admin.post('/api/v1/dataset/', body)
    expect([again.statusCode, again.json()]).toEqual([
      422,
      { message: { table_name: ['Dataset plain already exists'] } },
    ])
    const missing = await admin.post('/api/v1/dataset/', { database: uploads, table_name: 'no such table' })
    expect(missing.json().message.table[0]).toMatch(/^Table \[no such table\] could not be found/)
  })

  it('requires a unique name, also among concurrent requests', async () => {
    const body = { database: uploads, table_name: 'at once', sql: 'SELECT 1 AS one' }
    const made = await Promise.all([1, 2, 3].map(() => admin.post('/api/v1/dataset/', body)))
    expect(made.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422])
    const ids = await Promise.all(
      ['a', 'b'].map(async (table_name) => (await admin.post('/api/v1/dataset/', { ...body, table_name })).json().id),
    )
    const named = await Promise.all(ids.map((id) => admin.put(`/api/v1/dataset/${id}`, { table_name: 'one name' })))
    expect(named.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('a dataset of SQL has the columns of its SELECT, and rejects other statements', async () => {
    const sql = "SELECT 1 AS one, DATE '2024-05-01' AS day"
    const made = await admin.post('/api/v1/dataset/', { database: uploads, table_name: 'by sql', sql })
    const shown = await show(made.json().id)
    expect(shown.kind).toBe('virtual')
    expect(shown.columns.map((each: Named) => [each.column_name, each.type])).toEqual([
      ['one', 'INTEGER'],
      ['day', 'DATE'],
    ])
    for (const wrong of ['DROP TABLE plain', "SELECT * FROM read_csv('/etc/passwd')", 'SELECT 1; SELECT 2']) {
      const answer = await admin.post('/api/v1/dataset/', { database: uploads, table_name: 'wrong', sql: wrong })
      expect([400, 403]).toContain(answer.statusCode)
    }
  })

  it("SQL that names a missing object is rejected with the database's message", async () => {
    const body = { database: uploads, table_name: 'wrong', sql: 'SELECT nosuch FROM (SELECT 1 AS one)' }
    const answer = await admin.post('/api/v1/dataset/', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].message).toMatch(/"nosuch" not found/)
  })

  it('SQL may have columns whose names look like templates if these are quoted', async () => {
    const sql = `SELECT 1 AS "100% {{ '{{' }} jinja }}", 2 AS "{{ '{%' }} x %}"`
    const made = await admin.post('/api/v1/dataset/', { database: uploads, table_name: 'braces', sql })
    const { columns } = await show(made.json().id)
    expect(columns.map((each: Named) => each.column_name)).toEqual(['100% {{ jinja }}', '{% x %}'])
  })

  it('follows its table on refresh: adds new columns, removes missing ones, keeps edits', async () => {
    const { dataset_id } = (await send(admin, 'a,b\n1,2\n', { table_name: 'moving' })).json()
    const before = await show(dataset_id)
    const columns = before.columns.map((each: Named & { id: number }) => ({
      id: each.id,
      column_name: each.column_name,
      verbose_name: `Nice ${each.column_name}`,
    }))
    const computed = { column_name: 'twice', expression: 'a * 2' }
    const edited = await admin.put(`/api/v1/dataset/${dataset_id}`, { columns: [...columns, computed] })
    expect(edited.statusCode).toBe(200)
    const database = await fixture.context.store.databases.get(uploads)
    if (!database) throw new Error('There is no database of uploads')
    await replaceTable(fixture.context.chartData.sources, database, 'moving', 'SELECT 1.5 AS a, 3 AS c')
    await fixture.context.store.databases.dataChanged(uploads)
    expect((await admin.put(`/api/v1/dataset/${dataset_id}/refresh`)).json()).toMatchObject({
      message: 'OK',
      changes: {
        added: ['c'],
        removed: ['b'],
        type_changed: [{ name: 'a', before: 'BIGINT', after: 'DECIMAL(2,1)' }],
      },
    })
    const after = await show(dataset_id)
    expect(
      after.columns.map((each: Named & { verbose_name: string }) => [each.column_name, each.verbose_name, each.type]),
    ).toEqual([
      ['a', 'Nice a', 'DECIMAL(2,1)'],
      ['c', null, 'INTEGER'],
      ['twice', null, null],
    ])
    expect(after.columns[0].id).toBe(before.columns[0].id)
  })

  it('rejects invalid lists of columns and metrics', async () => {
    const { id, columns } = await fixture.dataset()
    const put = async (body: object) => (await admin.put(`/api/v1/dataset/${id}`, body)).json().message
    expect(await put({ columns: [{ id: 999999, column_name: 'x' }] })).toEqual({
      columns: ['One or more columns do not exist'],
    })
    const twice = [{ column_name: 'x' }, { column_name: 'x' }]
    expect(await put({ columns: twice })).toEqual({ columns: ['One or more columns are duplicated'] })
    const clash = [{ id: columns[0]?.id, column_name: 'renamed' }, { column_name: columns[0]?.column_name }]
    expect(await put({ columns: clash })).toEqual({ columns: ['One or more columns already exist'] })
    const metrics = [{ metric_name: 'm' }]
    expect(await put({ metrics })).toEqual({ metrics: { 0: { expression: ['Missing data for required field.'] } } })
  })

  it('deletes a single column or metric', async () => {
    const { id, columns, metrics } = await fixture.dataset()
    expect((await admin.delete(`/api/v1/dataset/${id}/column/${columns[0]?.id}`)).json()).toEqual({ message: 'OK' })
    expect((await admin.delete(`/api/v1/dataset/${id}/metric/${metrics[0]?.id}`)).json()).toEqual({ message: 'OK' })
    expect((await admin.delete(`/api/v1/dataset/${id}/column/999999`)).statusCode).toBe(404)
    const shown = await show(id)
    expect([shown.columns.length, shown.metrics.length]).toEqual([2, 0])
  })

  it('lists the charts and dashboards that use it', async () => {
    const { id } = await fixture.dataset()
    const chart = await fixture.chart({ datasource_id: id, slice_name: 'On it' })
    const dashboard = await fixture.dashboard({ charts: [chart.id], dashboard_title: 'With it', slug: 'with-it' })
    expect((await admin.get(`/api/v1/dataset/${id}/related_objects`)).json()).toEqual({
      charts: { count: 1, result: [{ id: chart.id, slice_name: 'On it', viz_type: 'table' }] },
      dashboards: {
        count: 1,
        result: [{ id: dashboard.id, json_metadata: null, slug: 'with-it', title: 'With it' }],
      },
    })
  })
})

describe('a database', () => {
  it('lists its schemas, tables and columns', async () => {
    await send(admin, 'day,amount\n2024-05-01,1\n', { table_name: 'told' })
    expect((await admin.get(`/api/v1/database/${uploads}/schemas/`)).json().result).toContain('main')
    const tables = (await admin.get(`/api/v1/database/${uploads}/tables/?q=(schema_name:main,force:!f)`)).json()
    expect(tables.result).toContainEqual({ value: 'told', type: 'table', extra: null })
    expect((await admin.get(`/api/v1/database/${uploads}/tables/`)).statusCode).toBe(400)
    const table = (await admin.get(`/api/v1/database/${uploads}/table/told/undefined/`)).json()
    expect(table.columns).toEqual([
      { name: 'day', type: 'DATE', longType: 'DATE', keys: [], comment: null },
      { name: 'amount', type: 'BIGINT', longType: 'BIGINT', keys: [], comment: null },
    ])
    expect((await admin.get(`/api/v1/database/${uploads}/table/nothing/main/`)).statusCode).toBe(404)
    expect((await admin.get(`/api/v1/database/${uploads}/table_extra/told/main/`)).json()).toEqual({})
  })

  it('tests it before it saves it', async () => {
    const good = await admin.post('/api/v1/database/test_connection', { sqlalchemy_uri: 'duckdb:///fine.duckdb' })
    const warnings = ['The file fine.duckdb does not exist; the first upload into the database creates it.']
    expect([good.statusCode, good.json()]).toEqual([200, { message: 'OK', warnings }])
    const unknown = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri: 'oracle://x' })
    expect([unknown.statusCode, unknown.json().errors[0].message]).toEqual([
      422,
      'Could not load database driver: oracle',
    ])
    const wrong = await admin.post('/api/v1/database/', { database_name: 'w', sqlalchemy_uri: 'no address' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([422, expect.stringMatching(/^Invalid connection string/)])
    await fixture.database({ database_name: 'Taken' })
    const taken = await admin.post('/api/v1/database/', {
      database_name: 'Taken',
      sqlalchemy_uri: 'duckdb:///t.duckdb',
    })
    expect(taken.json()).toEqual({ message: { database_name: ['A database with the same name already exists.'] } })
  })

  it('offers every engine, with the parameters of its form', async () => {
    const { databases } = (await admin.get('/api/v1/database/available/')).json()
    expect(databases.find(({ engine }: { engine: string }) => engine === 'duckdb')).toMatchObject({
      name: 'DuckDB',
      engine: 'duckdb',
      parameters: { type: 'object', required: ['file'], properties: { file: { type: 'string' } } },
    })
  })
})
