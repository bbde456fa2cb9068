import { describe, expect, it } from 'vitest'
import type { Dataset } from '#core/entity/dataset.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'
import { dataset, datasetColumn as column, datasetMetric as metric } from '#testing/dataset.ts'
import { changesSource } from './dataset-source.ts'
import { headingsOf, keyOf, type QueryRequest, withTemplateFilters, timeoutsOf } from './query-request.ts'
import { runnableQuery } from './runnable-query.ts'

const NOW = Date.UTC(2024, 5, 15)
const sales = dataset({
  id: 3,
  table_name: 'sales',
  columns: [
    column({ column_name: 'day', type: 'TIMESTAMP', is_dttm: true, verbose_name: 'Day' }),
    column({ column_name: 'city', type: 'VARCHAR' }),
  ],
  metrics: [
    { ...metric('total', 'SUM(n)'), verbose_name: 'Total', d3format: '.2f' },
    { ...metric('count', 'COUNT(*)'), d3format: ',d' },
  ],
})
const context = (query: QueryObject, more: Partial<QueryContext> = {}): QueryContext => ({
  datasource: { id: 3, type: 'table' },
  queries: [query],
  ...more,
})

const narrowed: QueryObject = {
  columns: ['city'],
  metrics: ['total'],
  filters: [{ col: 'city', op: '==', val: 'Ash' }],
  extras: { where: 'n > 1', having: 'SUM(n) > 2' },
  granularity: 'day',
  time_range: '2024-01-01 : 2024-02-01',
  url_params: { x: '1' },
  applied_time_extras: { __time_range: 'No filter' },
  row_limit: 7,
  row_offset: 2,
  apply_fetch_values_predicate: true,
  is_timeseries: true,
  orderby: [['city', false]],
  series_limit: 2,
}
/** The parts that samples retain. */
const cached: QueryObject = {
  is_timeseries: false,
  columns: ['day', 'city'],
  filters: [{ col: 'city', op: '==', val: 'Ash' }],
  extras: { where: 'n > 1' },
  url_params: { x: '1' },
  applied_time_extras: { __time_range: 'No filter' },
  row_limit: 7,
  row_offset: 2,
  apply_fetch_values_predicate: true,
}

describe('a query of a query context', () => {
  it.each<[string, QueryContext, Dataset, object]>([
    [
      'is unchanged',
      context(narrowed),
      sales,
      { query: narrowed, type: 'full', limits: { rows: 50_000, max: 100_000 } },
    ],
    ['has the type of its context', context(narrowed, { result_type: 'query' }), sales, { type: 'query' }],
    [
      'has its own type first',
      context({ result_type: 'results' }, { result_type: 'query' }),
      sales,
      { type: 'results' },
    ],
    [
      'for samples keeps filters, but no time range',
      context(narrowed, { result_type: 'samples' }),
      sales,
      { query: cached, type: 'samples', limits: { rows: 1000, max: 100_000 } },
    ],
    [
      'for samples of all rows has nothing else',
      context({ result_type: 'samples', row_limit: 0, filters: [] }),
      sales,
      {
        query: { is_timeseries: false, columns: ['day', 'city'], extras: {}, filters: [] },
        type: 'samples',
        limits: { rows: 1000, max: 100_000 },
      },
    ],
    [
      'for details keeps the time range too, ordered by the first column',
      context({ ...narrowed, result_type: 'drill_detail' }),
      sales,
      {
        query: { ...cached, granularity: 'day', time_range: '2024-01-01 : 2024-02-01', orderby: [['day', true]] },
        type: 'drill_detail',
        limits: { rows: 1000, max: 100_000 },
      },
    ],
    [
      'for details of a dataset without columns has no order',
      context({ result_type: 'drill_detail' }),
      dataset({ table_name: 'none' }),
      {
        query: { is_timeseries: false, columns: [], extras: {}, orderby: [] },
        type: 'drill_detail',
        limits: { rows: 1000, max: 100_000 },
      },
    ],
  ])('%s', (_, queryContext, of, expected) => {
    const question = runnableQuery(queryContext, 0, of)
    expect(question).toEqual({ ...question, ...expected })
  })

  it('rejects an index that does not exist and an unknown result type', () => {
    expect(() => runnableQuery(context({}), 1, sales)).toThrow(expect.objectContaining({ code: 'result-empty' }))
    expect(() => runnableQuery(context({ result_type: 'odd' as never }), 0, sales)).toThrow(
      expect.objectContaining({ code: 'result-type-wrong', args: ['odd'] }),
    )
  })
})

function queryRequest(
  query: QueryObject,
  more: object = {},
  dataRequest: object = {},
  database: object = {},
): QueryRequest {
  const { type = 'full', now = NOW, ...rest } = more as { type?: string; now?: number }
  return {
    dataRequest: { context: context(query), index: 0, format: 'rows', ...dataRequest },
    startedAt: 0,
    loaded: {
      dataset: sales,
      database: { id: 1, sqlalchemy_uri: 'duckdb:///x', data_version: 1, extra: null, ...database },
    },
    queryObject: { query, type, limits: { rows: 1, max: 1 } },
    rules: [],
    masks: [],
    tables: [],
    ranges: rangesOf(query, now),
    read: [],
    keys: [],
    ...rest,
  } as unknown as QueryRequest
}

describe('the cache key of a query', () => {
  const query: QueryObject = { columns: ['city'], filters: [{ col: 'city', op: '==', val: 'Ash' }] }
  const lastDay = { ...query, granularity: 'day', time_range: 'Last day' }
  const onDay = (val: string): QueryObject => ({ ...query, filters: [{ col: 'day', op: 'temporal_range', val }] })
  const said = (extras: Record<string, string>): QueryObject => ({ ...query, applied_time_extras: extras })

  it.each<[string, QueryRequest, QueryRequest]>([
    ['results only', queryRequest(query), queryRequest(query, { type: 'results' })],
    ['another order of fields', queryRequest(query), queryRequest({ filters: query.filters ?? [], columns: ['city'] })],
    ['other URL parameters', queryRequest(query), queryRequest({ ...query, url_params: { a: '1' } })],
    [
      'annotation layers and the default result type',
      queryRequest(query),
      queryRequest({ ...query, annotation_layers: [], result_type: 'full' }),
    ],
    [
      'a range in another notation',
      queryRequest(lastDay),
      queryRequest({ ...lastDay, time_range: '2024-06-14 : 2024-06-15' }),
    ],
    ['a filter with a range', queryRequest(onDay('Last day')), queryRequest(onDay('2024-06-14 : 2024-06-15'))],
    [
      'the range that a dashboard selected',
      queryRequest(said({ __time_range: 'a' })),
      queryRequest(said({ __time_range: 'b' })),
    ],
    [
      'empty lists of rules and tables, and an empty extra',
      queryRequest(query),
      queryRequest(query, { rules: [], tables: [] }, {}, { extra: '{}' }),
    ],
    ['the user', queryRequest(query), queryRequest(query, {}, { user: { userId: 7 } })],
  ])('stays the same for %s', (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  it.each<[string, QueryRequest, QueryRequest]>([
    ['another query', queryRequest(query), queryRequest({ ...query, columns: ['day'] })],
    ['another type', queryRequest(query), queryRequest(query, { type: 'samples' })],
    ['another format', queryRequest(query), queryRequest(query, {}, { format: 'columns' })],
    ['another range', queryRequest(lastDay), queryRequest({ ...lastDay, time_range: 'Last week' })],
    ['the same time range a day later', queryRequest(lastDay), queryRequest(lastDay, { now: NOW + 86_400_000 })],
    ['another filter of a range', queryRequest(onDay('Last day')), queryRequest(onDay('Last week'))],
    [
      'a filter by the text of a range',
      queryRequest(query),
      queryRequest({ ...query, filters: [{ col: 'city', op: '==', val: 'Oak' }] }),
    ],
    ['another database', queryRequest(query), queryRequest(query, {}, {}, { id: 2 })],
    ['another URI', queryRequest(query), queryRequest(query, {}, {}, { sqlalchemy_uri: 'duckdb:///y' })],
    ['another version of its data', queryRequest(query), queryRequest(query, {}, {}, { data_version: 2 })],
    [
      'another definition',
      queryRequest(query),
      queryRequest(query, {
        loaded: { dataset: { ...sales, definition_version: 2 }, database: queryRequest(query).loaded.database },
      }),
    ],
    [
      'another dataset',
      queryRequest(query),
      queryRequest(query, { loaded: { dataset: { ...sales, id: 4 }, database: queryRequest(query).loaded.database } }),
    ],
    ['row rules', queryRequest(query), queryRequest(query, { rules: [['n = 1']] })],
    ['column masks', queryRequest(query), queryRequest(query, { masks: [{ column: 'n', method: 'hash' }] })],
    [
      'rules of tables',
      queryRequest(query),
      queryRequest(query, { tables: [{ schema: null, name: 't', rules: [['n = 1']] }] }),
    ],
    [
      'functions that are allowed',
      queryRequest(query),
      queryRequest(query, {}, {}, { extra: '{"allowed_functions": ["main.f"]}' }),
    ],
    ['what templates read', queryRequest(query), queryRequest(query, { read: ['city'] })],
    ['what templates were given', queryRequest(query), queryRequest(query, { keys: [7] })],
    [
      'the column that a dashboard selected',
      queryRequest(said({ __time_col: 'a' })),
      queryRequest(said({ __time_col: 'b' })),
    ],
    ['whether a dashboard selected a column', queryRequest(query), queryRequest(said({ __time_range: 'b' }))],
  ])('differs for %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })
})

it('headings have the labels of columns and metrics, and the formats of metrics', () => {
  expect(headingsOf(queryRequest({}).loaded)).toEqual({
    names: { day: 'Day', total: 'Total' },
    formats: { total: '.2f', count: ',d' },
  })
})

it('takes the cache timeout from the request, the chart, the dataset or the database', () => {
  const query = queryRequest(
    {},
    { loaded: { dataset: { ...sales, cache_timeout: 3 }, database: { cache_timeout: 4 } } },
  )
  const dataRequest = { ...query.dataRequest, context: context({}, { custom_cache_timeout: 1 }), chartTimeout: 2 }
  expect(timeoutsOf({ ...query, dataRequest })).toEqual({ request: 1, chart: 2, dataset: 3, database: 4 })
})

it('reports filters that a template reads as applied, also those on unknown columns', () => {
  const rejected = ['city', 'odd'].map((name) => ({ column: name, reason: 'not_in_datasource' as const }))
  const plan = { applied: [{ column: 'day' }], rejected } as unknown as Parameters<typeof withTemplateFilters>[0]
  expect(withTemplateFilters(plan, ['day', 'city'])).toEqual({
    applied: [{ column: 'day' }, { column: 'city' }],
    rejected: [{ column: 'odd', reason: 'not_in_datasource' }],
    read: ['day', 'city'],
  })
})

describe('decides whether a change of a dataset changes its source', () => {
  const table = { database_id: 1, catalog: null, schema: 'main', table_name: 't', sql: null, template_params: null }
  const sql = { ...table, sql: 'SELECT 1' }
  const template = { ...table, sql: 'SELECT {{ x }}', template_params: '{"x": 1}' }

  it.each<[string, Parameters<typeof changesSource>[0], Partial<typeof table> | object, boolean]>([
    ['another database', table, { database_id: 2 }, true],
    ['another schema', table, { schema: 'far' }, true],
    ['another catalogue', table, { catalog: 'far' }, true],
    ['another table', table, { table_name: 'u' }, true],
    ['SQL instead', table, { sql: 'SELECT 1' }, true],
    ['other SQL', sql, { sql: 'SELECT 2' }, true],
    ['other values for its templates', template, { template_params: '{"x": 2}' }, true],
    ['no values for its templates', template, { template_params: null }, true],
    ['nothing', table, {}, false],
    ['the notation of a missing schema', { ...table, schema: null }, { schema: '' }, false],
    ['another name of its SQL', sql, { table_name: 'u' }, false],
    ['values for templates it has not', sql, { template_params: '{"x": 2}' }, false],
    ['values for templates of a table', table, { template_params: '{"x": 2}' }, false],
    ['the notation of missing values', { ...template, template_params: '' }, { template_params: null }, false],
  ])('a change of %s', (_, before, change, expected) => {
    expect(changesSource(before, { ...before, ...change })).toBe(expected)
  })
})
