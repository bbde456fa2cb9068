import { expect, it } from 'vitest'
import { sqlCompletions, sqlName } from './completion.ts'

it('quotes names that are no plain words', () => {
  expect(['a_1', 'day of week', 'na"me'].map(sqlName)).toEqual(['a_1', '"day of week"', '"na""me"'])
})

it('E-FILTER-06: completes columns with types, metrics with expressions, functions and macros', () => {
  const all = sqlCompletions({
    columns: [{ column_name: 'day of week', type: 'VARCHAR' }, { column_name: 'delay' }],
    metrics: [{ metric_name: 'miles', expression: 'SUM(distance)' }],
    functions: ['date_trunc'],
  })
  const of = (kind: string) => all.filter((each) => each.kind === kind)
  expect(of('column')).toEqual([
    { label: 'day of week', kind: 'column', detail: 'VARCHAR', text: '"day of week"' },
    { label: 'delay', kind: 'column', detail: undefined, text: 'delay' },
  ])
  expect(of('metric')).toEqual([{ label: 'miles', kind: 'metric', detail: 'SUM(distance)', text: 'SUM(distance)' }])
  expect(of('function')).toEqual([{ label: 'date_trunc', kind: 'function', detail: '()' }])
  expect(of('keyword')).toContainEqual({ label: 'CASE', kind: 'keyword' })
  expect(of('macro')).toContainEqual({
    label: 'filter_values',
    kind: 'macro',
    detail: '{{ }}',
    text: "{{ filter_values('column') }}",
  })
})
