import { expect, it } from 'vitest'
import { dataset, datasetColumn as column } from '#testing/dataset.ts'
import { timeExtras } from './time-extras.ts'

const sold = column({ column_name: 'sold_at', type: 'TIMESTAMP', is_dttm: true })
const city = column({ column_name: 'city', type: 'VARCHAR' })
const sales = dataset({ table_name: 'sales', columns: [city, sold] })
const cities = dataset({ table_name: 'cities', columns: [city] })
const all = { __time_range: 'Last week', __time_col: 'sold_at', __time_grain: 'P1D' }

it('applies time settings to a dataset that has the column and a time column', () => {
  expect(timeExtras(all, sales)).toEqual({
    applied: [{ column: '__time_col' }, { column: '__time_grain' }, { column: '__time_range' }],
    rejected: [],
  })
  expect(timeExtras({ ...all, __time_col: 'city' }, sales).rejected).toEqual([
    { column: '__time_col', reason: 'not_in_datasource' },
  ])
})

it('rejects each time setting for a dataset without time, with the reason', () => {
  expect(timeExtras(all, cities)).toEqual({
    applied: [],
    rejected: [
      { column: '__time_col', reason: 'not_in_datasource' },
      { column: '__time_grain', reason: 'no_temporal_column' },
      { column: '__time_range', reason: 'no_temporal_column' },
    ],
  })
})

it('ignores settings that are not sent', () => {
  expect(timeExtras(undefined, sales)).toEqual({ applied: [], rejected: [] })
  expect(timeExtras({ __time_range: '' }, sales)).toEqual({ applied: [], rejected: [] })
})

it('rejects an invalid time range once', () => {
  const reported = [{ column: '__time_range', reason: 'time_range_not_understood' }]
  expect(timeExtras({ __time_range: 'foo' }, sales, 'foo')).toEqual({ applied: [], rejected: reported })
  expect(timeExtras(undefined, sales, 'foo')).toEqual({ applied: [], rejected: reported })
  expect(timeExtras(undefined, sales, 'Last week')).toEqual({ applied: [], rejected: [] })
  expect(timeExtras({ __time_range: 'foo' }, cities, 'foo').rejected).toEqual([
    { column: '__time_range', reason: 'no_temporal_column' },
  ])
})
