import { expect, it } from 'vitest'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import type { Table } from '#core/table/table.ts'
import { newForm } from './new-form.ts'
import { suggestions } from './suggestions.ts'

const column = (column_name: string, type_generic: 0 | 1 | 2, over = {}) => ({
  column_name,
  type: '',
  type_generic,
  is_dttm: type_generic === 2,
  groupby: true,
  ...over,
})
const columns: DatasetAnswer['columns'] = [
  column('order_id', 0),
  column('note', 1),
  column('region', 1, { verbose_name: 'Region' }),
  column('sold', 2),
  column('revenue', 0),
]
const samples: Table = {
  rowCount: 4,
  columns: [
    { name: 'note', type: 1, values: ['a', 'b', 'c', 'd'] },
    { name: 'region', type: 1, values: ['North', 'South', 'North', 'South'] },
  ],
}
const count = { metric_name: 'count', expression: 'COUNT(*)' }

it('rows over time, rows by what comes again, and the sum of the amount', () => {
  const found = suggestions({ columns, metrics: [count] }, samples, false)
  expect(found.map(({ title, vizType }) => [title, vizType])).toEqual([
    ['Rows over time', 'echarts_timeseries_line'],
    ['Rows by Region', 'echarts_timeseries_bar'],
    ['Sum of revenue', 'big_number_total'],
  ])
  expect(found[1]?.controls).toEqual({ metrics: ['count'], x_axis: 'region', row_limit: 10 })
  expect(found[2]?.controls['metric']).toMatchObject({ aggregate: 'SUM', column: { column_name: 'revenue' } })
})

it('a metric of the dataset comes before a sum; rows are counted where no metric does', () => {
  const miles = { metric_name: 'miles', expression: 'SUM(distance)', verbose_name: 'Miles' }
  const found = suggestions({ columns, metrics: [miles] }, samples, false)
  expect(found.map(({ title }) => title)).toEqual(['Rows over time', 'Rows by Region', 'Miles'])
  expect(found[0]?.controls['metrics']).toMatchObject([{ expressionType: 'SQL', sqlExpression: 'COUNT(*)' }])
  const locked = suggestions({ columns, metrics: [miles] }, samples, true)
  expect(locked.map(({ title }) => title)).toEqual(['Miles over time', 'Miles by Region', 'Miles'])
})

it('a count is called what the dataset calls it', () => {
  const named = { ...count, verbose_name: 'Orders' }
  const titles = suggestions({ columns, metrics: [named] }, samples, false).map(({ title }) => title)
  expect(titles).toEqual(['Orders over time', 'Orders by Region', 'Sum of revenue'])
})

it('texts that are long or never come again are no categories, and without anything nothing is suggested', () => {
  const long = 'x'.repeat(40)
  const rows = {
    rowCount: 2,
    columns: [{ name: 'region', type: 1 as const, values: [long, long, `${long}y`, `${long}y`] }],
  }
  expect(suggestions({ columns: [column('region', 1)], metrics: [count] }, rows, false)).toEqual([])
  expect(suggestions({ columns: [column('region', 1)], metrics: [count] }, undefined, false)).toEqual([])
  expect(suggestions({ columns: [column('id', 0)], metrics: [] }, samples, true)).toEqual([])
})

it('a new chart runs along the main time column, else along the first', () => {
  const dates = [column('sold', 2), column('sent', 2)]
  const along = (main_dttm_col?: string) =>
    newForm('table', { id: 3, columns: dates, ...(main_dttm_col ? { main_dttm_col } : {}) })['granularity_sqla']
  expect([along('sent'), along()]).toEqual(['sent', 'sold'])
  expect(newForm('table', { id: 3, columns: [] })).not.toHaveProperty('granularity_sqla')
})
