import { describe, expect, it } from 'vitest'
import { advancedTypeOf, comparedValues, offeredOperators, readOperators, tableName } from './operators.ts'
import { canSave, subjectOf } from './subjects.ts'
import type { ControlContext } from '#controls/control.ts'
import { type AdhocFilter, newFilter } from '#core/filter/adhoc-filter.ts'

const context: ControlContext = {
  dataset: {
    id: 1,
    type: 'table',
    name: 'hits',
    columns: [
      { column_name: 'origin', type_generic: 1, is_dttm: false, filterable: true },
      { column_name: 'ip', type_generic: 1, is_dttm: false, advanced_data_type: 'internet_address' },
      { column_name: 'ds', type_generic: 1, is_dttm: false },
      { column_name: 'late', type_generic: 3, is_dttm: false },
    ],
    metrics: [],
    time_grains: [],
    source: { databaseId: 1, table: 'hits', schema: 'web' },
  },
  form: { viz_type: 'table' },
}
const simple: AdhocFilter = {
  ...newFilter('a'),
  subject: 'origin',
  operatorId: 'IN',
  operator: 'IN',
  comparator: ['ORD'],
}
const sql: AdhocFilter = { ...newFilter('b'), expressionType: 'SQL', sqlExpression: 'ori' }
describe('advanced types', () => {
  it('keep a simple filter from being saved while they find an error in it', () => {
    const wrong = { text: '', operators: [], error: 'Failed to retrieve advanced type' }
    expect(canSave(simple, wrong)).toBe(false)
    expect(canSave(simple, { ...wrong, error: '' })).toBe(true)
    expect(canSave(sql, wrong)).toBe(true)
  })

  it('query the values of their column, and limit the operators', () => {
    expect([advancedTypeOf('ip', context), advancedTypeOf('origin', context)]).toEqual(['internet_address', undefined])
    expect(comparedValues({ ...simple, comparator: ['1.1.1.1', null, ''] })).toEqual(['1.1.1.1'])
    expect(readOperators(['==', 'NOT IN', 'NOT_IN', 'EQUALS', 'GREATER_THAN', 'unheard'])).toEqual([
      'EQUALS',
      'NOT_IN',
      'NOT_IN',
      'EQUALS',
      'GREATER_THAN',
    ])
    const allowed = { text: '', operators: readOperators(['==', 'IN']), error: '' }
    expect(offeredOperators(subjectOf('ip', context), allowed)).toEqual(['EQUALS', 'IN'])
  })
})

it('E-FILTER-29: the latest partition is offered for the partition column only', () => {
  const offers = (name: string) =>
    offeredOperators(subjectOf(name, context, ['ds']), undefined).includes('LATEST_PARTITION')
  expect([offers('ds'), offers('origin')]).toEqual([true, false])
  expect(tableName(context)).toBe('web.hits')
})

it('E-FILTER-27: a boolean column is true, false, null or not null', () => {
  expect(offeredOperators(subjectOf('late', context), undefined).toSorted()).toEqual([
    'IS_FALSE',
    'IS_NOT_NULL',
    'IS_NULL',
    'IS_TRUE',
  ])
})
