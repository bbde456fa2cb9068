import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { currentKey } from '#server/base/secret-keys.ts'
import { maskKeyOf } from '#server/engines/sql.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { citiesContext, type EntryPointTarget, dataEntrances } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

/** Every masked value contains this text; masked users must never see it. */
const SECRET = 'hush'

const tables = [
  'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR(9), city VARCHAR(19), n INTEGER)',
  `INSERT INTO sales VALUES ('2024-01-01', 'north', 'hush A', 1), ('2024-02-01', 'north', 'hush B', 20),
    ('2024-01-01', 'south', 'hush C', 300), ('2024-02-01', 'south', NULL, 0)`,
  "CREATE TABLE offices AS SELECT 'hush A' AS city, 'Main Street' AS street",
]

const METHODS = ['hidden', 'null', 'first', 'hash'] as const
type Method = (typeof METHODS)[number]

interface Target extends EntryPointTarget {
  readonly database: { readonly id: number; readonly name: string }
}

let fixture: DataFixture
let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let admin: string
let plain: string
let key: string
/** A dataset without masked columns. */
let otherDataset: number
const tokens: Partial<Record<Method, string>> = {}
const roles: Partial<Record<Method, number>> = {}
const targets: Record<string, Target> = {}

const call = (method: 'GET' | 'POST' | 'PUT', url: string, as: string, payload?: object | string, headers = {}) =>
  fixture.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${as}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

const columns = [
  { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
  { column_name: 'region', type: 'VARCHAR' },
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]

async function target(database: Target['database'], sql: string | null): Promise<Target> {
  const { store } = fixture.context
  const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
  const draft = { table_name: sql === null ? 'sales' : `v ${sql.length}`, main_dttm_col: 'ds', columns, metrics, sql }
  const { id } = await store.datasets.create({ ...draft, database_id: database.id }, null)
  const form = { groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' }
  const chart = await store.charts.create(
    {
      slice_name: 'Cities',
      viz_type: 'table',
      datasource_id: id,
      datasource_type: 'table',
      params: JSON.stringify(form),
      query_context: JSON.stringify(citiesContext({ dataset: id })),
    },
    null,
  )
  return { database, dataset: id, chart: chart.id, other: { dataset: otherDataset }, sql }
}

beforeAll(async () => {
  postgres = await emptyDatabase()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const statement of tables) await client.query(statement)
  await client.end()
  fixture = await openDataFixture(tables, Date.UTC(2024, 5, 15))
  admin = await fixture.token('admin', 'Admin')
  const { store, config } = fixture.context
  key = maskKeyOf(currentKey(config.secretKey))
  const reader = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const access = [
    ...reader,
    ['all_datasource_access', 'all_datasource_access'],
    ['all_database_access', 'all_database_access'],
    ['can_sql_json', 'Superset'],
    ['can_execute_sql_query', 'SQLLab'],
    ['can_csv', 'Superset'],
  ] as const
  for (const name of [...METHODS, 'plain'] as const) {
    const { id } = await store.roles.create({ name }, null)
    await store.roles.setPairs(id, access)
    if (name !== 'plain') roles[name] = id
    const token = await fixture.token(name, name)
    if (name === 'plain') plain = token
    else tokens[name] = token
  }
  const server = { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: postgres.url }
  const serverDatabase = await store.databases.create(server, null)
  const one = { table_name: 'ones', sql: 'SELECT 1 AS one', columns: [{ column_name: 'one', type: 'INTEGER' }] }
  otherDataset = (await fixture.dataset(one)).id
  const databases = { DuckDB: fixture.database, PostgreSQL: serverDatabase }
  for (const [engine, { id, database_name: name }] of Object.entries(databases)) {
    const table = await target({ id, name }, null)
    targets[`a table of ${engine}`] = table
    targets[`a second dataset of ${engine}`] = await target({ id, name }, null)
    targets[`a virtual dataset of ${engine}`] = await target(
      { id, name },
      'SELECT * FROM (SELECT x.* FROM Sales AS x) y',
    )
    const masks = METHODS.map((method) => ({ column_name: 'city', method, roles: [roles[method]] }))
    const answer = await call('PUT', `/api/v1/dataset/${table.dataset}/masks`, admin, { masks })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}, 60_000)
afterAll(async () => {
  await fixture.close()
  await postgres.stop()
})

/** Returns the body of a response; of a ZIP file, its files. */
function textOf({ rawPayload, body }: LightMyRequestResponse): string {
  const bytes = new Uint8Array(rawPayload)
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return body
  return Object.values(unzipSync(bytes))
    .map((file) => new TextDecoder().decode(file))
    .join('\n')
}

const hashOf = (text: string): string => createHash('sha256').update(`${key}${text}`).digest('hex')

const kinds = [
  'a table of DuckDB',
  'a second dataset of PostgreSQL',
  'a virtual dataset of DuckDB',
  'a virtual dataset of PostgreSQL',
]

describe.each(kinds)('%s', (kind) => {
  const fitting = dataEntrances
    .filter(({ name, forSql }) => !name.includes('xlsx') && (!forSql || kind.startsWith('a virtual')))
    .map((entrance, index) => ({ ...entrance, methods: sampleCases(METHODS, METHODS.length, index) }))
  // `npm test` runs all cases for one source and a sample for the others, each with one method.
  it.each(kind === 'a table of DuckDB' ? fitting : sampleCases(fitting, 8))(
    'shows no masked value: $name',
    async (entrance) => {
      const own = targets[kind] as Target
      const method = entrance.route.split(' ')[0] as 'GET' | 'POST' | 'PUT'
      const send = async (as: string) => {
        const answer = await call(method, entrance.url(own), as, entrance.body?.(own), entrance.headers)
        return { statusCode: answer.statusCode, body: textOf(answer) }
      }
      for (const round of ['run', 'cached']) {
        const whole = await send(plain)
        expect([round, whole.statusCode, whole.body.includes(SECRET)]).toEqual([round, 200, true])
        for (const mask of entrance.methods) {
          const answer = await send(tokens[mask] ?? '')
          expect([round, mask, answer.body.includes(SECRET), answer.body.includes(key)]).toEqual([
            round,
            mask,
            false,
            false,
          ])
          if (mask !== 'hidden') expect([round, mask, answer.statusCode]).toEqual([round, mask, 200])
        }
      }
    },
  )
})

describe.each(['DuckDB', 'PostgreSQL'])('SQL on %s', (engine) => {
  const run = async (sql: string, as: string) => {
    const { database } = targets[`a table of ${engine}`] as Target
    const client_id = createHash('sha256').update(`${engine}${sql}${as}`).digest('hex').slice(0, 11)
    return call('POST', '/api/v1/sqllab/execute/', as, { database_id: database.id, sql, client_id })
  }
  const FORMS = [
    'SELECT * FROM sales',
    'SELECT t.* FROM sales t',
    'SELECT sales.city FROM sales',
    'SELECT upper(lower(city)) AS u FROM sales',
    'WITH s AS (SELECT * FROM sales) SELECT * FROM s',
    'SELECT * FROM (SELECT * FROM (SELECT city AS c FROM sales) a) b',
    'SELECT * FROM sales NATURAL JOIN offices',
    'SELECT * FROM sales JOIN offices USING (city)',
    'SELECT s.n, o.street FROM sales s, offices o WHERE s.city = o.city',
    'SELECT n FROM sales WHERE (city, n) = (SELECT city, 1 FROM offices)',
    "SELECT n FROM sales WHERE city LIKE 'hush%'",
    'SELECT max(city) AS m, count(DISTINCT city) AS c FROM sales',
    'SELECT city FROM sales UNION SELECT city FROM sales ORDER BY 1',
    "SELECT CASE WHEN city = 'hush A' THEN 'leak' END AS x FROM sales",
    'SELECT row_number() OVER (ORDER BY city) AS r, n FROM sales',
    'SELECT to_json(t) AS j FROM sales t',
    'SELECT CAST(t AS VARCHAR) AS v FROM sales t',
    'SELECT t::text AS v FROM sales t',
    'SELECT t FROM sales t',
    'SELECT (SELECT max(city) FROM sales) AS m',
    'SELECT CAST(city AS INTEGER) AS n FROM sales',
    'SELECT * FROM information_schema.columns',
    ...(engine === 'DuckDB'
      ? [
          'SELECT COLUMNS(*) FROM sales',
          "SELECT COLUMNS('ci.*') FROM sales",
          'SELECT * EXCLUDE (n) FROM sales',
          'SELECT * REPLACE (upper(city) AS city) FROM sales',
          'SELECT struct_pack(t := t) AS s FROM sales t',
          'FROM sales',
          'SELECT list(city) AS l FROM sales',
          'SELECT rowid, city FROM sales',
          'SELECT sales.* FROM sales POSITIONAL JOIN offices',
          'PIVOT sales ON city USING sum(n)',
          'UNPIVOT sales ON city INTO NAME a VALUE b',
          'SUMMARIZE sales',
          "SELECT getvariable('x')",
        ]
      : [
          'SELECT t.ctid, t.city FROM sales t',
          'TABLE sales',
          "SELECT current_setting('x')",
          'SELECT (t).city FROM sales t',
        ]),
  ]

  const forms = FORMS.map((sql, index) => [sql, sampleCases(METHODS, METHODS.length, index)] as const)
  it.each(forms)('shows the masks only: %s', async (sql, methods) => {
    for (const mask of methods) {
      // Without the common column, all rows of the other table match.
      if (mask === 'hidden' && sql.includes('NATURAL')) continue
      const { body } = await run(sql, tokens[mask] ?? '')
      // Responses repeat the statement of the user.
      const rows = body.replaceAll(JSON.stringify(sql).slice(1, -1), '')
      expect([mask, /hush|HUSH|Main Street|leak/.test(rows), rows.includes(key)]).toEqual([mask, false, false])
    }
  })

  it('returns the value of each mask, and the values of other columns and users', async () => {
    const cities = async (as: string) => {
      const { data } = (await run('SELECT n, city FROM sales ORDER BY n', as)).json<{
        data: { city: string | null }[]
      }>()
      return data.map(({ city }) => city)
    }
    expect(await cities(plain)).toEqual([null, 'hush A', 'hush B', 'hush C'])
    expect(await cities(tokens.null ?? '')).toEqual([null, null, null, null])
    expect(await cities(tokens.first ?? '')).toEqual([null, 'h***', 'h***', 'h***'])
    expect(await cities(tokens.hash ?? '')).toEqual([null, hashOf('hush A'), hashOf('hush B'), hashOf('hush C')])
    const hidden = (await run('SELECT * FROM sales ORDER BY n', tokens.hidden ?? '')).json()
    expect(Object.keys(hidden.data[0])).toEqual(['ds', 'region', 'n'])
  })
})

describe('chart data under a mask', () => {
  const ask = (query: object, as: string, kind = 'a table of DuckDB') =>
    call('POST', '/api/v1/chart/data', as, citiesContext(targets[kind] as Target, {}, query))

  it('filters, groups and sorts by the masked value', async () => {
    const [first, hash] = [tokens.first ?? '', tokens.hash ?? '']
    const filtered = (val: string, as: string) =>
      ask({ columns: ['city'], metrics: ['total'], filters: [{ col: 'city', op: '==', val }] }, as)
    expect((await filtered('hush A', first)).json().result[0].data).toEqual([])
    expect((await filtered('h***', first)).json().result[0].data).toEqual([{ city: 'h***', total: 321 }])
    expect((await filtered(hashOf('hush A'), hash)).json().result[0].data).toEqual([
      { city: hashOf('hush A'), total: 1 },
    ])
  })

  it('names the metric that reads a hidden column for every way to read it', async () => {
    const hidden = tokens.hidden ?? ''
    const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'last city' })
    const simple = { expressionType: 'SIMPLE', aggregate: 'MAX', column: { column_name: 'city' }, label: 'last city' }
    for (const metric of [sql('MAX(city)'), sql('MAX("city")'), simple]) {
      const answer = await ask({ columns: ['region'], metrics: [metric] }, hidden)
      expect([answer.statusCode, /hidden from you|missing in dataset|city/.test(answer.body)]).toEqual([
        expect.toSatisfy((status: number) => status >= 400),
        true,
      ])
      expect(answer.body).not.toContain(SECRET)
    }
    const other = await ask({ columns: ['region'], metrics: ['total'] }, hidden)
    expect(other.json().result[0].data).toHaveLength(2)
  })

  it('evaluates row rules on the values themselves', async () => {
    const { dataset } = targets['a table of DuckDB'] as Target
    const rule = { name: 'a city', filter_type: 'Regular', clause: "city = 'hush A'", tables: [dataset] } as const
    const { id } = await fixture.context.store.rowRules.create({ ...rule, roles: [roles.hash ?? 0] }, null)
    const answer = await ask({ columns: ['city', 'n'] }, tokens.hash ?? '')
    expect(answer.json().result[0].data).toEqual([{ city: hashOf('hush A'), n: 1 }])
    await fixture.context.store.rowRules.remove([id], null)
  })

  it('follows a change of the masks at the next request', async () => {
    const { dataset } = targets['a second dataset of DuckDB'] as Target
    const url = `/api/v1/dataset/${dataset}/masks`
    const rows = async () => (await ask({ columns: ['region'] }, plain, 'a second dataset of DuckDB')).body
    expect(await rows()).toContain('south')
    const mask = { column_name: 'region', method: 'null', filter_type: 'Base', roles: [] }
    await call('PUT', url, admin, { masks: [mask] })
    expect(await rows()).not.toContain('south')
    await call('PUT', url, admin, { masks: [] })
    expect(await rows()).toContain('south')
  })
})

describe('the masks of a dataset', () => {
  it('accepts masks from administrators, with a version, and records them', async () => {
    const { id } = await fixture.dataset({ table_name: 'offices', columns: [{ column_name: 'city', type: 'VARCHAR' }] })
    const url = `/api/v1/dataset/${id}/masks`
    const mask = { column_name: 'city', method: 'first', filter_type: 'Base', roles: [roles.first] }
    for (const method of ['GET', 'PUT'] as const)
      expect((await call(method, url, plain, method === 'PUT' ? { masks: [mask] } : undefined)).statusCode).toBe(403)
    const etag = (await call('GET', url, admin)).headers['etag']
    const set = await call('PUT', url, admin, { masks: [mask] }, { 'if-match': etag })
    const roleNames = [{ id: roles.first, name: 'first' }]
    expect([set.statusCode, set.json().result]).toEqual([200, [{ ...mask, roles: roleNames }]])
    expect((await call('PUT', url, admin, { masks: [] }, { 'if-match': etag })).statusCode).toBe(412)
    const [event] = await fixture.context.store.events.history('dataset', id)
    expect(event).toMatchObject({ actor: fixture.admin.userId, after: expect.stringContaining('"method":"first"') })
  })

  it('name columns of the source, roles and known masks', async () => {
    const { dataset } = targets['a second dataset of DuckDB'] as Target
    const mask = { column_name: 'city', method: 'first', roles: [] }
    for (const [wrong, status] of [
      [{ column_name: 'town' }, 422],
      [{ roles: [999] }, 422],
      [{ method: 'blur' }, 400],
    ] as const) {
      const answer = await call('PUT', `/api/v1/dataset/${dataset}/masks`, admin, { masks: [{ ...mask, ...wrong }] })
      expect([wrong, answer.statusCode]).toEqual([wrong, status])
    }
  })
})
