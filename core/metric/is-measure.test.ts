import { expect, it } from 'vitest'
import { isMeasure } from './is-measure.ts'

const number = (column_name: string) => ({ column_name, type_generic: 0 as const, is_dttm: false })

it.each([
  'revenue',
  'SUM_of_sales',
  'delay',
  'distance',
  'units sold',
  'year_total',
  'flight_hours',
  'paid',
  'latency',
  'longest_delay',
  'codesize',
  'price2',
  'population 2010',
  'überschuss',
])('%s is an amount', (name) => expect(isMeasure(number(name))).toBe(true))

it.each([
  'id',
  'ID',
  'order_id',
  'orderId',
  'customer-ids',
  'id_customer',
  'year',
  'birthYear',
  'release_year',
  'month',
  'delay_bin',
  'zip',
  'zip5',
  'zip_code',
  'airport code',
  'lat',
  'start_lat',
  'latitude_deg',
  'lon',
  'LNG',
  'long',
  'longitude',
])('%s names something', (name) => expect(isMeasure(number(name))).toBe(false))

it('accepts as amounts only numbers that are no times and have no category', () => {
  expect(isMeasure({ column_name: 'revenue', type_generic: 1 })).toBe(false)
  expect(isMeasure({ ...number('door'), advanced_data_type: 'port' })).toBe(false)
  expect(isMeasure({ column_name: 'sold', type_generic: 0, is_dttm: true })).toBe(false)
})
