import { describe, expect, it } from 'vitest'
import { type BoundName, bounds } from './bounds.ts'
import { ApiError } from './api-error.ts'
import { checkListQuery, parseIds, parseItemQuery, parseListQuery, parseRelatedQuery } from './list-query.ts'
import { parseQ } from './rison.ts'

describe('a list query', () => {
  it('R-GENERIC-10: uses a page size of 25 and returns everything by default', () => {
    expect(parseListQuery(parseQ(''))).toEqual({
      columns: [],
      keys: undefined,
      order: undefined,
      page: 0,
      pageSize: 25,
      filters: [],
    })
  })

  it('parses the form that the client sends', () => {
    const q =
      "(columns:!(id,slice_name),filters:!((col:owners,opr:rel_m_m,value:1),(col:slice_name,opr:chart_all_text,value:'a b')),order_column:changed_on_delta_humanized,order_direction:desc,page:2,page_size:200)"
    expect(parseListQuery(parseQ(q))).toEqual({
      columns: ['id', 'slice_name'],
      keys: undefined,
      order: { column: 'changed_on_delta_humanized', descending: true },
      page: 2,
      pageSize: 200,
      filters: [
        { col: 'owners', opr: 'rel_m_m', value: 1 },
        { col: 'slice_name', opr: 'chart_all_text', value: 'a b' },
      ],
    })
  })

  it('sorts ascending only on request', () => {
    expect(parseListQuery({ order_column: 'a' }).order?.descending).toBe(true)
    expect(parseListQuery({ order_column: 'a', order_direction: 'asc' }).order?.descending).toBe(false)
  })

  it('limits a page size that is too large to the maximum', () => {
    expect([0, -1, 1, 1000, 1001].map((page_size) => parseListQuery({ page_size }).pageSize)).toEqual([
      1000, 1000, 1, 1000, 1000,
    ])
  })

  it('starts at the first page for a page before it', () => {
    expect(parseListQuery({ page: -3 }).page).toBe(0)
  })

  it.each([
    [{ page: 'x' }, 'Not a valid rison schema page: Not a valid integer.'],
    [{ page: 1.5 }, 'Not a valid rison schema page: Not a valid integer.'],
    [{ order_direction: 'up' }, 'Not a valid rison schema order_direction: Must be one of: asc, desc.'],
    [{ filters: [{ col: 'a', opr: 'eq' }] }, /^Not a valid rison schema filters\.0\.value: /],
    [{ filters: [{ col: 'a', opr: 'eq', value: null }] }, /^Not a valid rison schema filters\.0\.value: /],
    [[1], 'Not a valid rison schema _schema: Not a valid mapping type.'],
  ])('rejects %j', (q, message) => {
    expect(() => parseListQuery(q)).toThrow(message)
  })
})

describe('the rules of a list', () => {
  const rules = { orderColumns: ['slice_name'], filters: { slice_name: ['ct', 'eq'] } }
  const check = (q: unknown) => () => checkListQuery(parseListQuery(q), rules)

  it('accept the offered operators', () => {
    expect(check({ order_column: 'slice_name', filters: [{ col: 'slice_name', opr: 'ct', value: 'a' }] })).not.toThrow()
  })

  it('reject the rest with the message that clients expect', () => {
    expect(check({ order_column: 'x' })).toThrow('Invalid order by column: x')
    expect(check({ filters: [{ col: 'params', opr: 'ct', value: 'a' }] })).toThrow(
      'Filter column: params not allowed to filter',
    )
    expect(check({ filters: [{ col: 'slice_name', opr: 'gt', value: 'a' }] })).toThrow(
      'Filter operation: gt not allowed on column: slice_name',
    )
    expect(check({ filters: [{ col: 'constructor', opr: 'ct', value: 'a' }] })).toThrow(ApiError)
  })
})

it('reads related, item and id queries', () => {
  expect(parseRelatedQuery(parseQ('(filter:ad,page:0,page_size:100,include_ids:!(1))'))).toEqual({
    filter: 'ad',
    page: 0,
    pageSize: 100,
    include: [1],
  })
  expect(parseRelatedQuery({})).toEqual({ filter: '', page: 0, pageSize: 25, include: [] })
  expect(parseItemQuery(parseQ('(keys:!(none))'))).toEqual({ columns: undefined, keys: ['none'] })
  expect(parseIds(parseQ('!(1,2)'))).toEqual([1, 2])
  expect(() => parseIds(parseQ(''))).toThrow('Not a valid rison schema')
  expect(() => parseIds(parseQ('!(a)'))).toThrow('Not a valid rison schema 0: Not a valid integer.')
})

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

it.each<[BoundName, (count: number) => unknown]>([
  ['list-filters', (count) => parseListQuery({ filters: many(count, () => ({ col: 'c', opr: 'eq', value: 1 })) })],
  ['list-values', (count) => parseListQuery({ filters: [{ col: 'c', opr: 'eq', value: many(count, (at) => at) }] })],
  ['list-ids', (count) => parseIds(many(count, (at) => at))],
  ['list-ids', (count) => parseRelatedQuery({ include_ids: many(count, (at) => at) })],
  ['q-length', (count) => parseQ(`'${'x'.repeat(count - 2)}'`)],
  ['q-depth', (count) => parseQ(`${'!('.repeat(count)}${')'.repeat(count)}`)],
  ['q-depth', (count) => parseQ(`${'['.repeat(count)}${']'.repeat(count)}`)],
])('%s: the maximum number is read, and one more is rejected by name', (name, read) => {
  const { most } = bounds[name]
  expect(read(most)).toBeDefined()
  expect(() => read(most + 1)).toThrow(
    expect.objectContaining({ code: 'bound-passed', extra: { bound: name, count: most + 1, most } }),
  )
})
