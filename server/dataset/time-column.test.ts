import { expect, it } from 'vitest'
import type { QueryObject } from '#core/query/query-object.ts'
import { dataset, datasetColumn as column } from '#testing/dataset.ts'
import { withTimeColumn } from './time-column.ts'

const sales = dataset({
  table_name: 'sales',
  columns: [
    column({ column_name: 'ordered', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'shipped', type: 'TIMESTAMP', is_dttm: true }),
    column({ column_name: 'city', type: 'VARCHAR' }),
  ],
})
const axis = (name: string) =>
  ({ label: name, sqlExpression: name, columnType: 'BASE_AXIS', timeGrain: 'P1D' }) as const
const range = (col: string) => ({ col, op: 'TEMPORAL_RANGE', val: 'Last week' })
const query = (more: Partial<QueryObject> = {}): QueryObject => ({
  columns: [axis('ordered'), 'city'],
  filters: [range('ordered'), { col: 'city', op: '==', val: 'x' }],
  applied_time_extras: { __time_col: 'shipped' },
  ...more,
})

it('a chosen time column replaces the x axis and the filters on it, and keeps the label of the chart', () => {
  expect(withTimeColumn(query(), sales)).toEqual({
    ...query(),
    columns: [{ ...axis('ordered'), sqlExpression: 'shipped' }, 'city'],
    filters: [range('shipped'), { col: 'city', op: '==', val: 'x' }],
  })
})

it.each([
  ['no column is chosen', query({ applied_time_extras: {} })],
  ['the dataset has no such column', query({ applied_time_extras: { __time_col: 'gone' } })],
  ['the column is not temporal', query({ applied_time_extras: { __time_col: 'city' } })],
  ['the x axis is not temporal', query({ columns: [axis('city')] })],
  ['there is no x axis', query({ columns: ['ordered'] })],
])('changes nothing where %s', (_, queryObject) => {
  expect(withTimeColumn(queryObject, sales)).toEqual(queryObject)
})
