import { describe, expect, it } from 'vitest'
import { tableNameOf } from '#client/lists/table-name.ts'

describe('the table name of an uploaded file', () => {
  it.each([
    ['Sales 2024 (final).csv', 'sales_2024_final'],
    ['2001.csv', 't_2001'],
    ['..csv', 'upload'],
    ['données.csv', 'donne_es'],
    ['a.b.tsv', 'a_b'],
  ])('%s becomes %s', (file, table) => {
    expect(tableNameOf(file)).toBe(table)
  })
})
