import { describe, expect, it } from 'vitest'
import { timeColumnOf, withDataset } from './form-with-dataset.ts'
import type { DatasetResponse, DatasetColumnResponse } from '#core/rest/responses.ts'

const column = (column_name: string, is_dttm = false): DatasetColumnResponse => ({
  column_name,
  type_generic: is_dttm ? 2 : 1,
  is_dttm,
})

const trips: DatasetResponse = {
  id: 7,
  table_name: 'trips',
  columns: [column('origin'), column('left', true), column('arrived', true)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

describe('a form on another dataset', () => {
  it.each([
    ['unchanged if it is temporal', 'arrived', 'arrived'],
    ['the first temporal column if it is not temporal', 'origin', 'left'],
    ['removed if there is no temporal column', 'date', 'left'],
    ['set if there was none', undefined, 'left'],
  ])('E-TIME-01: the time column is %s', (_, before, after) => {
    expect(timeColumnOf(before, trips)).toBe(after)
  })

  it('E-TIME-01: gets no time column if nothing is temporal', () => {
    const form = { viz_type: 'table', datasource: '3__table', granularity_sqla: 'date' }
    expect(withDataset(form, { ...trips, columns: [column('origin')] })).toEqual({
      viz_type: 'table',
      datasource: '7__table',
    })
  })

  it('keeps the metrics, columns and filters that mean something there, and SQL', () => {
    const sum = (name: string) => ({ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: name } })
    const sql = { expressionType: 'SQL', sqlExpression: 'SUM(delay)', label: 'late' }
    const simple = (subject: string) => ({ expressionType: 'SIMPLE', subject, operator: '==', comparator: 1 })
    const where = { expressionType: 'SQL', sqlExpression: 'delay > 1', clause: 'WHERE' }
    const form = {
      viz_type: 'table',
      datasource: '3__table',
      metrics: ['count', 'delay', sum('origin'), sum('delay'), sql],
      metric: 'delay',
      groupby: ['origin', 'carrier', { sqlExpression: 'UPPER(carrier)', label: 'c' }],
      adhoc_filters: [simple('origin'), simple('carrier'), where],
      row_limit: 50,
    } as never
    expect(withDataset(form, trips)).toEqual({
      viz_type: 'table',
      datasource: '7__table',
      metrics: ['count', sum('origin'), sql],
      metric: null,
      groupby: ['origin', { sqlExpression: 'UPPER(carrier)', label: 'c' }],
      adhoc_filters: [simple('origin'), where],
      granularity_sqla: 'left',
      row_limit: 50,
    })
  })
})
