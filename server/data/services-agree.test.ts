import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LabelPositions } from '#core/color/label-positions.ts'
import { COLUMNS_MEDIA_TYPE } from '#core/query/result.ts'
import { type AsyncCaller, asyncCaller } from '#testing/async-caller.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import { emptyDatabase } from '#testing/postgres.ts'

const NOW = Date.UTC(2024, 5, 15)
const LONG = 100_000
const statements = [
  'CREATE TABLE odd (id INTEGER, x FLOAT8, big BIGINT, list INTEGER[], s VARCHAR(20), n INTEGER, tz TIMESTAMPTZ)',
  // Clocks of central Europe go forward on the last Sunday of March and back on the last Sunday of October.
  `INSERT INTO odd VALUES
    (1, 'NaN', 9007199254740993, ARRAY[1, NULL], 'it''s "b"', 3, '2024-03-31 01:30:00+01'),
    (2, 'Infinity', -9007199254740993, NULL, '', 1, '2024-03-31 03:30:00+02'),
    (3, 0.1, 9007199254740991, ARRAY[]::INTEGER[], 'é😀', 2, '2024-10-27 02:30:00+02'),
    (4, '-Infinity', NULL, NULL, NULL, NULL, '2024-10-27 02:30:00+01')`,
  `CREATE TABLE backwards AS SELECT CAST(${LONG} - g AS INTEGER) AS k FROM generate_series(1, ${LONG}) AS s(g)`,
]

interface Question {
  readonly table: 'odd' | 'backwards'
  readonly query: object
  /** One list of cells per column, derived by hand. */
  readonly expected: readonly (readonly unknown[])[]
}

const axis = (timeGrain: string) => ({ label: 'tz', sqlExpression: 'tz', columnType: 'BASE_AXIS', timeGrain })
const sql = (label: string, sqlExpression: string) => ({ expressionType: 'SQL', label, sqlExpression })
const counted = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'c' }

const questions: Readonly<Record<string, Question>> = {
  'NaN, infinities, digits beyond 2^53, lists and nulls': {
    table: 'odd',
    query: { columns: ['id', 'x', 'big', 'list', 's'], orderby: [['id', true]] },
    expected: [
      [1, 2, 3, 4],
      ['NaN', 'Infinity', 0.1, '-Infinity'],
      ['9007199254740993', '-9007199254740993', 9007199254740991, null],
      ['[1,null]', null, '[]', null],
      ['it\'s "b"', '', 'é😀', null],
    ],
  },
  'aggregates of them': {
    table: 'odd',
    query: {
      columns: [],
      metrics: [
        sql('most', 'MAX(big)'),
        sql('none', 'MAX(CASE WHEN id > 9 THEN n END)'),
        sql('bad', 'MAX(CASE WHEN id = 1 THEN x END)'),
      ],
    },
    expected: [['9007199254740993'], [null], ['NaN']],
  },
  'no rows': {
    table: 'odd',
    query: { columns: ['id', 'x', 'big', 's', 'tz'], filters: [{ col: 'id', op: '>', val: 99 }] },
    expected: [[], [], [], [], []],
  },
  'the order of a hundred thousand rows': {
    table: 'backwards',
    query: { columns: ['k'], orderby: [['k', true]], row_limit: LONG },
    expected: [Array.from({ length: LONG }, (_, index) => index)],
  },
  'a label that shadows a column': {
    table: 'odd',
    query: { columns: [sql('n', '-n'), 'id'], orderby: [['n', true]], filters: [{ col: 'n', op: '>', val: 1 }] },
    expected: [
      [-3, -2],
      [1, 3],
    ],
  },
  'hours about the changes of clocks': {
    table: 'odd',
    query: { columns: [axis('PT1H')], metrics: [counted], orderby: [[axis('PT1H'), true]] },
    expected: [
      [Date.UTC(2024, 2, 31, 0), Date.UTC(2024, 2, 31, 1), Date.UTC(2024, 9, 27, 0), Date.UTC(2024, 9, 27, 1)],
      [1, 1, 1, 1],
    ],
  },
  'days about the changes of clocks': {
    table: 'odd',
    query: { columns: [axis('P1D')], metrics: [counted], orderby: [[axis('P1D'), true]] },
    expected: [
      [Date.UTC(2024, 2, 31), Date.UTC(2024, 9, 27)],
      [2, 2],
    ],
  },
}

let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let plain: DataFixture
let jobs: DataFixture
let reader: AsyncCaller
let waiter: AsyncCaller
const parts = { diskBytes: 50_000_000 }

beforeAll(async () => {
  postgres = await emptyDatabase()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
  plain = await open({})
  jobs = await open({ FACET_FEATURE_GLOBAL_ASYNC_QUERIES: '1' })
  reader = await asyncCaller(plain, 'admin', 'Admin')
  waiter = await asyncCaller(jobs, 'admin', 'Admin')
}, 60_000)
afterAll(async () => {
  await plain.close()
  await jobs.close()
  await postgres.stop()
})

/** Creates a fixture whose datasets have the same ids as in every other fixture. */
async function open(environment: Record<string, string>): Promise<DataFixture> {
  const fixture = await openDataFixture(statements, NOW, environment, parts)
  const { store } = fixture.context
  const server = await store.databases.create(
    { database_name: 'server', backend: 'postgresql', sqlalchemy_uri: postgres.url },
    null,
  )
  for (const database_id of [fixture.database.id, server.id]) {
    const types = { id: 'INTEGER', x: 'DOUBLE', big: 'BIGINT', list: 'INTEGER[]', s: 'VARCHAR', n: 'INTEGER' }
    const columns = Object.entries(types).map(([column_name, type]) => ({ column_name, type }))
    const time = { column_name: 'tz', type: 'TIMESTAMPTZ', is_dttm: true }
    await store.datasets.create({ database_id, table_name: 'odd', columns: [...columns, time] }, null)
    await store.datasets.create(
      { database_id, table_name: 'backwards', columns: [{ column_name: 'k', type: 'INTEGER' }] },
      null,
    )
  }
  return fixture
}

async function idOf(engine: string, table: string): Promise<number> {
  const { rows } = await plain.context.store.datasets.list({ where: { col: 'table_name', op: 'eq', value: table } })
  return rows.find(({ database_id }) => (database_id === plain.database.id) === (engine === 'duckdb'))?.id ?? 0
}

interface RowsEntry {
  readonly colnames: readonly string[]
  readonly data?: readonly Readonly<Record<string, unknown>>[]
  readonly columns?: readonly (readonly unknown[])[]
}

/** Returns the cells of an entry, a list per column, from any format. */
function cellsOf(body: unknown): readonly (readonly unknown[])[] {
  const [entry] = (body as { result: RowsEntry[] }).result
  if (!entry) return []
  return entry.columns ?? entry.colnames.map((name) => (entry.data ?? []).map((row) => row[name]))
}

/** A batch frame is a header line, a body and a newline. */
const framed = (payload: string): unknown => JSON.parse(payload.slice(payload.indexOf('\n') + 1).trimEnd())

const URL = '/api/v1/chart/data'
const columns = { accept: COLUMNS_MEDIA_TYPE }
const STEPPED = 'a table through a step that changes nothing'

/** All ways to request data, in this order: later ones may use results of earlier ones. */
const services: Readonly<Record<string, (context: object) => Promise<unknown>>> = {
  'columns built anew': async (context) =>
    (await reader.call('POST', URL, { ...context, force: true }, columns)).json(),
  'columns kept': async (context) => (await reader.call('POST', URL, context, columns)).json(),
  'columns given again': async (context) => (await reader.call('POST', URL, context, columns)).json(),
  'columns kept compressed': async (context) => {
    const answer = await reader.call('POST', URL, context, { ...columns, 'accept-encoding': 'br' })
    const packed = answer.headers['content-encoding'] === 'br'
    return JSON.parse(packed ? brotliDecompressSync(answer.rawPayload).toString() : answer.payload)
  },
  'rows built anew': async (context) => (await reader.call('POST', URL, { ...context, force: true })).json(),
  'rows kept': async (context) => (await reader.call('POST', URL, context)).json(),
  'results alone': async (context) => (await reader.call('POST', URL, { ...context, result_type: 'results' })).json(),
  [STEPPED]: async (context) => {
    const [query] = (context as { queries: object[] }).queries
    const stepped = { ...query, post_processing: [{ operation: 'rename', options: { columns: {} } }] }
    return (await reader.call('POST', URL, { ...context, queries: [stepped] })).json()
  },
  batch: async (context) => {
    const items = [{ id: 'a', query_context: { ...context, force: true } }]
    return framed((await reader.call('POST', `${URL}/batch`, { items }, columns)).payload)
  },
  'a batch of what is kept': async (context) => {
    const items = [{ id: 'a', query_context: context }]
    return framed((await reader.call('POST', `${URL}/batch`, { items }, columns)).payload)
  },
  'a saved chart': async (context) => {
    const { datasource } = context as { datasource: { id: number } }
    const kind = { viz_type: 'table', datasource_id: datasource.id, datasource_type: 'table', params: '{}' }
    const draft = { slice_name: 'x', ...kind, query_context: JSON.stringify(context) }
    const { id } = await plain.context.store.charts.create(draft, null)
    return (await reader.call('GET', `/api/v1/chart/${id}/data/`)).json()
  },
  'a job': async (context) => {
    const { job_id } = (await waiter.call('POST', URL, { ...context, force: true })).json<{ job_id: string }>()
    return (await waiter.call('GET', (await waiter.eventOf(job_id)).result_url ?? '')).json()
  },
}

const cases = Object.keys(questions).flatMap((name) => ['duckdb', 'postgresql'].map((engine) => ({ name, engine })))

describe.each(cases)('$name on $engine', ({ name, engine }) => {
  const { table, query, expected } = questions[name] as Question
  it.each(Object.keys(services))('returns the same rows by %s', async (chartData) => {
    const context = { datasource: { id: await idOf(engine, table), type: 'table' }, queries: [query] }
    // Post-processing is skipped without rows, and then there are no columns either.
    const none = chartData === STEPPED && expected[0]?.length === 0
    expect(cellsOf(await services[chartData]?.(context))).toEqual(none ? [] : expected)
  })
})

describe('positions of labels', () => {
  // Each text occurs once: they are in alphabetical order, the missing one last.
  const expected = { '': 0, 'it\'s "b"': 1, 'é😀': 2, '<NULL>': 3 }
  const query = { columns: ['s'], metrics: [counted], orderby: [['s', true]] }
  const positions = { duckdb: expected, postgresql: undefined }

  it.each(['duckdb', 'postgresql'] as const)('returns the same on %s from every service', async (engine) => {
    const context = { datasource: { id: await idOf(engine, 'odd'), type: 'table' }, queries: [query] }
    for (const [name, chartData] of Object.entries(services)) {
      const { result } = (await chartData({ ...context, color_columns: ['s'] })) as {
        result: { colors?: LabelPositions }[]
      }
      // The result type `results` has no metadata.
      const said = name === 'results alone' ? undefined : positions[engine]
      expect([name, result[0]?.colors?.places]).toEqual([name, said])
    }
  })
})

it('a restarted server returns the same rows from its cache on disk', async () => {
  const pending = cases.map(async ({ name, engine }) => {
    const { table, query, expected } = questions[name] as Question
    return { expected, context: { datasource: { id: await idOf(engine, table), type: 'table' }, queries: [query] } }
  })
  const contexts = await Promise.all(pending)
  await plain.close('keep')
  plain = await openDataFixture([], NOW, {}, { ...parts, home: plain.home })
  reader = await asyncCaller(plain, 'admin', 'Admin')
  for (const { expected, context } of contexts) {
    const body = (await reader.call('POST', URL, context, columns)).json()
    expect([cellsOf(body), body.result[0].is_cached]).toEqual([expected, true])
  }
})
