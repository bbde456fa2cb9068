import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/entity/database.ts'
import { builtInRoles } from '#server/store/built-in-roles.ts'
import { resourceRoutes } from '#server/resources/resource-routes.ts'
import { calls, resources } from '#server/resources/index.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { citiesContext, type DataEntryPoint, type EntryPointTarget, dataEntrances } from '#testing/data-entry-points.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

/** Every text of southern rows contains this word; northern users must never see it. */
const SECRET = 'southern'

const tables = [
  'CREATE TABLE sales (ds TIMESTAMP, region VARCHAR(9), city VARCHAR(19), n INTEGER)',
  `INSERT INTO sales VALUES ('2024-01-01', 'north', 'northern A', 1), ('2024-02-01', 'north', 'northern B', 20),
    ('2024-01-01', 'south', 'southern A', 300), ('2024-02-01', 'south', 'southern B', 4000)`,
]

/** The SQL by which a virtual dataset reads the table; only the table has rules. */
const readings: Readonly<Record<string, string>> = {
  'a virtual dataset': 'SELECT * FROM sales',
  'a virtual dataset of a nested read':
    'WITH s AS (SELECT * FROM (SELECT * FROM Sales AS x) y) SELECT s.* FROM s LEFT JOIN (SELECT 1 AS one) o ON true;',
}

type Who = 'north' | 'all' | 'nobody'

interface Target extends EntryPointTarget {
  readonly database: { readonly id: number; readonly name: string }
}

interface Made {
  readonly fixture: DataFixture
  readonly targets: Readonly<Record<string, Target>>
  readonly callers: Readonly<Record<Who, AsyncCaller>>
}

let postgres: Awaited<ReturnType<typeof emptyDatabase>>
const made: Record<string, Made> = {}

beforeAll(async () => {
  postgres = await emptyDatabase()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const statement of tables) await client.query(statement)
  await client.end()
  made['at once'] = await make({})
  made['by jobs'] = await make({ FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' })
}, 60_000)
afterAll(async () => {
  for (const { fixture } of Object.values(made)) await fixture.close()
  await postgres.stop()
})

const columns = [
  { column_name: 'ds', type: 'TIMESTAMP', is_dttm: true },
  { column_name: 'region', type: 'VARCHAR' },
  { column_name: 'city', type: 'VARCHAR' },
  { column_name: 'n', type: 'INTEGER' },
]

/** Permissions that querying routes require besides reading. */
const QUERY_PERMISSIONS = [
  ['can_sql_json', 'Superset'],
  ['can_execute_sql_query', 'SQLLab'],
  ['can_warm_up_cache', 'Chart'],
  ['can_warm_up_cache', 'Dataset'],
  ['can_warm_up_cache', 'Superset'],
] as const

async function make(environment: Record<string, string>): Promise<Made> {
  const fixture = await openDataFixture(tables, Date.UTC(2024, 5, 15), environment)
  const { store } = fixture.context
  const reader = builtInRoles.find(({ name }) => name === 'Gamma')?.pairs ?? []
  const roles: number[] = []
  for (const name of ['North', 'All', 'Nobody']) {
    const { id } = await store.roles.create({ name }, null)
    const more = [
      ['all_datasource_access', 'all_datasource_access'],
      ['all_database_access', 'all_database_access'],
    ] as const
    await store.roles.setPairs(id, [...reader, ...more, ...QUERY_PERMISSIONS])
    roles.push(id)
  }
  const other = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: postgres.url },
    null,
  )
  const otherDataset = await fixture.dataset({
    table_name: 'beside',
    sql: 'SELECT 1 AS one',
    columns: [{ column_name: 'one', type: 'INTEGER' }],
  })
  const target = async (
    { id: database_id, database_name: name }: Database,
    sql: string | null,
    schema: string | null = null,
  ): Promise<Target> => {
    const metrics = [{ metric_name: 'total', expression: 'SUM(n)' }]
    const draft = {
      table_name: sql === null ? 'sales' : `v ${sql.length}`,
      main_dttm_col: 'ds',
      columns,
      metrics,
      sql,
      schema,
    }
    const { id } = await store.datasets.create({ ...draft, database_id }, null)
    const chart = await store.charts.create(
      {
        slice_name: 'Cities',
        viz_type: 'table',
        datasource_id: id,
        datasource_type: 'table',
        params: JSON.stringify({ groupby: ['city'], metrics: ['total'], query_mode: 'aggregate' }),
        query_context: JSON.stringify(citiesContext({ dataset: id })),
      },
      null,
    )
    return {
      database: { id: database_id, name },
      dataset: id,
      chart: chart.id,
      other: { dataset: otherDataset.id },
      sql,
    }
  }
  const targets: Record<string, Target> = {}
  const tablesOf: number[] = []
  for (const [engine, database, schema] of [
    ['DuckDB', fixture.database, 'main'],
    ['PostgreSQL', other, 'public'],
  ] as const) {
    const table = await target(database, null)
    tablesOf.push(table.dataset)
    targets[`a table of ${engine}`] = table
    targets[`a second dataset of the table of ${engine}`] = await target(database, null, schema)
    for (const [name, sql] of Object.entries(readings)) targets[`${name} of ${engine}`] = await target(database, sql)
  }
  const [north, all] = roles as [number, number]
  await store.rowRules.create(
    { name: 'north', filter_type: 'Regular', clause: "region = '{{ 'north' }}'", tables: tablesOf, roles: [north] },
    null,
  )
  await store.rowRules.create(
    { name: 'base', filter_type: 'Base', clause: '1 = 0', tables: tablesOf, roles: [north, all] },
    null,
  )
  return {
    fixture,
    targets,
    callers: {
      north: await asyncCaller(fixture, 'north', 'North'),
      all: await asyncCaller(fixture, 'all', 'All'),
      nobody: await asyncCaller(fixture, 'nobody', 'Nobody'),
    },
  }
}

/** Returns everything a caller receives: decompressed files, and results of jobs. */
async function given(entrance: DataEntryPoint<Target>, target: Target, caller: AsyncCaller): Promise<string> {
  const { route, url, body, headers = {} } = entrance
  const method = route.split(' ')[0] as 'GET' | 'POST' | 'PUT'
  const answer = await caller.call(method, url(target), body?.(target) as object | undefined, headers)
  if (answer.statusCode !== 202)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.payload]).toEqual([200, ''])
  const bytes = new Uint8Array(answer.rawPayload)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return Object.values(unzipSync(bytes))
      .map((file) => new TextDecoder().decode(file))
      .join('\n')
  }
  const texts = [answer.payload]
  for (const [, job = ''] of answer.payload.matchAll(/"job_id":"([^"]+)"/g)) {
    const event = await caller.eventOf(job)
    expect(event).toMatchObject({ status: 'done' })
    const result = await caller.call('GET', event.result_url ?? '')
    expect(result.statusCode).toBe(200)
    texts.push(result.payload)
  }
  // Statements contain the text of the rules.
  return texts.join('\n').replace(/"query":"(?:[^"\\]|\\.)*"/g, '')
}

const VIRTUAL = 'a virtual dataset of DuckDB'
const NESTED = 'a virtual dataset of a nested read of'
const cases = [
  { mode: 'at once', kind: 'a table of DuckDB', files: true },
  { mode: 'at once', kind: 'a second dataset of the table of DuckDB', files: false },
  { mode: 'at once', kind: 'a second dataset of the table of PostgreSQL', files: false },
  { mode: 'at once', kind: VIRTUAL, files: false },
  { mode: 'at once', kind: `${NESTED} DuckDB`, files: true },
  { mode: 'at once', kind: `${NESTED} PostgreSQL`, files: false },
  { mode: 'by jobs', kind: 'a table of DuckDB', files: false },
  { mode: 'by jobs', kind: `${NESTED} DuckDB`, files: false },
]

describe.each(cases.map((each, index) => ({ ...each, index })))(
  '$kind, $mode response',
  ({ mode, kind, files, index }) => {
    const fitting = dataEntrances.filter(
      ({ name, route, forSql }) =>
        (!forSql || kind.startsWith('a virtual')) &&
        (files || !name.includes('xlsx')) &&
        (mode === 'at once' || (route.includes('/api/v1/chart/') && !name.includes('csv'))),
    )
    // `npm test` runs all cases for one source and a sample for the others.
    it.each(kind === 'a table of DuckDB' && mode === 'at once' ? fitting : sampleCases(fitting, 12, index))(
      'returns to each user only the rows of their rules, computed and cached: $name',
      async (entrance) => {
        const { targets, callers } = made[mode] as Made
        const target = targets[kind] as Target
        for (const round of ['made', 'kept']) {
          const all = await given(entrance, target, callers.all)
          expect([round, all.toLowerCase().includes(SECRET)]).toEqual([round, true])
          const north = (await given(entrance, target, callers.north)).toLowerCase()
          expect([north.includes(SECRET), north.includes('northern')]).toEqual([false, true])
          const nobody = (await given(entrance, target, callers.nobody)).toLowerCase()
          expect([nobody.includes(SECRET), nobody.includes('northern')]).toEqual([false, false])
        }
      },
    )
  },
)

/** Routes that query a database but return none of its rows, whatever rules apply to the caller. */
const READ_ENTRANCES: readonly DataEntryPoint<Target>[] = [
  {
    name: 'a chart asked anew',
    route: 'PUT /api/v1/chart/warm_up_cache',
    url: () => '/api/v1/chart/warm_up_cache',
    body: ({ chart }) => ({ chart_id: chart }),
  },
  {
    name: 'the charts of a table asked anew',
    route: 'PUT /api/v1/dataset/warm_up_cache',
    url: () => '/api/v1/dataset/warm_up_cache',
    body: ({ database }) => ({ db_name: database.name, table_name: 'sales' }),
  },
  {
    name: 'a chart asked anew by the address of old',
    route: 'GET /superset/warm_up_cache',
    url: ({ chart }) => `/superset/warm_up_cache/?slice_id=${chart}`,
  },
  {
    name: 'SQL looked at, a text of which is no number',
    route: 'POST /api/v1/database/:id/validate_sql',
    url: ({ database }) => `/api/v1/database/${database.id}/validate_sql/`,
    body: () => ({ sql: 'SELECT CAST((SELECT MAX(city) FROM sales) AS INTEGER) AS n, city FROM sales' }),
  },
]

describe.each(['DuckDB', 'PostgreSQL'])('a call that queries a table of %s', (engine) => {
  it.each(READ_ENTRANCES)('returns no rows, and caches none for users with other rules: $name', async (entrance) => {
    const { targets, callers } = made['at once'] as Made
    const target = targets[`a table of ${engine}`] as Target
    for (const who of ['all', 'north', 'nobody'] as const) {
      const answer = await given(entrance, target, callers[who])
      expect([who, /southern|northern/i.test(answer)]).toEqual([who, false])
      for (const other of ['north', 'nobody'] as const) {
        const read = dataEntrances.find(({ name }) => name === 'a saved chart, type full as json') as DataEntryPoint
        const rows = await given(read, target, callers[other])
        expect([rows.includes(SECRET), rows.includes('northern')]).toEqual([false, other === 'north'])
      }
    }
  })
})

/** Routes that return no rows of any database: stored metadata, and table metadata of a database. */
const SILENT = [
  /^GET \/api\/v1\/\w+\/(_info|related\/:column|distinct\/:column|:id|favorite_status|export|available|missing|columns)?$/,
  /^(POST|PUT|DELETE) \/api\/v1\/\w+\/(:id|:id\/(restore|favorites|copy|refresh|upload)|import|test_connection)?$/,
  /^GET \/api\/v1\/\w+\/:id\/(related_objects|lineage|charts|datasets)$/,
  /^\w+ \/api\/v1\/(annotation_layer\/:layer\/annotation|security|me|log|async_event)\//,
  /^\w+ \/api\/v1\/\w+(\/:id)?\/(permalink|filter_state|form_data|filtersets)(\/:(key|set))?$/,
  /^GET \/api\/v1\/(form_data|dashboard_grant\/by_role)$/,
  /^DELETE \/api\/v1\/dataset\/:id\/(column|metric)\/:part$/,
  /^GET \/api\/v1\/database\/:id\/(schemas|tables|function_names|(table|table_extra|select_star)\/:table(\/:schema)?)$/,
  /^POST \/api\/v1\/database\/validate_parameters$/,
  /^GET \/api\/v1\/advanced_data_type\/(types|convert)$/,
  /^GET \/superset\/(favstar\/:class\/:id\/:act|recent_activity\/:userId|dashboard\/p\/:key|annotation_json\/:id)$/,
  /^GET \/superset\/fetch_datasource_metadata$/,
  /^\w+ \/datasource\/(get\/:type\/:id|save|external_metadata\/:type\/:id|external_metadata_by_name)$/,
  // Names of deleted rows; versions as their owners saved them.
  /^(GET|DELETE) \/api\/v1\/\w+\/bin\/$/,
  /^(GET|POST) \/api\/v1\/\w+\/:id\/history\/(:revision(\/restore)?)?$/,
  // Clauses of rules, as those who may change them saved them.
  /^(GET|POST) \/api\/v1\/rowlevelsecurity\/:id\/changes\/(:change\/undo)?$/,
  /^POST \/api\/v1\/cachekey\/invalidate$/,
  /^GET \/(api\/v1\/_openapi|superset\/(available_domains|csrf_token))$/,
  /^(GET|POST) \/superset\/dashboard\/:id\/published$/,
  /^GET \/superset\/((user|created|fave)_slices|(created|fave)_dashboards)(\/:userId)?$/,
  // The copy contains layout, settings and SQL; its rows are queried by the entry points of the copy.
  /^POST \/superset\/copy_dash\/:id$/,
  /^POST \/api\/v1\/dataset\/(duplicate|get_or_create)$/,
  // Row counts under the rules of the caller: `dataset/join.test.ts`.
  /^POST \/api\/v1\/dataset\/join$/,
  // Settings of embedded dashboards; tokens of guests, whose rules are tested in dashboard/embedded.test.ts.
  /^\w+ \/api\/v1\/dashboard\/:id\/embedded$/,
  /^GET \/api\/v1\/embedded_dashboard\/:uuid$/,
  // Masks of columns, not their values.
  /^(GET|PUT) \/api\/v1\/dataset\/:id\/masks$/,
  // Files of the operator and their URLs.
  /^GET \/dynamic-plugins\/(api\/read|files\/:file)$/,
  /^GET \/api\/v1\/database\/:id\/schemas_access_for_file_upload$/,
  // The preview of a sent file; nothing is read from a database.
  /^POST \/api\/v1\/database\/:id\/upload_preview$/,
  /^POST \/api\/v1\/database(\/:id)?\/(upload|csv|excel|columnar)_metadata$/,
  // Names and counts of files that the caller has uploaded.
  /^DELETE \/api\/v1\/database\/:id\/ssh_tunnel$/,
  /^(GET|DELETE) \/api\/v1\/database\/uploads(\/:key)?$/,
  // Loads a sent file into a table.
  /^POST \/api\/v1\/database\/:id\/(csv|excel|columnar)_upload$/,
  // Previous rows are hidden if a rule restricts the table: `database/replace-data.test.ts`.
  /^POST \/api\/v1\/database\/:id\/(undo_)?replace_data$/,
  /^POST \/(csv|excel|columnar)todatabaseview\/form$/,
  /^GET \/superset\/schemas_access_for_file_upload$/,
  // Connection settings and table metadata.
  /^GET \/api\/v1\/database\/:id\/(connection|table_metadata(\/extra)?)$/,
  // Names of tags and of tagged entities.
  /^(POST|DELETE) \/api\/v1\/tag\/(bulk_create|:type\/:id(\/:tag)?)$/,
  /^GET \/api\/v1\/tag\/get_objects$/,
  /^\w+ \/tagview\/(tags\/suggestions|tags\/:type\/:id|tagged_objects)$/,
  // Names of schemas and tables.
  /^GET \/superset\/(schemas\/:id(\/:force)?|tables\/:id\/:schema(\/:text(\/:force)?)?)$/,
  /^GET \/superset\/(extra_table_metadata\/:id\/:table\/:schema|select_star\/:id\/:table(\/:schema)?)$/,
  // The caller's own queries as written, and stopping them.
  /^(GET|POST) \/api\/v1\/query\/(updated_since|stop)$/,
  // SQL Lab routes without rows; rows cached for the user who ran the SQL, by key; SQL validation and formatting.
  /^POST \/superset\/(sqllab|stop_query|validate_sql_json|estimate_query_cost\/:database_id\/:schema)$/,
  /^POST \/superset\/(sqllab_viz|get_or_create_table)$/,
  /^GET \/superset\/(results\/:key|queries\/:since|csv\/:client_id|search_queries)$/,
  /^GET \/api\/v1\/sqllab\/(results|export\/:client_id)?$/,
  // Files of the caller's own runs, written under their row-level security rules; checked in sqllab/exports.test.ts.
  /^\w+ \/api\/v1\/sqllab\/exports(\/:key(\/file)?)?$/,
  /^POST \/api\/v1\/sqllab\/(format|format_sql|estimate|explain)$/,
  /^\w+ \/(tabstateview|tableschemaview)(\/:id(\/(activate|restore|migrate_query|expanded|query\/:client_id))?)?$/,
  // Saves a chart or redirects to its page; URLs of pages.
  /^POST (\/superset)?\/explore(\/:type\/:id)?$/,
  /^(POST \/r\/shortner|GET \/r\/:key)$/,
  // Client events, which are stored without a response.
  /^POST \/superset\/log$/,
]

it('every call is listed above, as a call that returns rows or as one that returns none', () => {
  const routes = [
    ...Object.entries(calls).flatMap(([prefix, of]) => of.map(({ method, path }) => `${method} ${prefix}${path}`)),
    ...resources.flatMap((each) =>
      resourceRoutes(each).map(({ method, path }) => `${method} /api/v1/${each.name}${path}`),
    ),
  ]
  // The result of a job is read by its key above. The former URL queries it anew with the permissions of its reader.
  const byKey = ['GET /api/v1/chart/data/:key', 'GET /superset/explore_json/data/:key']
  const reading = new Set([...byKey, ...[...dataEntrances, ...READ_ENTRANCES].map(({ route }) => route)])
  const unknown = routes.filter((route) => !reading.has(route) && !SILENT.some((pattern) => pattern.test(route)))
  expect(unknown).toEqual([])
})
