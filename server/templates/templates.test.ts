import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bounds } from '#core/rest/bounds.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'

let fixture: DataFixture
let table: number
let virtual: number
let tokens: Record<'ann' | 'quote', string>

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE sales (ds TIMESTAMP, city VARCHAR, seller VARCHAR, n INTEGER)',
      `INSERT INTO sales VALUES ('2024-01-01', 'Ash', 'ann', 1), ('2024-02-01', 'O''Fallon', 'o''neil', 20),
        ('2024-03-01', 'Cole', 'ann', 300)`,
    ],
    Date.UTC(2024, 5, 15),
  )
  const columns = [
    { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'city', type: 'VARCHAR' },
    { column_name: 'seller', type: 'VARCHAR' },
    { column_name: 'n', type: 'INTEGER' },
  ]
  table = (
    await fixture.dataset({
      table_name: 'sales',
      main_dttm_col: 'ds',
      columns: [
        ...columns,
        { column_name: 'mine', type: 'BOOLEAN', expression: "seller = '{{ current_username() }}'" },
        { column_name: 'broken', type: 'VARCHAR', expression: '{{ nothing() }}' },
      ],
      metrics: [
        { metric_name: 'total', expression: 'SUM(n)' },
        { metric_name: 'scaled', expression: '{{ metric("total") }} * {{ factor }}' },
      ],
      template_params: '{"factor": 10}',
      fetch_values_predicate: "seller = '{{ current_username() }}'",
    })
  ).id
  virtual = (await fixture.dataset({ table_name: 'chosen', sql: SQL, columns })).id
  tokens = { ann: await fixture.token('ann', 'Admin'), quote: await fixture.token("o'neil", 'Admin') }
})
afterAll(() => fixture.close())

const SQL = `SELECT * FROM sales WHERE 1 = 1
{% if filter_values('city') %} AND city IN {{ filter_values('city', remove_filter=True) | where_in }} {% endif %}
{% if url_param('least') %} AND n >= {{ url_param('least') }} {% endif %}
{% if from_dttm %} AND ds >= '{{ from_dttm }}' {% endif %}`

interface Said {
  readonly query: string
  readonly error: string
  readonly [key: string]: unknown
}

async function ask(query: QueryObject, given: Partial<QueryContext> = {}, token = tokens.ann, address = '') {
  const { statusCode, payload } = await fixture.app.inject({
    method: 'POST',
    url: `/api/v1/chart/data${address}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { datasource: { id: table, type: 'table' }, queries: [query], ...given },
  })
  const body = JSON.parse(payload) as {
    result: Said[]
    message?: string
    errors?: { message: string }[]
  }
  return {
    status: statusCode,
    entry: body.result?.[0] ?? ({} as Said),
    message: body.message ?? body.errors?.[0]?.message,
  }
}
const onVirtual = { datasource: { id: 0, type: 'table' } }
const cities = (query: QueryObject, given: Partial<QueryContext> = {}, token?: string, address?: string) =>
  ask(
    { columns: ['city'], metrics: [], orderby: [['city', true]], ...query },
    { ...onVirtual, datasource: { id: virtual, type: 'table' }, ...given },
    token,
    address,
  )

describe('a virtual dataset', () => {
  it('applies the filters in its template, and reports them', async () => {
    const { entry } = await cities({ filters: [{ col: 'city', op: 'IN', val: ["O'Fallon", 'Ash'] }] })
    expect(entry['data']).toEqual([{ city: 'Ash' }, { city: "O'Fallon" }])
    expect(entry['applied_template_filters']).toEqual(['city'])
    expect(entry['applied_filters']).toEqual([{ column: 'city' }])
    expect(entry['query'].match(/IN \(/g)).toHaveLength(1)
  })

  it('applies a filter on a missing column that its template reads', async () => {
    const sql = "SELECT * FROM sales WHERE n >= {{ filter_values('least', 0)[0] }}"
    const { id } = await fixture.dataset({
      table_name: 'least',
      sql,
      columns: [{ column_name: 'city', type: 'VARCHAR' }],
    })
    const datasource = { id, type: 'table' }
    const filters = [
      { col: 'least', op: '==', val: 20 },
      { col: 'other', op: '==', val: 1 },
    ]
    const { entry } = await cities({ filters }, { datasource })
    expect(entry['data']).toEqual([{ city: 'Cole' }, { city: "O'Fallon" }])
    expect(entry['applied_filters']).toEqual([{ column: 'least' }])
    expect(entry['rejected_filters']).toEqual([{ column: 'other', reason: 'not_in_datasource' }])
    expect((await cities({}, { datasource })).entry['rowcount']).toBe(3)
  })

  it('reads URL parameters before those of the chart, and caches results by their values', async () => {
    const own = { url_params: { least: '300' } }
    expect((await cities(own)).entry['data']).toEqual([{ city: 'Cole' }])
    expect((await cities(own, {}, tokens.ann, '?least=20')).entry['rowcount']).toBe(2)
    expect((await cities({}, { form_data: { url_params: { least: '20' } } })).entry['rowcount']).toBe(2)
    expect((await cities(own)).entry['is_cached']).toBe(true)
    expect((await cities({})).entry['rowcount']).toBe(3)
  })

  it('reads the time range', async () => {
    const { entry } = await cities({ granularity: 'ds', time_range: '2024-02-15 : 2024-04-01' })
    expect(entry['data']).toEqual([{ city: 'Cole' }])
    expect(entry['query']).toContain("ds >= '2024-02-15 00:00:00'")
  })

  it.each(['1; DROP TABLE sales', '1) UNION SELECT 1', "1 OR read_text('/etc/passwd') = ''"])(
    'checks it after rendering: %s',
    async (least) => {
      const { status } = await cities({ url_params: { least } })
      expect([400, 403]).toContain(status)
      expect((await cities({})).entry['rowcount']).toBe(3)
    },
  )
})

it('quotes values of parameters and filters', async () => {
  const sql =
    "SELECT * FROM sales WHERE city = '{{ url_param(\"city\") }}' OR city IN {{ filter_values('city') | where_in }}"
  const { id } = await fixture.dataset({
    table_name: 'quoted',
    sql,
    columns: [{ column_name: 'city', type: 'VARCHAR' }],
  })
  for (const evil of ["' OR '1'='1", "'' OR ''=''", "\\' OR 1=1 --", "x'; DROP TABLE sales; --", "') OR ('1'='1"]) {
    const query = { url_params: { city: evil }, filters: [{ col: 'city', op: 'IN', val: [evil] }] }
    const { status, entry } = await cities(query, { datasource: { id, type: 'table' } })
    expect([status, entry['rowcount']]).toEqual([200, 0])
  }
  const honest = { url_params: { city: "O'Fallon" }, filters: [{ col: 'city', op: '==', val: "O'Fallon" }] }
  expect((await cities(honest, { datasource: { id, type: 'table' } })).entry['data']).toEqual([{ city: "O'Fallon" }])
})

describe('a table', () => {
  it('accepts columns and metrics with templates, which render separately for each user', async () => {
    const query: QueryObject = { columns: ['mine'], metrics: ['scaled'], orderby: [['mine', true]] }
    const ann = await ask(query)
    expect(ann.entry['data']).toEqual([
      { mine: false, scaled: 200 },
      { mine: true, scaled: 3010 },
    ])
    const quote = await ask(query, {}, tokens.quote)
    expect(quote.entry['data']).toEqual([
      { mine: false, scaled: 3010 },
      { mine: true, scaled: 200 },
    ])
    expect(quote.entry['is_cached']).toBe(false)
    expect((await ask(query)).entry['is_cached']).toBe(true)
  })

  it('renders templates in free clauses, ad hoc expressions and the predicate of values', async () => {
    const where = "seller = '{{ current_username() }}'"
    expect((await ask({ columns: ['city'], metrics: [], extras: { where } })).entry['rowcount']).toBe(2)
    const having = 'SUM(n) > {{ factor }}'
    expect((await ask({ columns: ['city'], metrics: ['total'], extras: { having } })).entry['rowcount']).toBe(2)
    const metric = { expressionType: 'SQL' as const, sqlExpression: 'SUM(n) + {{ factor }}' }
    const adhoc = await ask({ columns: [], metrics: [metric] })
    expect(adhoc.entry['data']).toEqual([{ 'SUM(n) + {{ factor }}': 331 }])
    const values = { columns: ['city'], metrics: [], apply_fetch_values_predicate: true }
    expect((await ask(values, {}, tokens.quote)).entry['data']).toEqual([{ city: "O'Fallon" }])
  })

  it('applies the row rules of another dataset that its template reads', async () => {
    const sql = `SELECT COUNT(*) AS n FROM {{ dataset(${table}, columns=['city', 'mine']) }}`
    const { id } = await fixture.dataset({ table_name: 'outer', sql, columns: [{ column_name: 'n', type: 'BIGINT' }] })
    const outer = (token: string) => ask({ columns: ['n'] }, { datasource: { id, type: 'table' } }, token)
    expect((await outer(tokens.ann)).entry['data']).toEqual([{ n: 3 }])
    const admin = await fixture.context.store.roles.byName('Admin')
    const rule = { name: 'inner', filter_type: 'Regular', clause: "seller = '{{ current_username() }}'" } as const
    const { id: made } = await fixture.context.store.rowRules.create(
      { ...rule, tables: [table], roles: [admin?.id ?? 0] },
      null,
    )
    expect((await outer(tokens.ann)).entry['data']).toEqual([{ n: 2 }])
    expect((await outer(tokens.quote)).entry['data']).toEqual([{ n: 1 }])
    await fixture.context.store.rowRules.remove(made, null)
    expect((await outer(tokens.ann)).entry['data']).toEqual([{ n: 3 }])
    const reader = await fixture.token('reader', 'Gamma')
    expect((await outer(reader)).status).toBe(403)
  })
})

it.each([
  [
    { extras: { where: '{{ nothing() }}' } },
    'Error in jinja expression in WHERE clause: unknown function: nothing is unknown',
  ],
  [{ extras: { having: '{% if %}' } }, 'Error in jinja expression in HAVING clause: syntax error'],
  [{ columns: ['broken'] }, 'The template cannot be read: unknown function'],
])('reports the error of a template: %j', async (query, message) => {
  const { status, message: said } = await ask({ columns: ['city'], metrics: ['total'], ...query })
  expect([status, said?.slice(0, message.length)]).toEqual([400, message])
  const shown = await ask({ columns: ['city'], metrics: ['total'], ...query }, { result_type: 'query' })
  expect([shown.status, shown.entry['error'].slice(0, message.length)]).toEqual([200, message])
})

it('reports an error in the SQL of a dataset', async () => {
  const { id } = await fixture.dataset({
    table_name: 'wrong',
    sql: 'SELECT {{ nothing() }}',
    columns: [{ column_name: 'a' }],
  })
  const { status, message } = await ask({ columns: ['a'] }, { datasource: { id, type: 'table' } })
  expect([status, message]).toEqual([
    400,
    'Error while rendering virtual dataset query: unknown function: nothing is unknown (line 1)',
  ])
})

it('creates and refreshes a dataset with a template in its SQL', async () => {
  const headers = { authorization: `Bearer ${tokens.ann}` }
  const payload = {
    database: fixture.database.id,
    table_name: 'made',
    sql: "SELECT n, '{{ current_username() }}' AS who FROM {{ dataset(TABLE, columns=['n']) }}".replace(
      'TABLE',
      `${table}`,
    ),
  }
  const made = await fixture.app.inject({ method: 'POST', url: '/api/v1/dataset/', headers, payload })
  expect(made.statusCode).toBe(201)
  const { id } = made.json()
  const sql = 'SELECT city{% if more %}, n{% endif %} FROM sales'
  const body = { sql, template_params: '{"more": true}' }
  const changed = await fixture.app.inject({ method: 'PUT', url: `/api/v1/dataset/${id}`, headers, payload: body })
  expect(changed.statusCode).toBe(200)
  const names = async () =>
    (await fixture.context.store.datasets.get(id))?.columns.map(({ column_name }) => column_name)
  expect(await names()).toEqual(['n', 'who'])
  const refreshed = await fixture.app.inject({ method: 'PUT', url: `/api/v1/dataset/${id}/refresh`, headers })
  expect([refreshed.statusCode, (await names())?.toSorted()]).toEqual([200, ['city', 'n']])
})

it('question-templates: accepts queries with templates up to the limit, and rejects one more', async () => {
  const { most } = bounds['question-templates']
  const metric = (at: number) => ({
    expressionType: 'SQL' as const,
    sqlExpression: 'SUM(n) + {{ 1 }}',
    label: `m${at}`,
  })
  const requested = (count: number) => ask({ metrics: Array.from({ length: count }, (_, at) => metric(at)) })
  expect((await requested(most)).status).toBe(200)
  const refused = await requested(most + 1)
  expect([refused.status, refused.message]).toEqual([
    400,
    `${most + 1} templates exceed the limit of ${most} for a query`,
  ])
})
