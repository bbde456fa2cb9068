import { describe, expect, it } from 'vitest'
import {
  inheritedTime,
  withInheritedFilters,
  withoutInheritedFilters,
} from '#client/explore/state/inherited-filters.ts'
import { changesOf } from '#client/explore/state/stale-result.ts'
import { chartBody } from '#client/explore/save/save-chart.ts'
import { conditionsOf } from '#core/form/conditions.ts'

const own = {
  expressionType: 'SIMPLE',
  subject: 'carrier',
  operator: '==',
  operatorId: 'EQUALS',
  comparator: 'AA',
  clause: 'WHERE',
  sqlExpression: null,
  isExtra: false,
  isNew: false,
  filterOptionName: 'filter_1',
} as const
const form = { viz_type: 'table', datasource: '1__table', metrics: ['count'], adhoc_filters: [own] }
const extra = {
  filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }],
  adhoc_filters: [{ expressionType: 'SQL', sqlExpression: 'delay > 0', clause: 'WHERE' }],
  time_range: 'Last week',
}

describe('the part of a dashboard in the form data of a chart', () => {
  const inherited = withInheritedFilters(form, extra)

  it('narrows the chart as it did on the dashboard, and is marked', () => {
    expect(conditionsOf(inherited)).toMatchObject({
      filters: [
        { col: 'carrier', op: '==', val: 'AA' },
        { col: 'origin', op: 'IN', val: ['ORD'], isExtra: true },
      ],
      where: '(delay > 0)',
    })
    expect(inherited.adhoc_filters?.map((each) => (each as { isExtra: boolean }).isExtra)).toEqual([false, true, true])
    expect(inheritedTime(inherited)).toEqual([['time_range', 'Last week']])
  })

  it('is no change of the chart, and is not saved with it', () => {
    expect(changesOf(form, inherited)).toEqual([])
    expect(withoutInheritedFilters(inherited)).toEqual(form)
    const body = chartBody('A', inherited)
    expect(JSON.parse(body['params'] as string)).toEqual(form)
    expect(body['query_context']).not.toContain('ORD')
  })

  it('leaves the form unchanged without inherited filters', () => {
    expect(withInheritedFilters(form, {})).toEqual(form)
    expect(withoutInheritedFilters({ viz_type: 'table' })).toEqual({ viz_type: 'table' })
  })
})
