import { expect, it } from 'vitest'
import { valueFormatter } from './value-formatter.ts'

it.each([
  ['DATE', '2001-02-03'],
  ['TIMESTAMP', '2001-02-03 00:00:00'],
])('prints values of a %s column as %s', (type, text) => {
  const column = { column_name: 'day', type, type_generic: 2 as const, is_dttm: true }
  expect(valueFormatter(column)(Date.UTC(2001, 1, 3))).toBe(text)
})
