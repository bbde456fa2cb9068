import { expect, it } from 'vitest'
import { GROUPING } from '#core/query/grouping.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'
import type { PivotForm } from './form.ts'
import { pivotView } from './pivot-view.ts'

const form = {
  rows: ['state'],
  columns: [],
  metrics: ['mean'],
  aggregate: 'Sum as Fraction of Total',
  rowTotals: false,
  columnTotals: true,
  transpose: false,
  metricsOnRows: false,
} as unknown as PivotForm
const table: Table = {
  rowCount: 2,
  columns: [
    { name: 'state', type: STRING, values: ['CA', 'FL'] },
    { name: 'mean', type: NUMERIC, values: [10, 30] },
  ],
}
const totals = (total: number) => ({
  dimensions: ['state'],
  table: {
    rowCount: 1,
    columns: [
      { name: 'state', type: STRING, values: [null] },
      { name: 'mean', type: NUMERIC, values: [total] },
      { name: GROUPING, type: NUMERIC, values: [1] },
    ],
  } as Table,
})

it('refers fractions to the sum of the cells if that exceeds the total, as with means', () => {
  expect(pivotView(table, form, totals(20)).cells).toEqual([[0.25, 0.75, 1]])
})

it('refers fractions to a total that includes groups beyond the row limit', () => {
  expect(pivotView(table, form, totals(80)).cells).toEqual([[0.125, 0.375, 1]])
})
