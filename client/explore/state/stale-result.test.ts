import { describe, expect, it } from 'vitest'
import { changesOf, isStale } from '#client/explore/state/stale-result.ts'

const form = {
  viz_type: 'big_number_total',
  datasource: '3__table',
  metric: { expressionType: 'SIMPLE', column: { column_name: 'a' }, aggregate: 'SUM', label: 'SUM(a)' },
  adhoc_filters: [],
} as const

describe('lists the changed controls', () => {
  it('a control of the picture does not make the chart stale', () => {
    expect(isStale({ ...form, y_axis_format: '.1%' }, form)).toBe(false)
  })
  it('another metric makes the result stale', () => {
    expect(isStale({ ...form, metric: 'count' }, form)).toBe(true)
  })
  it('a column of a hostile name that was added makes it stale', () => {
    const table = { viz_type: 'table', datasource: '3__table', query_mode: 'raw', all_columns: ['a'] }
    expect(isStale({ ...table, all_columns: ['a', 'b"\'.,(🛫'] }, table)).toBe(true)
  })
  it('another parameter of the page does not make the result stale', () => {
    expect(isStale({ ...form, url_params: { native_filters: '()' } }, form)).toBe(false)
  })
  it('is not stale before the first result', () => {
    expect(isStale(form, null)).toBe(false)
  })
  it('absent, null, empty and false are no change', () => {
    expect(changesOf({ ...form, a: null, b: '', c: false, d: [] }, { ...form, e: {} })).toEqual([])
  })
  it('names the changes with the values before and after', () => {
    expect(changesOf(form, { ...form, row_limit: 5 })).toEqual([{ name: 'row_limit', before: undefined, after: 5 }])
  })
})
