import { expect, it } from 'vitest'
import { sqlCompletions, sqlName } from './completion.ts'

it.each([
  ['a_1', 'a_1'],
  ['day of week', '"day of week"'],
  ['na"me', '"na""me"'],
  ['Origin', '"Origin"'],
  ['order', '"order"'],
])('quotes names that are no plain words in lower case: %s', (name, quoted) => {
  expect(sqlName(name)).toBe(quoted)
})

it('quotes with the mark of the dialect', () => {
  expect(sqlName('na`me', '`')).toBe('`na``me`')
})

it('E-FILTER-06: completes columns with types, metrics with expressions, functions and macros', () => {
  const all = sqlCompletions({
    columns: [{ column_name: 'day of week', type: 'VARCHAR' }, { column_name: 'delay' }],
    metrics: [{ metric_name: 'miles', expression: 'SUM(distance)' }],
    functions: ['date_trunc'],
    backend: 'duckdb',
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

it.each([
  ['mysql', '`day of week`'],
  ['starrocks', '`day of week`'],
  ['mssql', '"day of week"'],
  [undefined, '"day of week"'],
])('quotes columns by the dialect of the backend: %s', (backend, text) => {
  const [column] = sqlCompletions({ columns: [{ column_name: 'day of week' }], metrics: [], functions: [], backend })
  expect(column?.text).toBe(text)
})
