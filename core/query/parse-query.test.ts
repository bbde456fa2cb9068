import { expect, it } from 'vitest'
import { parseQuery, parseQueryContext } from './parse-query.ts'
import type { QueryObject } from './query-object.ts'

/** Returns the parsed query, which must be valid. */
function read(raw: unknown): QueryObject {
  const parsed = parseQuery(raw)
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  return parsed.ok
}

it('replaces deprecated keys that have a value or 0', () => {
  expect(read({ groupby: ['a'], columns: ['b'], timeseries_limit: 0, series_limit: 5 })).toMatchObject({
    columns: ['a'],
    series_limit: 0,
  })
  expect(read({ groupby: [], columns: ['a'] })).toMatchObject({ columns: ['a'] })
  expect(read({ granularity_sqla: 'ds', granularity: 'x' })).toMatchObject({ granularity: 'ds' })
  expect(read({ granularity_sqla: '', granularity: 'x' })).toMatchObject({ granularity: 'x' })
  expect(read({ timeseries_limit_metric: 'count', series_limit_metric: 'sum' })).toMatchObject({
    series_limit_metric: 'count',
  })
  expect(read({ where: 'a = 1', having: '', extras: { having: 'b' } })).toEqual({
    extras: { where: 'a = 1', having: 'b' },
  })
})

it('distinguishes null metrics from an empty list', () => {
  expect(read({ metrics: null }).metrics).toBeNull()
  expect(read({ metrics: [] }).metrics).toEqual([])
  expect('metrics' in read({})).toBe(false)
})

it('accepts values of older forms: numbers as text, words for booleans, null in lists', () => {
  expect(read({ row_limit: '100', row_offset: ' 5', series_limit: '0', is_timeseries: 'true', order_desc: 0 })).toEqual(
    { extras: {}, row_limit: 100, row_offset: 5, series_limit: 0, is_timeseries: true, order_desc: false },
  )
  expect(read({ columns: ['a', null], metrics: [null, 'm'], filters: [null], post_processing: [null] })).toEqual({
    extras: {},
    columns: ['a'],
    metrics: ['m'],
    filters: [],
    post_processing: [],
  })
  expect(read({ url_params: { n: 1, list: [1], yes: true }, series_limit_metric: '' })).toMatchObject({
    url_params: { n: '1', yes: 'true' },
    series_limit_metric: null,
  })
})

it.each<[unknown, { id: number; type: string } | undefined]>([
  ['12__table', { id: 12, type: 'table' }],
  ['12__query', { id: 12, type: 'query' }],
  ['12', undefined],
  ['x12__table', undefined],
  ['12__table y', undefined],
  [
    { id: 12, type: 'query' },
    { id: 12, type: 'query' },
  ],
  [{ id: '12' }, { id: 12, type: 'table' }],
  [
    { id: 12, type: 3 },
    { id: 12, type: 'table' },
  ],
  [{ id: 0 }, { id: 0, type: 'table' }],
  [{ id: '' }, undefined],
  [{ id: null }, undefined],
  [{ id: 1.5 }, undefined],
  [{ id: 'x' }, undefined],
  [{}, undefined],
  [[12], undefined],
  [12, undefined],
  [undefined, undefined],
])('the source of a context is read from %j', (datasource, expected) => {
  const parsed = parseQueryContext({ datasource, queries: [] })
  if (expected) expect(parsed).toMatchObject({ ok: { datasource: expected } })
  else expect(parsed).toEqual({ errors: { datasource: ['Missing data for required field.'] } })
})

it('a query may omit its datasource', () => {
  const parsed = parseQueryContext({ datasource: '1__table', queries: [{ datasource: null }, {}] })
  expect(parsed).toMatchObject({ ok: { queries: [{ datasource: null }, { extras: {} }] } })
  expect(parseQueryContext({ datasource: '1__table' })).toMatchObject({ ok: { queries: [] } })
})

it('contains further requests only if they are present', () => {
  const contextOf = (more: object) => (parseQueryContext({ datasource: '1__table', ...more }) as { ok: object }).ok
  expect(contextOf({ last_period: true, color_columns: ['a'] })).toMatchObject({
    last_period: true,
    color_columns: ['a'],
  })
  const without = contextOf({ last_period: false, color_columns: [] })
  expect([Object.hasOwn(without, 'last_period'), Object.hasOwn(without, 'color_columns')]).toEqual([false, false])
})

it('keeps the result type, format and form data of a context', () => {
  const form_data = { viz_type: 'pie' }
  const requested = {
    result_type: 'samples',
    result_format: 'csv',
    force: 'true',
    custom_cache_timeout: '60',
    form_data,
  }
  expect(parseQueryContext({ datasource: '1__table', ...requested })).toMatchObject({
    ok: { ...requested, force: true, custom_cache_timeout: 60 },
  })
  expect(parseQueryContext({ datasource: '1__table', form_data: [1], force: null })).toMatchObject({
    ok: { form_data: null, force: false },
  })
})

it('prefers an object with a key and a list with an item to empty ones', () => {
  expect(read({ granularity: 'x', granularity_sqla: 'ds' }).granularity).toBe('ds')
  expect(read({ granularity: 'x', granularity_sqla: {} }).granularity).toBe('x')
  expect(read({ columns: ['a'], groupby: [] }).columns).toEqual(['a'])
  const metric = { label: 'm' }
  expect(read({ series_limit_metric: 'a', timeseries_limit_metric: metric }).series_limit_metric).toEqual(metric)
  expect(read({ series_limit_metric: 'a', timeseries_limit_metric: {} }).series_limit_metric).toBe('a')
})

it('moves free clauses into extras, also invalid ones', () => {
  expect(read({ having: 'b > 1', extras: [1] }).extras).toEqual({ having: 'b > 1' })
  expect(read({ where: 'a', having: 'b' }).extras).toEqual({ where: 'a', having: 'b' })
})

it('every field of a query is parsed by its type', () => {
  const question = {
    columns: [{ sqlExpression: 'a', label: 'A', timeGrain: 'P1D', columnType: 'BASE_AXIS' }],
    metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'x' } }],
    filters: [{ col: 'a', op: 'IN', val: ['x', 1, true, null], grain: 'P1D' }],
    extras: { time_grain_sqla: 'P1D', relative_start: 'now', relative_end: 'today' },
    time_shift: '1 week',
    time_offsets: ['1 year ago'],
    since: 'a',
    until: 'b',
    series_columns: ['s'],
    orderby: [['a', true]],
    grouping_sets: [['a'], []],
    post_processing: [{ operation: 'cum', options: { columns: {} } }],
    annotation_layers: [{ name: 'x' }],
    applied_time_extras: { __time_range: 'a' },
    custom_params: { deep: [1] },
  }
  expect(read(question)).toEqual(question)
  const flags = ['group_others_when_limit_reached', 'order_desc', 'apply_fetch_values_predicate', 'is_rowcount']
  for (const flag of flags) {
    expect(read({ [flag]: '1' })).toMatchObject({ [flag]: true })
    expect(read({ [flag]: 'FALSE' })).toMatchObject({ [flag]: false })
    expect(parseQuery({ [flag]: 'perhaps' })).toHaveProperty(['errors', flag])
  }
  const wrong = {
    time_offsets: [3],
    grouping_sets: ['a'],
    annotation_layers: [3],
    custom_params: 3,
    result_type: 3,
    orderby: [[3, true]],
    post_processing: [{ options: 3 }],
    series_columns: [3],
    row_offset: -1,
  }
  for (const [name, value] of Object.entries(wrong))
    expect(parseQuery({ [name]: value })).toHaveProperty(['errors', name])
})

it('rejects a list as a query', () => {
  expect(parseQuery([])).toHaveProperty('errors')
})

it('accepts unknown keys, text datasources and defaults', () => {
  const queries = [{ columns: ['a'], odd: 1, datasource: { id: '7' } }]
  const parsed = parseQueryContext({ datasource: '12__table', queries, force_nonce: 3 })
  expect(parsed).toEqual({
    ok: {
      datasource: { id: 12, type: 'table' },
      queries: [{ columns: ['a'], odd: 1, extras: {}, datasource: { id: 7, type: 'table' } }],
      result_type: 'full',
      result_format: 'json',
      force: false,
      form_data: null,
      custom_cache_timeout: null,
    },
  })
})

const source = { datasource: { id: 1, type: 'table' } }
const inQuery = (fields: object) => ({ queries: { 0: fields } })

it.each<[unknown, object]>([
  [undefined, { _schema: ['Invalid input type.'] }],
  [[], { _schema: ['Invalid input type.'] }],
  [{ queries: [] }, { datasource: ['Missing data for required field.'] }],
  [{ datasource: null, queries: [] }, { datasource: ['Field may not be null.'] }],
  [{ ...source, queries: 1 }, { queries: ['Not a valid list.'] }],
  [{ ...source, queries: [null] }, inQuery(['Field may not be null.'])],
  [
    { ...source, queries: [{ row_limit: -1 }] },
    inQuery({ row_limit: ['`row_limit` must be greater than or equal to 0'] }),
  ],
  [{ ...source, queries: [{ row_offset: 1.5 }] }, inQuery({ row_offset: ['Not a valid integer.'] })],
  [{ ...source, queries: [{ row_limit: 'all' }] }, inQuery({ row_limit: ['Not a valid integer.'] })],
  [{ ...source, queries: [{ columns: 'a' }] }, inQuery({ columns: ['Not a valid list.'] })],
  [{ ...source, queries: [{ columns: ['a', 3] }] }, inQuery({ columns: { 1: ['Not a valid column.'] } })],
  [{ ...source, queries: [{ metrics: [{}] }] }, inQuery({ metrics: { 0: ['Not a valid metric.'] } })],
  [
    { ...source, queries: [{ row_offset: -1 }] },
    inQuery({ row_offset: ['`row_offset` must be greater than or equal to 0'] }),
  ],
  [{ ...source, queries: [{ series_limit: '1x' }] }, inQuery({ series_limit: ['Not a valid integer.'] })],
  [{ ...source, queries: [{ series_limit: 'x1' }] }, inQuery({ series_limit: ['Not a valid integer.'] })],
  [
    { ...source, queries: [{ orderby: [[3, true]] }] },
    inQuery({ orderby: { 0: { 0: ['Not a valid column or metric.'] } } }),
  ],
  [{ ...source, queries: [{ time_range: 3 }] }, inQuery({ time_range: ['Not a valid string.'] })],
  [
    { ...source, queries: [{ filters: [{ col: 'a', op: '==', val: {} }] }] },
    inQuery({ filters: { 0: { val: ['Not a valid filter value.'] } } }),
  ],
  [
    { ...source, queries: [{ extras: { relative_start: 'noon' } }] },
    inQuery({ extras: { relative_start: ['Must be one of: today, now.'] } }),
  ],
])('explains the error in %j', (body, errors) => {
  expect(parseQueryContext(body)).toEqual({ errors })
})
