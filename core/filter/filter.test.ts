import { describe, expect, it } from 'vitest'
import { type AdhocFilter, isValidFilter, newFilter, readFilter } from './adhoc-filter.ts'
import { withOperator, withSubject } from './edit-filter.ts'
import { filterLabel, filterText } from './filter-label.ts'
import { metricFilterSql, metricSubject, unappliedFilters, withMetricSql } from './metric-filter.ts'
import { isRelevant, type OperatorId, operators, operatorsFor } from './operators.ts'
import { columnSubject } from './subject.ts'

const miles = metricSubject('SUM(distance)')
const text = columnSubject({ column_name: 'origin', type: 'VARCHAR', type_generic: 1 })
const whole = columnSubject({ column_name: 'delay', type: 'BIGINT', type_generic: 0 })
const decimal = columnSubject({ column_name: 'ratio', type: 'DOUBLE', type_generic: 0 })
const flag = columnSubject({ column_name: 'late', type: 'BOOLEAN', type_generic: 3 })
const time = columnSubject({ column_name: 'date', type: 'TIMESTAMP', type_generic: 2, is_dttm: true })
const computed = columnSubject({ column_name: 'is_far', type: null, expression: 'distance > 1000' })

const filled: AdhocFilter = {
  ...newFilter('f1'),
  subject: 'origin',
  operator: '==',
  operatorId: 'EQUALS',
  comparator: 'SFO',
}

describe('the shape of a filter', () => {
  it('E-FILTER-08: a new filter has every field', () => {
    expect(Object.keys(newFilter('f1')).sort()).toEqual(
      [
        'expressionType',
        'subject',
        'operator',
        'operatorId',
        'comparator',
        'clause',
        'sqlExpression',
        'isExtra',
        'isNew',
        'filterOptionName',
      ].sort(),
    )
  })

  it('E-FILTER-09: reads stored filters of type SIMPLE or SQL and rejects other types', () => {
    expect(readFilter({ expressionType: 'SQL', sqlExpression: 'a > 1', clause: 'WHERE' }, 'x')?.expressionType).toBe(
      'SQL',
    )
    expect(readFilter({ expressionType: 'SIMPLE', subject: 'a', operator: '==' }, 'x')?.expressionType).toBe('SIMPLE')
    expect(readFilter({ subject: 'a', operator: '==', comparator: 1 }, 'x')?.expressionType).toBe('SIMPLE')
    expect([readFilter('a', 'x'), readFilter(null, 'x'), readFilter([], 'x'), readFilter({}, 'x')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('E-FILTER-10: a comparator is read as it is stored, one value or a list', () => {
    expect(readFilter({ subject: 'a', operator: 'IN', comparator: ['x', 1] }, 'x')?.comparator).toEqual(['x', 1])
    expect(readFilter({ subject: 'a', operator: '==', comparator: 0 }, 'x')?.comparator).toBe(0)
  })

  it('E-FILTER-11: reads any other stored clause as WHERE or HAVING', () => {
    const clauses = ['WHERE', 'HAVING', 'having?', undefined].map(
      (clause) => readFilter({ expressionType: 'SIMPLE', subject: 'a', clause }, 'x')?.clause,
    )
    expect(clauses).toEqual(['WHERE', 'HAVING', 'WHERE', 'WHERE'])
  })

  it('returns the operator of filters stored before operators had ids', () => {
    const ids = ['==', 'not in', 'IS NOT NULL', 'is true', 'REGEX'].map(
      (operator) => readFilter({ subject: 'a', operator }, 'x')?.operatorId,
    )
    expect(ids).toEqual(['EQUALS', 'NOT_IN', 'IS_NOT_NULL', 'IS_TRUE', null])
  })

  it('keeps the name and the unknown keys of a stored filter', () => {
    expect(readFilter({ subject: 'a', operator: '==', later: 1, filterOptionName: 'old' }, 'new')).toMatchObject({
      later: 1,
      filterOptionName: 'old',
      isNew: false,
    })
  })
})

describe('changing the subject', () => {
  it('E-FILTER-12: a column picks WHERE', () => {
    expect(withSubject({ ...filled, clause: 'HAVING' }, 'delay', whole).clause).toBe('WHERE')
  })

  it('E-FILTER-13: a metric selects HAVING, also in SQL', () => {
    expect(withSubject({ ...filled, comparator: 5 }, 'miles', miles)).toMatchObject({
      expressionType: 'SQL',
      clause: 'HAVING',
      subject: 'miles',
      operatorId: 'EQUALS',
      comparator: 5,
      sqlExpression: 'SUM(distance) = 5',
    })
    expect(withSubject(withSubject(filled, 'miles', miles), 'delay', whole)).toMatchObject({
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      sqlExpression: null,
    })
  })

  it('E-FILTER-14: resets an operator that no longer applies, and keeps others', () => {
    const list = withOperator(filled, 'IN')
    expect(withSubject(list, 'miles', miles)).toMatchObject({ operator: null, operatorId: null })
    expect(withSubject(list, 'delay', whole)).toMatchObject({ operator: 'IN', operatorId: 'IN', comparator: ['SFO'] })
  })
})

describe('changing the operator', () => {
  it('E-FILTER-15: IN and NOT IN wrap the comparator in a list', () => {
    expect(withOperator(filled, 'IN').comparator).toEqual(['SFO'])
    expect(withOperator({ ...filled, comparator: 0 }, 'NOT_IN').comparator).toEqual([0])
    expect(withOperator({ ...filled, comparator: null }, 'IN').comparator).toEqual([])
    expect(withOperator({ ...filled, comparator: ['a', 'b'] }, 'NOT_IN').comparator).toEqual(['a', 'b'])
  })

  it('E-FILTER-16: a single-value operator takes the first element', () => {
    expect(withOperator({ ...filled, comparator: ['a', 'b'] }, 'EQUALS').comparator).toBe('a')
    expect(withOperator({ ...filled, comparator: [] }, 'LIKE').comparator).toBeNull()
  })

  it('E-FILTER-17: IS_TRUE and IS_FALSE turn the comparator into a boolean', () => {
    expect(withOperator(filled, 'IS_TRUE')).toMatchObject({ comparator: true, operator: '==', operatorId: 'IS_TRUE' })
    expect(withOperator(filled, 'IS_FALSE').comparator).toBe(false)
  })

  it('E-FILTER-18: the latest partition creates an SQL filter of WHERE', () => {
    expect(withOperator({ ...filled, subject: 'ds', clause: 'HAVING' }, 'LATEST_PARTITION', 'web.hits')).toMatchObject({
      expressionType: 'SQL',
      clause: 'WHERE',
      sqlExpression: `ds = '{{ presto.latest_partition("web.hits") }}'`,
    })
  })

  it('removes the comparator from null tests', () => {
    expect(withOperator(filled, 'IS_NULL').comparator).toBeNull()
  })
})

describe('the validity of a filter', () => {
  const valid = (change: Partial<AdhocFilter>) => isValidFilter({ ...filled, ...change })

  it('E-FILTER-19: a null test needs operator and subject', () => {
    for (const id of ['IS_NULL', 'IS_NOT_NULL'] as const) {
      const test = { operatorId: id, operator: operators[id].wire, comparator: null }
      expect([valid(test), valid({ ...test, subject: null }), valid({ ...test, operator: null })]).toEqual([
        true,
        false,
        false,
      ])
    }
  })

  it('E-FILTER-20: a boolean test needs a subject and a comparator that is not null', () => {
    const test = { operatorId: 'IS_FALSE' as const, operator: '==', comparator: false }
    expect([valid(test), valid({ ...test, comparator: null }), valid({ ...test, subject: null })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('E-FILTER-21: other filters need operator, subject, clause and a comparator', () => {
    expect([valid({}), valid({ operator: null }), valid({ subject: null }), valid({ clause: null })]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(['', 0, false, ['a']].map((comparator) => valid({ comparator }))).toEqual([true, true, true, true])
    expect([null, undefined, []].map((comparator) => valid({ comparator }))).toEqual([false, false, false])
  })

  it('E-FILTER-22: SQL needs expression and clause', () => {
    const sql = { expressionType: 'SQL' as const, sqlExpression: 'a > 1' }
    expect([valid(sql), valid({ ...sql, sqlExpression: '' }), valid({ ...sql, clause: null })]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a filter over a metric', () => {
  it.each([
    ['SUM(distance)', 'GREATER_THAN', 5, 'SUM(distance) > 5'],
    ['SUM(distance)', 'NOT_EQUALS', 0, 'SUM(distance) <> 0'],
    ['SUM(a) + SUM(b)', 'LESS_THAN_OR_EQUAL', -1.5, '(SUM(a) + SUM(b)) <= -1.5'],
    ['SUM("a (b)")', 'EQUALS', 1, '(SUM("a (b)")) = 1'],
    ['MAX(name)', 'EQUALS', "it's", "MAX(name) = 'it''s'"],
    ['SUM(a) -- all', 'LESS_THAN', 3, '(SUM(a) -- all\n) < 3'],
    ['SUM(a)', 'GREATER_THAN', null, null],
    ['SUM(a)', 'GREATER_THAN', '', null],
    ['SUM(a)', 'IN', [1], null],
    ['SUM(a)', null, 1, null],
  ] as const)('%s %s %j is %j', (sql, id, comparator, said) => {
    expect(metricFilterSql(sql, id, comparator)).toBe(said)
  })

  it('requires a column, an operator and a value', () => {
    const begun = withMetricSql({ ...newFilter('f'), subject: 'miles' }, miles)
    expect(isValidFilter(begun)).toBe(false)
    expect(isValidFilter(withMetricSql({ ...withOperator(begun, 'LESS_THAN'), comparator: 3 }, miles))).toBe(true)
  })

  it('lists it as unapplied if it was saved as a simple one', () => {
    const having = { ...filled, subject: 'miles', clause: 'HAVING' }
    const made = { ...having, subject: { label: 'made', sqlExpression: 'x', expressionType: 'SQL' } }
    const written = { ...having, expressionType: 'SQL', sqlExpression: 'SUM(distance) > 5' }
    expect(unappliedFilters([filled, having, made, having, written])).toEqual(['miles', 'made'])
    for (const none of [undefined, null, 'x', {}, [null, 7, 'x', { clause: 'HAVING', subject: 7 }]])
      expect(unappliedFilters(none)).toEqual([])
  })
})

describe('the operators offered', () => {
  it('E-FILTER-26: IS_TRUE and IS_FALSE only for boolean, integer and expression columns', () => {
    for (const id of ['IS_TRUE', 'IS_FALSE'] as const) {
      expect([flag, whole, computed, text, decimal, time, miles].map((each) => isRelevant(id, each))).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
        false,
      ])
    }
  })

  it('E-FILTER-27: a boolean column has only boolean and null operators', () => {
    expect(operatorsFor(flag).sort()).toEqual(['IS_FALSE', 'IS_NOT_NULL', 'IS_NULL', 'IS_TRUE'])
  })

  it('E-FILTER-28: a HAVING filter has the six comparisons', () => {
    expect(operatorsFor(miles).map((id) => operators[id].wire)).toEqual(['==', '!=', '<', '>', '<=', '>='])
  })

  it('E-FILTER-29: offers the latest partition only for the partition column', () => {
    expect(isRelevant('LATEST_PARTITION', columnSubject({ column_name: 'ds' }, ['ds']))).toBe(true)
    expect(isRelevant('LATEST_PARTITION', columnSubject({ column_name: 'other' }, ['ds']))).toBe(false)
  })

  it('offers time ranges only for time columns', () => {
    expect([time, text].map((each) => isRelevant('TEMPORAL_RANGE', each))).toEqual([true, false])
  })

  it.each([
    ['INTEGER', 'integer'],
    ['int8', 'integer'],
    ['UBIGINT', 'integer'],
    ['LONG', 'integer'],
    ['INTERVAL', 'unknown'],
    ['POINT', 'unknown'],
    ['DOUBLE', 'unknown'],
    ['boolean', 'boolean'],
  ])('reads the type %s as %s when no other information exists', (type, kind) => {
    expect(columnSubject({ column_name: 'a', type }).type).toBe(kind)
  })

  it.each(['BOOL_LIKE', 'INTEGER[]', 'INT_STAGE'])('offers the operators of texts for the type %s', (type) => {
    expect(columnSubject({ column_name: 'a', type, type_generic: 1 }).type).toBe('text')
  })
})

describe('labels', () => {
  const label = (id: OperatorId, comparator: AdhocFilter['comparator']) =>
    filterText({ ...withOperator(filled, id), comparator })

  it('describes the filter', () => {
    expect(label('EQUALS', "O'Hare")).toBe("origin = 'O''Hare'")
    expect(label('GREATER_THAN', 5)).toBe('origin > 5')
    expect(label('IN', ['a', 1, null])).toBe("origin IN ('a', 1, NULL)")
    expect(label('IS_NULL', null)).toBe('origin IS NULL')
    expect(label('IS_TRUE', true)).toBe('origin IS TRUE')
    expect(label('TEMPORAL_RANGE', 'Last week')).toBe('origin (Last week)')
    expect(filterText({ ...filled, expressionType: 'SQL', sqlExpression: 'a > 1' })).toBe('a > 1')
    expect(filterText(newFilter('x'))).toBe('')
  })

  it('E-FILTER-23: shortens labels to 40 characters and dots from 43 characters on', () => {
    const sql = (length: number) => filterLabel({ ...filled, expressionType: 'SQL', sqlExpression: 'x'.repeat(length) })
    expect(sql(42)).toBe('x'.repeat(42))
    expect(sql(43)).toBe(`${'x'.repeat(40)}...`)
  })
})
