import { describe, expect, it } from 'vitest'
import { baseAxis, baseQuery, normalizeOrder, withOrder } from './base-query.ts'

const sum = { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM', label: 'SUM(x)' } as const

describe('baseQuery', () => {
  it('returns metrics and columns in the order of the form keys without duplicate labels', () => {
    const query = baseQuery({
      viz_type: 'x',
      metric: 'count',
      metrics: [sum, 'count', { ...sum, optionName: 'other' }],
      columns: ['b', ''],
      groupby: ['a', 'b'],
    })
    expect(query.metrics).toEqual(['count', sum])
    expect(query.columns).toEqual(['b', 'a'])
  })

  it('omits metrics in raw mode and raw columns in aggregate mode', () => {
    const form = { viz_type: 'table', groupby: ['g'], metrics: ['count'], all_columns: ['r'] }
    const raw = baseQuery({ ...form, query_mode: 'raw' })
    expect(raw.columns).toEqual(['r'])
    expect('metrics' in raw).toBe(false)
    const aggregate = baseQuery({ ...form, query_mode: 'aggregate' })
    expect(aggregate.columns).toEqual(['g'])
    expect(aggregate.metrics).toEqual(['count'])
  })

  it('parses order items from JSON text and skips invalid ones', () => {
    expect(baseQuery({ viz_type: 'table', order_by_cols: ['["a", false]', 'rubbish', '["b"]'] }).orderby).toEqual([
      ['a', false],
    ])
  })

  it('splits ad hoc filters and puts filters of the dashboard first', () => {
    const query = baseQuery({
      viz_type: 'x',
      adhoc_filters: [
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: 'IN', comparator: ['1'] },
        { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'b', operator: 'IS NULL', comparator: 'left over' },
        { expressionType: 'SIMPLE', clause: 'HAVING', subject: 'n', operator: '>', comparator: 1 },
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' },
        { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 2' },
      ],
      where: 'z = 1',
      extra_form_data: {
        filters: [{ col: 'c', op: 'IN', val: ['x'] }],
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
      },
    })
    expect(query.filters).toEqual([
      { col: 'c', op: 'IN', val: ['x'] },
      { col: 'a', op: 'IN', val: ['1'] },
      { col: 'b', op: 'IS NULL' },
    ])
    expect(query.extras).toEqual({ where: '(z = 1) AND (a > 1) AND (1 = 0)', having: '(COUNT(*) > 2)' })
  })

  it('dashboard filters replace time, and time range filters follow', () => {
    const query = baseQuery({
      viz_type: 'x',
      granularity_sqla: 'ds',
      time_grain_sqla: 'P1D',
      time_range: 'Last week',
      adhoc_filters: [
        {
          expressionType: 'SIMPLE',
          clause: 'WHERE',
          subject: 'ts',
          operator: 'TEMPORAL_RANGE',
          comparator: 'No filter',
        },
      ],
      extra_form_data: {
        time_range: 'Last year',
        time_grain_sqla: 'P1M',
        granularity_sqla: 'other',
        relative_end: 'now',
      },
    })
    expect(query.time_range).toBe('Last year')
    expect(query.granularity).toBe('other')
    expect(query.extras).toEqual({ time_grain_sqla: 'P1M', relative_end: 'now' })
    expect(query.filters).toEqual([{ col: 'ts', op: 'TEMPORAL_RANGE', val: 'Last year' }])
    expect(query.applied_time_extras).toEqual({
      __time_range: 'Last year',
      __time_col: 'other',
      __time_grain: 'P1M',
    })
  })

  it('omits a time filter that does not limit rows', () => {
    const query = baseQuery({ viz_type: 'x', time_range: 'Last week', extra_form_data: { time_range: 'No filter' } })
    expect([query.time_range, query.applied_time_extras]).toEqual(['No filter', {}])
  })

  it('puts filters of other charts before those of the form and copies their other fields', () => {
    const query = baseQuery({
      viz_type: 'x',
      adhoc_filters: [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: '==', comparator: 1 }],
      extra_filters: [{ col: 'b', op: 'IN', val: ['x'] }],
      extra_form_data: {
        filters: [{ col: 'c', op: 'IN', val: [null, 'y'] }],
        adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }],
        custom_form_data: { map: 'dark' },
      },
      url_params: { a: '1' },
    })
    expect(query).toMatchObject({
      filters: [
        { col: 'b', op: 'IN', val: ['x'] },
        { col: 'c', op: 'IN', val: [null, 'y'] },
        { col: 'a', op: '==', val: 1 },
      ],
      extras: { where: '(1 = 0)' },
      custom_form_data: { map: 'dark' },
      url_params: { a: '1' },
      applied_time_extras: {},
    })
  })

  it('reads the time filters of filter boxes', () => {
    const query = baseQuery({
      viz_type: 'x',
      time_range: 'Last week',
      extra_filters: [
        { col: '__time_range', op: '==', val: 'Last month' },
        { col: '__time_grain', op: '==', val: 'No filter' },
        { col: 'region', op: 'IN', val: ['EU'] },
        { col: 'city', op: 'IN', val: [] },
        { col: 'kind', op: '==', val: null },
        { col: 'size', op: 'IS NOT NULL' },
      ],
      adhoc_filters: [
        {
          expressionType: 'SIMPLE',
          clause: 'WHERE',
          subject: 'ts',
          operator: 'TEMPORAL_RANGE',
          comparator: 'Last day',
        },
      ],
    })
    expect(query.time_range).toBe('Last month')
    expect(query.applied_time_extras).toEqual({ __time_range: 'Last month' })
    expect(query.filters).toEqual([
      { col: 'region', op: 'IN', val: ['EU'] },
      { col: 'size', op: 'IS NOT NULL' },
      { col: 'ts', op: 'TEMPORAL_RANGE', val: 'Last month' },
    ])
  })

  it('leaves limits that are no number to the server', () => {
    expect('row_limit' in baseQuery({ viz_type: 'x', row_limit: null })).toBe(false)
    expect('row_limit' in baseQuery({ viz_type: 'x', row_limit: 'many' })).toBe(false)
    expect(baseQuery({ viz_type: 'x', row_limit: '500' }).row_limit).toBe(500)
    expect(baseQuery({ viz_type: 'x' }).series_limit).toBe(0)
    expect(baseQuery({ viz_type: 'x', limit: '5', timeseries_limit_metric: [] })).not.toHaveProperty(
      'series_limit_metric',
    )
  })
})

describe('normalisedOrder', () => {
  it('prefers the order of the form, then the sort metric, then the first metric', () => {
    expect(normalizeOrder({ metrics: ['m'], orderby: [['a', true]] }, { viz_type: 'x' })).toEqual([['a', true]])
    expect(normalizeOrder({ metrics: ['m'], series_limit_metric: 's', order_desc: true }, { viz_type: 'x' })).toEqual([
      ['s', false],
    ])
    expect(normalizeOrder({ metrics: ['m'], order_desc: false }, { viz_type: 'x' })).toEqual([['m', true]])
    expect(normalizeOrder({ metrics: [] }, { viz_type: 'x' })).toBeUndefined()
    expect('orderby' in withOrder({ orderby: [['a', true]] }, undefined)).toBe(false)
  })
})

it('builds the x axis from a column name and leaves ad hoc columns unchanged', () => {
  expect(baseAxis('ds', 'P1D')).toEqual({
    label: 'ds',
    sqlExpression: 'ds',
    expressionType: 'SQL',
    isColumnReference: true,
    columnType: 'BASE_AXIS',
    timeGrain: 'P1D',
  })
  expect(baseAxis({ label: 'm', sqlExpression: 'f(x)', timeGrain: 'P1Y' }, 'P1D')).toEqual({
    label: 'm',
    sqlExpression: 'f(x)',
    columnType: 'BASE_AXIS',
    timeGrain: 'P1Y',
  })
})

it.each(['constructor', '__proto__', 'toString'])('keeps a filter of a filter box on a column named %s', (col) => {
  const filter = { col, op: 'IN', val: ['x'] }
  expect(baseQuery({ viz_type: 'x', extra_filters: [filter] })).toMatchObject({
    filters: [filter],
    applied_time_extras: {},
  })
})
