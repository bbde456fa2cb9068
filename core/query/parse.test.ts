import { expect, it } from 'vitest'
import { parseQuery, parseQueryContext } from './parse.ts'

it('replaces deprecated keys where they hold something or 0', () => {
  expect(parseQuery({ groupby: ['a'], columns: ['b'], timeseries_limit: 0, series_limit: 5 })).toMatchObject({
    columns: ['a'],
    series_limit: 0,
  })
  expect(parseQuery({ groupby: [], columns: ['a'] })).toMatchObject({ columns: ['a'] })
  expect(parseQuery({ granularity_sqla: 'ds', granularity: 'x' })).toMatchObject({ granularity: 'ds' })
  expect(parseQuery({ granularity_sqla: '', granularity: 'x' })).toMatchObject({ granularity: 'x' })
  expect(parseQuery({ where: 'a = 1', having: '', extras: { having: 'b' } })).toEqual({
    extras: { where: 'a = 1', having: 'b' },
  })
})

it('keeps null metrics apart from none', () => {
  expect(parseQuery({ metrics: null }).metrics).toBeNull()
  expect(parseQuery({ metrics: [] }).metrics).toEqual([])
})

it('takes unknown keys, text datasources and defaults', () => {
  const parsed = parseQueryContext({ datasource: '12__table', queries: [{ columns: ['a'], odd: 1 }], force_nonce: 3 })
  expect(parsed).toMatchObject({
    ok: { datasource: { id: 12, type: 'table' }, result_type: 'full', result_format: 'json', force: false },
  })
})

it.each([
  [undefined, '_schema'],
  [[], '_schema'],
  [{ queries: [] }, 'datasource'],
  [{ datasource: { id: 1, type: 'table' }, queries: 1 }, 'queries'],
  [{ datasource: { id: 1, type: 'table' }, queries: [null] }, 'queries.0'],
  [{ datasource: { id: 1, type: 'table' }, queries: [{ row_limit: -1 }] }, 'row_limit'],
  [{ datasource: { id: 1, type: 'table' }, queries: [{ row_offset: 1.5 }] }, 'row_offset'],
])('says what is wrong with %j', (body, field) => {
  const parsed = parseQueryContext(body)
  expect('errors' in parsed && Object.keys(parsed.errors)).toEqual([field])
})
