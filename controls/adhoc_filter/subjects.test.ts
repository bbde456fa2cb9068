import { expect, it } from 'vitest'
import {
  canSave,
  filterSubjectOf,
  filterableMetrics,
  isSimple,
  metricSubjectOf,
  readSubjectKey,
  subjectKey,
  subjectName,
  subjectOptions,
} from './subjects.ts'
import type { AdhocFilter } from '#core/filter/adhoc-filter.ts'
import { controlContext } from '#testing/control-context.ts'

const simple = (aggregate: string, column_name: string) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
})
const context = controlContext({
  dataset: {
    columns: [
      { column_name: 'delay', type_generic: 0, is_dttm: false },
      { column_name: 'say "hi"', type_generic: 1, is_dttm: false },
      { column_name: 'late', type_generic: 3, is_dttm: false, expression: 'delay > 15' },
      { column_name: 'hidden', type_generic: 1, is_dttm: false, filterable: false },
    ],
    metrics: [
      { metric_name: 'miles', expression: 'SUM(distance)', verbose_name: 'Miles flown' },
      { metric_name: 'delay', expression: 'MAX(delay)' },
    ],
  },
  form: {
    metrics: [
      'miles',
      simple('SUM', 'delay'),
      simple('COUNT_DISTINCT', 'say "hi"'),
      simple('COUNT', 'late'),
      { expressionType: 'SQL', sqlExpression: 'SUM(a) / SUM(b)', label: 'share' },
      { expressionType: 'SQL', sqlExpression: '0', label: 'miles' },
    ],
  },
})
const filter = (more: Partial<AdhocFilter>) =>
  ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'delay',
    operator: '>',
    operatorId: 'GREATER_THAN',
    comparator: 5,
    ...more,
  }) as AdhocFilter

it('metrics that are compared are those the dataset has saved, then those of the chart by what they compute', () => {
  expect(filterableMetrics(context).map(({ name, label, sql }) => [name, label, sql])).toEqual([
    ['miles', 'Miles flown', 'SUM(distance)'],
    ['delay', 'delay', 'MAX(delay)'],
    ['SUM(delay)', 'SUM(delay)', 'SUM("delay")'],
    ['COUNT_DISTINCT(say "hi")', 'COUNT_DISTINCT(say "hi")', 'COUNT(DISTINCT "say ""hi""")'],
    ['COUNT(late)', 'COUNT(late)', 'COUNT(delay > 15)'],
    ['share', 'share', 'SUM(a) / SUM(b)'],
  ])
})

it('a list offers filterable columns, then metrics, separate also under one name', () => {
  expect(subjectOptions(context).map(({ value }) => value)).toEqual([
    'column:delay',
    'column:say "hi"',
    'column:late',
    'metric:miles',
    'metric:delay',
    'metric:SUM(delay)',
    'metric:COUNT_DISTINCT(say "hi")',
    'metric:COUNT(late)',
    'metric:share',
  ])
})

it.each([
  ['metric', 'a:b'],
  ['column', 'metric'],
  ['column', ''],
] as const)('the key of the %s %j names it again', (kind, name) => {
  expect(readSubjectKey(subjectKey(kind, name))).toEqual({ kind, name })
})

it('the subject is a column in WHERE, and the metric of the name in HAVING', () => {
  expect(filterSubjectOf(filter({ subject: null }), context)).toBeUndefined()
  expect(filterSubjectOf(filter({}), context)).toMatchObject({ kind: 'column' })
  expect(filterSubjectOf(filter({ clause: 'HAVING' }), context)).toEqual(metricSubjectOf('delay', context))
  expect(filterSubjectOf(filter({ clause: 'HAVING' }), context)).toMatchObject({ kind: 'metric' })
  expect(filterSubjectOf(filter({ clause: 'HAVING', subject: 'late' }), context)).toMatchObject({ kind: 'column' })
  expect(metricSubjectOf('gone', context)).toBeUndefined()
  const made = { label: 'up', sqlExpression: 'upper(a)', expressionType: 'SQL' as const }
  expect(subjectName(filter({ subject: made }))).toBe('up')
})

it('a custom SQL filter opens as a simple one only if a metric, an operator and a value print the same', () => {
  const having = { expressionType: 'SQL', clause: 'HAVING', subject: 'delay' } as const
  expect(isSimple(filter({}), context)).toBe(true)
  expect(isSimple(filter({ ...having, sqlExpression: 'MAX(delay) > 5' }), context)).toBe(true)
  expect(isSimple(filter({ ...having, sqlExpression: 'MAX(delay) > 6' }), context)).toBe(false)
  expect(isSimple(filter({ ...having, subject: null, sqlExpression: 'MAX(delay) > 5' }), context)).toBe(false)
})

it('a filter is saved when complete and its advanced type reports no error; custom SQL is not checked', () => {
  const validation = (error: string) => ({ error, text: '', offered: [] }) as never
  expect(canSave(filter({}), undefined)).toBe(true)
  expect(canSave(filter({}), validation(''))).toBe(true)
  expect(canSave(filter({}), validation('no address'))).toBe(false)
  expect(canSave(filter({ comparator: null }), validation(''))).toBe(false)
  const sql = { expressionType: 'SQL', sqlExpression: 'a > 1' } as const
  expect(canSave(filter(sql), validation('no address'))).toBe(true)
})

it('quotes the column of a metric by the dialect of its database', () => {
  const form = { metrics: [simple('SUM', 'a`b')] }
  const columns = [{ column_name: 'a`b', type_generic: 0, is_dttm: false }]
  const sqlOn = (backend: string) =>
    filterableMetrics(controlContext({ dataset: { backend, columns, metrics: [] }, form })).map(({ sql }) => sql)
  expect(sqlOn('mariadb')).toEqual(['SUM(`a``b`)'])
  expect(sqlOn('postgresql')).toEqual(['SUM("a`b")'])
})
