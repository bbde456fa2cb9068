import { describe, expect, it } from 'vitest'
import type { ColumnarResult } from '#core/query/result.ts'
import { trendContext, trendOf, trendPath } from './trend.ts'

const DAY = 86_400_000
const entry = (values: readonly (number | null)[], over: object = {}) =>
  ({
    colnames: ['day', 'mean'],
    coltypes: [2, 0],
    columns: [values.map((_, day) => day * DAY), values],
    error: null,
    ...over,
  }) as unknown as ColumnarResult

describe('the query for a trend', () => {
  const form_data = {
    viz_type: 'echarts_timeseries_line',
    datasource: '3__table',
    metrics: ['mean', 'count'],
    groupby: ['origin'],
    x_axis: 'day',
    time_grain_sqla: 'P1D',
    adhoc_filters: [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'origin', operator: '==', comparator: 'ORD' },
    ],
  }
  it('selects the first metric over time, without dimensions, under its filters', () => {
    const context = trendContext({ id: 4, slice_name: 'Delay', form_data })
    const [query] = context?.queries ?? []
    expect([context?.datasource, query?.metrics, query?.columns?.length, query?.row_limit]).toEqual([
      { id: 3, type: 'table' },
      ['mean'],
      1,
      400,
    ])
    expect(query?.filters).toContainEqual({ col: 'origin', op: '==', val: 'ORD' })
  })
  it('returns undefined for a chart without a metric', () => {
    expect(trendContext({ id: 4, slice_name: 'x', form_data: { ...form_data, metrics: [] } })).toBeUndefined()
  })
})

describe('a trend', () => {
  it('sorts by time, without missing values and without the last incomplete period', () => {
    expect(trendOf(entry([1, null, 3, 4], { open_period: 3 * DAY }))?.values).toEqual([1, 3])
  })
  it('returns the change of its last value, before neighbours are averaged; none from 0', () => {
    const values = Array.from({ length: 110 }, (_, at) => at + 1)
    expect(trendOf(entry(values.with(109, 436)))?.change).toBe(3)
    expect(trendOf(entry([-4, -5]))?.change).toBe(-0.25)
    expect(trendOf(entry([0, 5]))?.change).toBeNull()
  })
  it('returns 55 points at most, neighbours at their mean', () => {
    const values = trendOf(entry(Array.from({ length: 110 }, (_, at) => at)))?.values
    // Two at a time: 0.5, 2.5, 4.5 and so on.
    expect([values?.length, values?.[0], values?.[1], values?.at(-1)]).toEqual([55, 0.5, 2.5, 108.5])
  })
  it('draws no trend of one point, without times, or of a failed query', () => {
    expect(trendOf(entry([1]))).toBeUndefined()
    expect(trendOf(entry([1, 2], { coltypes: [0, 0] }))).toBeUndefined()
    expect(trendOf(entry([1, 2], { error: 'No such table' }))).toBeUndefined()
    expect(trendOf(undefined)).toBeUndefined()
  })
  it('a constant trend is drawn through the middle', () => {
    expect(trendPath([5, 5], { width: 10, height: 8, inset: 1 })).toBe('M1.0 4.0L9.0 4.0')
  })
})
