import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { type DataFixture, openDataFixture } from '#testing/data-fixture.ts'
import type { Format } from '#server/files/encode-table.ts'
import { isEntry } from './result/result-entry.ts'
import type { ChartDataRequest } from './plan/query-request.ts'
import { waitUntilUnused } from '#testing/duckdb-file.ts'

const NOW = Date.UTC(2024, 5, 15, 12, 30, 20)
let fixture: DataFixture
let flights: number
let numbers: number

beforeAll(async () => {
  fixture = await openDataFixture(
    [
      'CREATE TABLE flights (date TIMESTAMP, origin VARCHAR, delay INTEGER)',
      `INSERT INTO flights VALUES
        ('2024-01-01 08:00', 'ATL', 10), ('2024-01-20 09:00', 'ATL', 30), ('2024-02-03 07:30', 'SFO', -5),
        ('2024-02-10 10:00', 'SFO', NULL), ('2024-03-01 00:00', 'JFK', 100), ('2024-06-15 12:29:30', NULL, 7)`,
      'CREATE TABLE numbers AS SELECT range AS n, hash(range) AS h FROM range(2000000)',
    ],
    NOW,
  )
  flights = (
    await fixture.dataset({
      table_name: 'flights',
      main_dttm_col: 'date',
      columns: [
        { column_name: 'date', type: 'TIMESTAMP', is_dttm: true },
        { column_name: 'origin', type: 'VARCHAR', verbose_name: 'From' },
        { column_name: 'delay', type: 'INTEGER' },
        { column_name: 'late', type: 'BOOLEAN', expression: 'delay > 15' },
      ],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    })
  ).id
  numbers = (
    await fixture.dataset({
      table_name: 'numbers',
      sql: 'SELECT a.n FROM numbers a, numbers b WHERE a.h > b.h',
      columns: [{ column_name: 'n', type: 'BIGINT' }],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    })
  ).id
})
afterAll(() => fixture.close())

interface Way {
  readonly format?: Format
  readonly context?: Partial<QueryContext>
  readonly dataset?: number
  readonly signal?: AbortSignal
  readonly chartTimeout?: number
}

function dataRequest(query: QueryObject, way: Way = {}): ChartDataRequest {
  const { format = 'rows', context, dataset = flights, signal = new AbortController().signal, chartTimeout } = way
  return {
    context: { datasource: { id: dataset, type: 'table' }, queries: [query], ...context },
    index: 0,
    user: fixture.admin,
    format,
    priority: 'visible',
    signal,
    ...(chartTimeout === undefined ? {} : { chartTimeout }),
  }
}

async function ask(query: QueryObject, way?: Way) {
  const result = await fixture.context.chartData.ask(dataRequest(query, way))
  if (!isEntry(result)) throw new Error('There are no data')
  const text = new TextDecoder().decode(await result.data.plain())
  return { head: result.head as ResultMetadata, data: way?.format === 'csv' ? text : JSON.parse(text) }
}

const count: QueryObject = { columns: [], metrics: ['count'] }

it('returns the same data as rows and as columns', async () => {
  const query: QueryObject = {
    columns: ['origin'],
    metrics: ['count'],
    orderby: [
      ['count', false],
      ['origin', true],
    ],
  }
  const rows = await ask(query)
  const columns = await ask(query, { format: 'columns' })
  expect(rows.data).toEqual([
    { origin: 'ATL', count: 2 },
    { origin: 'SFO', count: 2 },
    { origin: 'JFK', count: 1 },
    { origin: null, count: 1 },
  ])
  expect(columns.data).toEqual([
    ['ATL', 'SFO', 'JFK', null],
    [2, 2, 1, 1],
  ])
  for (const { head } of [rows, columns]) {
    expect(head).toMatchObject({ colnames: ['origin', 'count'], coltypes: [1, 0], rowcount: 4, sql_rowcount: 4 })
    expect(head).toMatchObject({ status: 'success', error: null, from_dttm: null, to_dttm: null })
  }
})

it('reports the cost of a result and whether it was truncated', async () => {
  const { head } = await ask({ columns: ['delay'], row_limit: 2 })
  expect(head.cost).toMatchObject({ cache: 'miss', row_limit: 2, capped: true, made_at: NOW, post: 0 })
  expect(head.cost.engine).toBeGreaterThan(0)
  expect(head.cost.bytes).toBe(JSON.stringify([{ delay: 10 }, { delay: 30 }]).length)
})

it('returns the resolved range and the filters that limited it', async () => {
  const query: QueryObject = { ...count, time_range: 'Last month', filters: [{ col: 'origin', op: '==', val: 'x' }] }
  const { head, data } = await ask({ ...query, filters: [...(query.filters ?? []), { col: 'gone', op: '==', val: 1 }] })
  expect([head.from_dttm, head.to_dttm]).toEqual([Date.UTC(2024, 4, 15), Date.UTC(2024, 5, 15)])
  expect([head.applied_filters, head.rejected_filters, data]).toEqual([
    [{ column: 'origin' }],
    [{ column: 'gone', reason: 'not_in_datasource' }],
    [{ count: 0 }],
  ])
})

it('reports which time settings of the dashboard applied, and caches equal ranges once', async () => {
  const requested = (range: string, column: string) =>
    ask({
      ...count,
      time_range: range,
      granularity: column,
      applied_time_extras: { __time_range: range, __time_col: column },
    })
  const { head } = await requested('Last month', 'date')
  expect(head.applied_filters).toEqual([{ column: '__time_col' }, { column: '__time_range' }])
  expect((await requested('2024-05-15 : 2024-06-15', 'date')).head).toMatchObject({
    is_cached: true,
    rejected_filters: [],
  })
  const other = await requested('Last month', 'delay')
  expect(other.head.is_cached).toBe(false)
  expect(other.head.rejected_filters).toEqual([{ column: '__time_col', reason: 'not_in_datasource' }])
})

it('uses the cache until a query is forced, the timeout has passed, or data or definition change', async () => {
  const query: QueryObject = { columns: ['origin'], metrics: ['count'], row_limit: 77 }
  const hit = async (way?: Way) => (await ask(query, way)).head.is_cached
  expect([await hit(), await hit(), await hit({ format: 'columns' })]).toEqual([false, true, false])
  expect([await hit({ context: { force: true } }), await hit()]).toEqual([false, true])
  fixture.now += 86_400_000
  expect([await hit(), await hit()]).toEqual([false, true])
  await fixture.context.store.databases.dataChanged(fixture.database.id)
  expect([await hit(), await hit()]).toEqual([false, true])
  await fixture.context.store.datasets.update(flights, { fetch_values_predicate: '1 = 1' }, null)
  expect([await hit(), await hit()]).toEqual([false, true])
  fixture.now = NOW
})

it('takes the cache timeout from the request, the chart, the dataset or the database', async () => {
  const timeout = async (query: QueryObject, way?: Way) => (await ask(query, way)).head.cache_timeout
  expect(await timeout({ ...count, row_limit: 1 })).toBe(86_400)
  await fixture.context.store.databases.update(fixture.database.id, { cache_timeout: 30 }, null)
  expect(await timeout({ ...count, row_limit: 2 })).toBe(30)
  await fixture.context.store.datasets.update(flights, { cache_timeout: 20 }, null)
  expect(await timeout({ ...count, row_limit: 3 })).toBe(20)
  expect(await timeout({ ...count, row_limit: 4 }, { chartTimeout: 10 })).toBe(10)
  const never = { chartTimeout: 10, context: { custom_cache_timeout: -1 } }
  expect(await timeout({ ...count, row_limit: 5 }, never)).toBe(-1)
  expect((await ask({ ...count, row_limit: 5 }, never)).head.is_cached).toBe(false)
  await fixture.context.store.databases.update(fixture.database.id, { cache_timeout: null }, null)
  await fixture.context.store.datasets.update(flights, { cache_timeout: null }, null)
})

it('shares a resolved range: now counts to the minute, or to the second below an hour', async () => {
  const key = async (time_range: string, extras = {}) => (await ask({ ...count, time_range, extras })).head.cache_key
  const now = { relative_end: 'now', relative_start: 'now' }
  const day = await key('Last day', now)
  const minutes = await key('Last 5 minutes', now)
  fixture.now = NOW + 30_000
  expect([await key('Last day', now), await key('Last 5 minutes', now)]).toEqual([
    day,
    expect.not.stringMatching(minutes ?? ''),
  ])
  fixture.now = NOW + 60_000
  expect(await key('Last day', now)).not.toBe(day)
  fixture.now = NOW
  expect(await key('2024-06-14 : 2024-06-15')).toBe(await key('Last day'))
})

it('runs equal concurrent queries once', async () => {
  const query: QueryObject = { ...count, row_limit: 11, filters: [{ col: 'delay', op: '>', val: 0 }] }
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(query)))
  const made = new Set(answers.map(({ head }) => head.cost.engine))
  expect(made.size).toBe(1)
})

it('cancels the query in the engine when its last caller has left', async () => {
  const leaving = [new AbortController(), new AbortController()]
  const answers = leaving.map(({ signal }) => ask(count, { dataset: numbers, signal }))
  setTimeout(() => leaving[0]?.abort(new Error('left')), 50)
  setTimeout(() => leaving[1]?.abort(new Error('left')), 100)
  for (const answer of answers) await expect(answer).rejects.toThrow('left')
  // Writing waits until there are no readers: it would wait for a query that is still running.
  await waitUntilUnused(fixture.context.chartData.sources, fixture.database)
})

it('returns the SQL without running it, or the error of an invalid query', async () => {
  const statement = (query: QueryObject) =>
    fixture.context.chartData.ask(dataRequest({ ...query, result_type: 'query' }))
  const filters = [{ col: 'origin', op: '==', val: "O'Hare" }]
  expect(await statement({ ...count, filters })).toEqual({
    language: 'sql',
    query: 'SELECT (COUNT(*)\n) AS "count"\nFROM "flights"\nWHERE "origin" = \'O\'\'Hare\'\nLIMIT 50000',
  })
  expect(await statement({ metrics: ['nope'] })).toEqual({ language: 'sql', error: "Metric 'nope' does not exist" })
})

it('samples all columns, computed ones too, without time or metrics but with filters', async () => {
  const query: QueryObject = {
    ...count,
    time_range: '2024-02-01 : 2024-02-02',
    filters: [{ col: 'delay', op: '>', val: 20 }],
  }
  const { data, head } = await ask(query, { context: { result_type: 'samples' } })
  expect(head.cost.row_limit).toBe(1000)
  expect(data).toEqual([
    { date: Date.UTC(2024, 0, 20, 9), origin: 'ATL', delay: 30, late: true },
    { date: Date.UTC(2024, 2, 1), origin: 'JFK', delay: 100, late: true },
  ])
})

it('samples charts of every kind: series, groups and comparisons; clauses on groups are dropped', async () => {
  const query: QueryObject = {
    ...count,
    columns: [{ label: 'letter', sqlExpression: 'origin[1]' }],
    series_columns: [{ label: 'letter', sqlExpression: 'origin[1]' }],
    series_limit: 1,
    time_offsets: ['1 year ago'],
    is_rowcount: true,
    extras: { having: 'COUNT(*) > 1', where: 'delay > 20' },
    row_limit: 1,
  }
  const { data } = await ask(query, { context: { result_type: 'samples' } })
  expect(data).toEqual([{ date: Date.UTC(2024, 0, 20, 9), origin: 'ATL', delay: 30, late: true }])
  const details = await ask(
    { ...query, granularity: 'date', time_range: '2024-02-01 : ' },
    { context: { result_type: 'drill_detail' } },
  )
  expect(details.data).toEqual([{ date: Date.UTC(2024, 2, 1), origin: 'JFK', delay: 100, late: true }])
})

it('lists columns and grains without a query', async () => {
  const columns = await fixture.context.chartData.ask(dataRequest({ result_type: 'columns' }))
  expect(columns.data).toEqual([
    { column_name: 'date', verbose_name: null, dtype: 2 },
    { column_name: 'origin', verbose_name: 'From', dtype: 1 },
    { column_name: 'delay', verbose_name: null, dtype: 0 },
    { column_name: 'late', verbose_name: null, dtype: 3 },
  ])
  const grains = (await fixture.context.chartData.ask(dataRequest({ result_type: 'timegrains' }))).data as {
    duration: string | null
  }[]
  expect(grains[0]).toEqual({ name: 'Original value', function: '{col}', duration: null })
  expect(grains).toContainEqual({ name: 'Month', function: "date_trunc('month', {col})", duration: 'P1M' })
})

it('writes the labels of columns into CSV', async () => {
  const query: QueryObject = {
    columns: ['origin'],
    metrics: ['count'],
    orderby: [
      ['count', false],
      ['origin', true],
    ],
    row_limit: 2,
  }
  expect((await ask(query, { format: 'csv' })).data).toBe('From,count\nATL,2\nSFO,2\n')
})

it('applies the requested post-processing', async () => {
  const post_processing = [
    { operation: 'contribution', options: { columns: ['count'], rename_columns: ['%count'] } },
    null,
  ]
  const query = { columns: ['origin'], metrics: ['count'], orderby: [['origin', true]] as const, post_processing }
  expect((await ask(query as QueryObject, { format: 'columns' })).data).toEqual([
    ['ATL', 'JFK', 'SFO', null],
    [2, 1, 2, 1],
    [2 / 6, 1 / 6, 2 / 6, 1 / 6],
  ])
  await expect(ask({ ...count, post_processing: [{ operation: 'magic' }] })).rejects.toThrow(
    'Unsupported post processing operation: magic',
  )
})

it("shows the engine's message with the statement", async () => {
  const metric = { expressionType: 'SQL', sqlExpression: 'SUM(nosuch)', label: 's' } as const
  await expect(ask({ metrics: [metric] })).rejects.toMatchObject({
    code: 'query-failed',
    message: expect.stringMatching(/^Error: Binder Error: Referenced column "nosuch" not found/),
    sql: expect.stringContaining('SUM(nosuch)'),
  })
})
