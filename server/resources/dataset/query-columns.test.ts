import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, makeTestApp, type TestApp } from '#testing/app.ts'
import { uploadCsv } from '#testing/csv-upload.ts'

let fixture: TestApp
let admin: Client
let database: number
beforeAll(async () => {
  fixture = await makeTestApp()
  admin = await fixture.as('Admin')
  const made = { database_name: 'Uploads', sqlalchemy_uri: 'duckdb:///uploads.duckdb', allow_file_upload: true }
  database = (await fixture.database(made)).id
  await uploadCsv(admin, database, 'id,stage\n1,new\n2,done\n', { table_name: 'steps' })
})
afterAll(() => fixture.close())

const create = (table_name: string, sql: string) => admin.post('/api/v1/dataset/', { database, table_name, sql })
const ask = async (id: number, filters: readonly object[] = []) => {
  const queries = [{ columns: ['id'], filters, orderby: [['id', true]] }]
  const answer = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
  return answer.json().result?.[0] ?? answer.json()
}

describe('the SQL of a dataset', () => {
  it.each([
    'SELECT id FROM steps ; -- done',
    'SELECT id FROM steps ; /* x; y */',
    'SELECT id FROM steps;; -- a;b\n;',
    "SELECT id, ';' AS s FROM steps -- why; not",
  ])('accepts semicolons and comments at its end: %s', async (sql) => {
    const made = await create(`ended ${sql.length}`, sql)
    expect(made.statusCode).toBe(201)
    expect((await ask(made.json().id)).data).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('rejects two columns of one name, with both positions', async () => {
    const message = 'Columns 1 and 3 of the query have the same name: X'
    const made = await create('twice', 'SELECT id AS x, stage, id + 1 AS X FROM steps')
    expect([made.statusCode, JSON.stringify(made.json())]).toEqual([400, expect.stringContaining(message)])
    const { id } = (await create('once', 'SELECT id AS x, stage FROM steps')).json()
    const sql = 'SELECT id AS x, stage, id + 1 AS X FROM steps'
    const changed = await admin.put(`/api/v1/dataset/${id}`, { sql })
    expect([changed.statusCode, JSON.stringify(changed.json())]).toEqual([400, expect.stringContaining(message)])
  })
})

it('reports a text filter on a numeric column as rejected, and does not apply it', async () => {
  const { id } = (await create('numbers', 'SELECT id, CASE WHEN id = 1 THEN id END AS n FROM steps')).json()
  const answer = await ask(id, [{ col: 'n', op: 'IN', val: ['new'] }])
  expect(answer.data).toEqual([{ id: 1 }, { id: 2 }])
  expect(answer.rejected_filters).toEqual([{ column: 'n', reason: 'value_not_a_number' }])
  expect(answer.applied_filters).toEqual([])
})

it('treats an enumeration as text for every type name', async () => {
  const sql = "SELECT id, CAST(stage AS ENUM('new', 'done', 'interview')) AS stage FROM steps"
  const { id } = (await create('stages', sql)).json()
  const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
  expect(columns.map((column: { type_generic: number }) => column.type_generic)).toEqual([0, 1])
  expect(columns[0]).not.toHaveProperty('logical_type')
  expect((await ask(id, [{ col: 'stage', op: 'IN', val: ['new'] }])).data).toEqual([{ id: 1 }])
})

describe('an invalid time range', () => {
  const reported = (column: string) => [{ column, reason: 'time_range_not_understood' }]
  let id: number
  beforeAll(async () => {
    // The test clock is fixed at Wednesday, 1 May 2024.
    const sql = "SELECT id, TIMESTAMP '2024-04-30' + to_days(id - 1) AS ts FROM steps"
    id = (await create('dated', sql)).json().id
    const { columns } = (await admin.get(`/api/v1/dataset/${id}`)).json().result
    const dated = columns.map((column: { column_name: string }) => ({
      ...column,
      is_dttm: column.column_name === 'ts',
    }))
    await admin.put(`/api/v1/dataset/${id}`, { columns: dated, main_dttm_col: 'ts' })
  })
  const answered = async (query: object) => {
    const queries = [{ columns: ['id'], orderby: [['id', true]], ...query }]
    const response = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries })
    const { data, applied_filters, rejected_filters } = response.json().result[0]
    return [data.map((row: { id: number }) => row.id), applied_filters, rejected_filters]
  }

  it.each(['foo', 'last week', '2024-04-01'])('reports it for a filter, and ends today: %s', async (val) => {
    expect(await answered({ filters: [{ col: 'ts', op: 'TEMPORAL_RANGE', val }] })).toEqual([[1], [], reported('ts')])
  })

  it('reports it for the query, and ends today', async () => {
    const query = { granularity: 'ts', time_range: 'foo' }
    expect(await answered(query)).toEqual([[1], [], reported('__time_range')])
    const extras = { applied_time_extras: { __time_range: 'foo' } }
    expect(await answered({ ...query, ...extras })).toEqual([[1], [], reported('__time_range')])
  })

  it('reports nothing for valid ranges, nor without one', async () => {
    for (const time_range of ['No filter', '2024-04-30 : 2024-05-02', undefined]) {
      const [, applied, rejected] = await answered({ granularity: 'ts', time_range })
      expect([applied, rejected]).toEqual([[], []])
    }
    const filters = [{ col: 'ts', op: 'TEMPORAL_RANGE', val: '2024-04-30 : 2024-05-02' }]
    expect(await answered({ filters })).toEqual([[1, 2], [{ column: 'ts' }], []])
  })
})
