import { describe, expect, it } from 'vitest'
import { nextTableName, tableNameOf } from '#client/upload/table-name.ts'

describe('the table name of an uploaded file', () => {
  it.each([
    ['Sales 2024 (final).csv', 'sales_2024_final'],
    ['2001.csv', 't_2001'],
    ['..csv', 'upload'],
    ['données.csv', 'donne_es'],
    ['a.b.tsv', 'a_b'],
    ['sales.csv.gz', 'sales'],
    ['sales.zip', 'sales'],
  ])('%s becomes %s', (file, table) => {
    expect(tableNameOf(file)).toBe(table)
  })
})

it.each([
  ['sales', 'sales_2'],
  ['sales_2', 'sales_3'],
  ['sales_9', 'sales_10'],
  ['t_2001', 't_2002'],
  ['a'.repeat(60), `${'a'.repeat(58)}_2`],
  [`${'a'.repeat(58)}_9`, `${'a'.repeat(57)}_10`],
])('the name after the existing name %s is %s', (taken, next) => {
  expect(nextTableName(taken)).toBe(next)
})
