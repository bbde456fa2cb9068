import { describe, expect, it } from 'vitest'
import {
  aggregates,
  editMetric,
  isAdhocMetric,
  isSavedMetric,
  isValidMetric,
  labelMetric,
  newMetric,
} from './metric.ts'

const sum = editMetric(newMetric('m1'), { column: { column_name: 'delay', type: 'BIGINT' }, aggregate: 'SUM' })
const sql = editMetric(newMetric('m2'), { expressionType: 'SQL', sqlExpression: 'SUM(a) / COUNT(*)' })

it('E-METRIC-02: a new metric has every field', () => {
  expect(newMetric('m')).toEqual({
    expressionType: 'SIMPLE',
    column: null,
    aggregate: null,
    sqlExpression: null,
    label: '',
    hasCustomLabel: false,
    optionName: 'm',
  })
})

it('E-METRIC-03: a metric of another expression type than SIMPLE or SQL is no ad hoc metric', () => {
  expect([sum, sql, { expressionType: 'OTHER' }, { label: 'count' }, 'count', null].map(isAdhocMetric)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(['count', '', sum].map(isSavedMetric)).toEqual([true, false, false])
})

it('E-METRIC-06: a simple metric is valid only with column and aggregate', () => {
  expect([sum, { ...sum, column: null }, { ...sum, aggregate: null }].map(isValidMetric)).toEqual([true, false, false])
})

it('E-METRIC-07: an SQL metric is valid only with its expression', () => {
  expect([sql, { ...sql, sqlExpression: '' }, { ...sql, sqlExpression: null }].map(isValidMetric)).toEqual([
    true,
    false,
    false,
  ])
})

it('uses saved and legacy metrics by their names', () => {
  expect(['count', '', { label: 'count' }, { label: '' }, null].map((each) => isValidMetric(each))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})

describe('the label of a metric', () => {
  it('derives the label from the aggregate and the column', () => {
    expect(sum.label).toBe('SUM(delay)')
    expect(editMetric(sum, { aggregate: 'MAX' }).label).toBe('MAX(delay)')
    expect(sql.label).toBe('SUM(a) / COUNT(*)')
    expect(aggregates.map((aggregate) => editMetric(sum, { aggregate }).label)).toContain('COUNT_DISTINCT(delay)')
  })

  it('remains when set by the user, until it is cleared', () => {
    const named = labelMetric(sum, ' Delay ')
    expect(editMetric(named, { aggregate: 'MAX' })).toMatchObject({ label: 'Delay', hasCustomLabel: true })
    expect(labelMetric(named, '  ')).toMatchObject({ label: 'SUM(delay)', hasCustomLabel: false })
  })

  it('E-METRIC-10: shortens the label to 40 characters and dots from 43 characters on', () => {
    const long = (length: number) => editMetric(sql, { sqlExpression: 'x'.repeat(length) }).label
    expect(long(42)).toBe('x'.repeat(42))
    expect(long(43)).toBe(`${'x'.repeat(40)}...`)
  })
})
