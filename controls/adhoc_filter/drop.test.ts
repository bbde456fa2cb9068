import { expect, it } from 'vitest'
import { filterOfField, filterRejection } from './drop.ts'
import type { ControlContext } from '#controls/control.ts'

const context: ControlContext = {
  dataset: {
    id: 1,
    type: 'table',
    name: 'flights',
    columns: [
      { column_name: 'origin', type_generic: 1, is_dttm: false },
      { column_name: 'secret', type_generic: 1, is_dttm: false, filterable: false },
    ],
    metrics: [{ metric_name: 'miles', expression: 'SUM(distance)' }],
    time_grains: [],
  },
  form: { viz_type: 'table' },
}
const part = (kind: 'column' | 'metric', name: string) => ({ kind, name, label: name })

it('a column begins a filter of rows, a metric one of groups', () => {
  expect(filterOfField(part('column', 'origin'), 'f', context)).toMatchObject({
    expressionType: 'SIMPLE',
    subject: 'origin',
    operator: 'IN',
    comparator: [],
    clause: 'WHERE',
    filterOptionName: 'f',
  })
  expect(filterOfField(part('metric', 'miles'), 'f', context)).toMatchObject({
    expressionType: 'SQL',
    clause: 'HAVING',
    sqlExpression: 'SUM(distance) > 0',
  })
})

it('rejects columns that are not filterable or missing', () => {
  expect(filterRejection(part('metric', 'miles'), context)).toBeNull()
  expect(filterRejection(part('column', 'origin'), context)).toBeNull()
  expect(filterRejection(part('column', 'secret'), context)).toBe('secret is not filterable')
  expect(filterRejection(part('column', 'gone'), context)).toBe('The dataset has no column of this name')
})
