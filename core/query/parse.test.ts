import { expect, it } from 'vitest'
import { parseQuery, parseQueryContext } from './parse.ts'
import type { QueryObject } from './query-object.ts'

/** The question as read, which is expected to be right. */
function read(raw: unknown): QueryObject {
  const parsed = parseQuery(raw)
  if ('errors' in parsed) throw new Error(JSON.stringify(parsed.errors))
  return parsed.ok
}

it('replaces deprecated keys where they hold something or 0', () => {
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

it('keeps null metrics apart from none', () => {
  expect(read({ metrics: null }).metrics).toBeNull()
  expect(read({ metrics: [] }).metrics).toEqual([])
  expect('metrics' in read({})).toBe(false)
})

it('takes what forms of old hold: digits as text, words for flags, null in lists', () => {
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

it('takes unknown keys, text datasources and defaults', () => {
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
  [{ ...source, queries: [{ time_range: 3 }] }, inQuery({ time_range: ['Not a valid string.'] })],
  [
    { ...source, queries: [{ filters: [{ col: 'a', op: '==', val: {} }] }] },
    inQuery({ filters: { 0: { val: ['Not a valid filter value.'] } } }),
  ],
  [
    { ...source, queries: [{ extras: { relative_start: 'noon' } }] },
    inQuery({ extras: { relative_start: ['Must be one of: today, now.'] } }),
  ],
])('says what is wrong with %j', (body, errors) => {
  expect(parseQueryContext(body)).toEqual({ errors })
})
