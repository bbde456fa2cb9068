import { expect, it } from 'vitest'
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from './query-object.ts'

it.each<[QueryColumn, string]>([
  ['origin', 'origin'],
  [{ sqlExpression: 'a + b', label: 'sum' }, 'sum'],
  [{ sqlExpression: 'a + b', label: '' }, 'a + b'],
])('a column %j is called %s', (column, label) => {
  expect(columnLabel(column)).toBe(label)
})

const late = { column_name: 'delay' }

it.each<[string, QueryMetric, string]>([
  ['the name of a saved metric', 'miles', 'miles'],
  ['its label', { expressionType: 'SQL', sqlExpression: 'SUM(x)', label: 'Total' }, 'Total'],
  ['its SQL', { expressionType: 'SQL', sqlExpression: 'SUM(x)' }, 'SUM(x)'],
  ['an empty text without SQL', { expressionType: 'SQL', aggregate: 'AVG', column: late }, ''],
  [
    'aggregate and column',
    { expressionType: 'SIMPLE', aggregate: 'AVG', column: late, sqlExpression: 'x' },
    'AVG(delay)',
  ],
  ['an aggregate without a column', { expressionType: 'SIMPLE', aggregate: 'AVG' }, 'AVG()'],
  ['a column without aggregate', { expressionType: 'SIMPLE', column: late }, '(delay)'],
])('a metric is called by %s', (_, metric, label) => {
  expect(metricLabel(metric)).toBe(label)
})

it('a metric of no type and without a label has no name', () => {
  expect(metricLabel({ sqlExpression: 'SUM(x)' } as QueryMetric)).toBe('')
})
