import { describe, expect, it } from 'vitest'
import { openDashboard } from '#testing/dashboard.ts'
import { comparedForm, canCompareTimes, hasClosedRange } from './comparison.ts'
import { actions, createDashboardStore, needsQuery } from './store.ts'
import { formDataOf } from './chart-form.ts'

const line = { viz_type: 'echarts_timeseries_line', time_range: '2001-04-01 : 2001-07-01' }

describe('a time comparison of a dashboard', () => {
  it.each([
    ['a line chart', line, ['1 week ago']],
    ['a big number', { ...line, viz_type: 'big_number_total' }, ['1 week ago']],
    ['a table', { ...line, viz_type: 'table' }, undefined],
    ['a chart with its own comparison', { ...line, time_compare: ['1 year ago'] }, ['1 year ago']],
    ['a chart without a range', { ...line, time_range: 'No filter' }, undefined],
  ])('the comparison %s sets time_compare to %s', (_name, form, shifts) => {
    expect(comparedForm(form, '1 week ago')['time_compare']).toEqual(shifts)
    expect(comparedForm(form, undefined)).toBe(form)
  })

  it.each([
    ['Last week', true],
    ['2001-01-01 : 2001-02-01', true],
    ['2001-01-01 : ', false],
    [' : 2001-02-01', false],
    ['No filter', false],
    ['', false],
    [undefined, false],
  ])('finds a closed range in %j: %s', (time_range, isClosed) => {
    expect(hasClosedRange({ viz_type: 'table', ...(time_range === undefined ? {} : { time_range }) })).toBe(isClosed)
    expect(hasClosedRange({ viz_type: 'table', extra_form_data: time_range === undefined ? {} : { time_range } })).toBe(
      isClosed,
    )
    const filter = { operator: 'TEMPORAL_RANGE', comparator: time_range }
    expect(hasClosedRange({ viz_type: 'table', adhoc_filters: [filter] as never })).toBe(isClosed)
  })

  it('ignores unknown chart types', () => {
    expect(canCompareTimes({ viz_type: 'nothing_of_the_kind' })).toBe(false)
  })

  it('makes the changed charts due, also when it ends', () => {
    const store = createDashboardStore(openDashboard())
    const form = () => formDataOf(store.getState(), 10)
    const before = form()
    actions.changeCharts(store, (charts) => ({
      ...charts,
      10: { ...charts[10], form_data: { ...charts[10]?.form_data, time_range: 'Last week' } } as never,
    }))
    const ranged = form()
    actions.compare(store, 'inherit')
    expect(form()?.['time_compare']).toEqual(['inherit'])
    expect(needsQuery(store.getState(), 10)).toBe(true)
    actions.compare(store, undefined)
    expect(form()).toEqual(ranged)
    expect(before?.['time_compare']).toBeUndefined()
  })
})
