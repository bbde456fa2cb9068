import { expect, it } from 'vitest'
import { detailQuery } from '#core/form/detail-query.ts'

const filter = (over: object) => ({ expressionType: 'SIMPLE', clause: 'WHERE', ...over })

it('retains row filters of the chart, the dashboard and the selected marks, and drops group filters', () => {
  const query = detailQuery(
    {
      viz_type: 'pie',
      groupby: ['origin'],
      metric: 'count',
      granularity_sqla: 'date',
      time_range: 'Last week',
      row_limit: 10,
      adhoc_filters: [
        filter({ subject: 'carrier', operator: '==', comparator: 'AA' }),
        { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'delay > 0' },
        { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'COUNT(*) > 5' },
      ],
      extra_form_data: { filters: [{ col: 'year', op: 'IN', val: [2001] }], time_range: 'Last year' },
    },
    [{ col: 'origin', op: 'IN', val: ['ORD'] }],
  )
  expect(query).toEqual({
    filters: [
      { col: 'year', op: 'IN', val: [2001] },
      { col: 'carrier', op: '==', val: 'AA' },
      { col: 'origin', op: 'IN', val: ['ORD'] },
    ],
    extras: { where: '(delay > 0)' },
    granularity: 'date',
    time_range: 'Last year',
  })
})
