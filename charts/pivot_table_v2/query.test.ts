import { expect, it } from 'vitest'
import { pivot_table_v2 } from './index.ts'

const { toQueries } = pivot_table_v2
const toDataMask = (...of: Parameters<NonNullable<typeof pivot_table_v2.toDataMask>>) =>
  pivot_table_v2.toDataMask?.(...of) ?? {}

const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['gender'],
  groupbyColumns: ['state', 'gender'],
  metrics: ['mean', 'kinds'],
  granularity_sqla: 'day',
  time_grain_sqla: 'P1M',
  row_limit: 50,
}

it('queries the cells by all dimensions, each once, ranked by the first metric', () => {
  const [query, ...more] = toQueries(form)
  expect(more).toEqual([])
  expect(query).toMatchObject({
    columns: ['state', 'gender'],
    metrics: ['mean', 'kinds'],
    orderby: [['mean', false]],
    row_limit: 50,
  })
  expect(toQueries({ ...form, series_limit_metric: 'most', order_desc: false })[0]?.orderby).toEqual([['most', true]])
  expect(toQueries({ ...form, metrics: [] })).toEqual([])
})

it('ignores the dimensions of other chart types', () => {
  expect(toQueries({ ...form, groupby: ['name'], columns: ['born'] })[0]?.columns).toEqual(['state', 'gender'])
})

it('buckets the time column and columns that the form marks as temporal', () => {
  const [query] = toQueries({
    ...form,
    groupbyRows: ['day', 'born', 'died'],
    temporal_columns_lookup: { born: true },
  })
  expect(query?.columns).toMatchObject([
    'state',
    'gender',
    { label: 'day', timeGrain: 'P1M', columnType: 'BASE_AXIS' },
    { label: 'born', timeGrain: 'P1M' },
    'died',
  ])
})

it('limits series of the columns, or of the rows if there are no columns', () => {
  expect(toQueries({ ...form, series_limit: 5 })[0]).toMatchObject({
    series_limit: 5,
    series_columns: ['state', 'gender'],
  })
  expect(toQueries({ ...form, groupbyColumns: [], series_limit: 5 })[0]?.series_columns).toEqual(['gender'])
})

const plain = { ...form, groupbyRows: ['a', 'b'], groupbyColumns: ['c'] }
const sets = (more: object) => toQueries({ ...plain, ...more })[1]?.grouping_sets

it('queries the groupings of its totals, without a row limit', () => {
  expect(sets({})).toBeUndefined()
  expect(sets({ colTotals: true })).toEqual([['c'], ['a', 'c']])
  expect(sets({ rowTotals: true })).toEqual([['a', 'b']])
  expect(sets({ rowTotals: true, colTotals: true })).toEqual([[], ['c'], ['a'], ['a', 'c'], ['a', 'b']])
  expect(toQueries({ ...plain, colTotals: true })[1]).toMatchObject({ row_limit: 0, orderby: [] })
  expect(sets({ rowTotals: true, aggregateFunction: 'Maximum' })).toBeUndefined()
})

it('queries totals of all series, without the series limit', () => {
  const [cells, totals] = toQueries({ ...plain, rowTotals: true, colTotals: true, series_limit: 5 })
  expect([cells?.series_limit, totals?.series_limit]).toEqual([5, 0])
})

it('queries the values that sort rows, even if no total is shown', () => {
  expect(sets({ rowOrder: 'value_a_to_z' })).toEqual([[], ['c'], ['a'], ['a', 'c'], ['a', 'b']])
  expect(sets({ colOrder: 'key_z_to_a' })).toBeUndefined()
})

it('filters by the selected values, time buckets by their grain', () => {
  const selectedMarks = [{ gender: 'girl', state: null }, { state: null }]
  expect(toDataMask(selectedMarks, form)).toEqual({
    extraFormData: {
      filters: [
        { col: 'state', op: 'IS NULL' },
        { col: 'gender', op: 'IN', val: ['girl'] },
      ],
    },
    filterState: {
      label: '<NULL>; girl',
      value: [[null], ['girl']],
      selectedFilters: { state: [null], gender: ['girl'] },
    },
  })
  const days = { ...form, groupbyRows: ['day'] }
  expect(toDataMask([{ day: 0 }], days).extraFormData).toEqual({
    filters: [{ col: 'day', op: 'IN', val: [0], grain: 'P1M' }],
  })
})
