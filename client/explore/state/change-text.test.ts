import { expect, it } from 'vitest'
import { changeText } from '#client/explore/state/change-text.ts'

const sum = { expressionType: 'SIMPLE', column: { column_name: 'delay' }, aggregate: 'SUM', label: 'SUM(delay)' }
const filter = {
  expressionType: 'SIMPLE',
  subject: 'origin',
  operator: 'IN',
  comparator: ['ORD', 'ATL'],
  clause: 'WHERE',
}

it.each([
  ['nothing', undefined, 'text', 'N/A'],
  ['a switch', true, 'checkbox', 'true'],
  ['bounds', [null, 5], 'bounds', 'Min: , Max: 5'],
  ['metrics by their labels', ['count', sum], 'metric', 'count, SUM(delay)'],
  ['columns', ['origin', { label: 'small', sqlExpression: 'lower(a)' }], 'column', 'origin, small'],
  ['filters', [filter], 'adhoc_filter', "origin IN ('ORD', 'ATL')"],
  ['a collection as JSON', [{ key: 'a' }], 'collection', '[{"key":"a"}]'],
  ['a number', 7, 'number', '7'],
  ['an empty list', [], 'column', '[]'],
])('tells %s', (_, value, kind, text) => {
  expect(changeText(value, kind)).toBe(text)
})
