import { describe, expect, it } from 'vitest'
import { cellText, markdownText, clipboardText, sortedResultRows } from '#client/chart/result-rows.ts'
import { NUMERIC, STRING, type Table, TEMPORAL } from '#core/table/table.ts'

const table: Table = {
  columns: [
    { name: 'city', type: STRING, values: ['Ash', 'Birk\tand\nmore', null] },
    { name: 'n', type: NUMERIC, values: [2, null, 10] },
    { name: 'day', type: TEMPORAL, values: [0, Date.UTC(2001, 0, 2, 3, 4, 5), null] },
  ],
  rowCount: 3,
}

describe('rows', () => {
  it('finds rows by the text of any cell, ignoring case', () => {
    expect(sortedResultRows(table, 'ASH', undefined)).toEqual([0])
    expect(sortedResultRows(table, '2001-01-02', undefined)).toEqual([1])
    expect(sortedResultRows(table, '<null>', undefined)).toEqual([1, 2])
    expect(sortedResultRows(table, ' ', undefined)).toEqual([0, 1, 2])
  })

  it('sorts by a column, with nulls last in ascending order', () => {
    expect(sortedResultRows(table, '', { column: 1, isDescending: false })).toEqual([0, 2, 1])
    expect(sortedResultRows(table, '', { column: 1, isDescending: true })).toEqual([1, 2, 0])
  })
})

it('cells are formatted as text', () => {
  expect([cellText(table, 1, 2), cellText(table, 2, 0), cellText(table, 2, 1)]).toEqual([
    '2001-01-02 03:04:05',
    '<NULL>',
    '10',
  ])
})

it('paste into a spreadsheet cell by cell', () => {
  const title = (name: string) => (name === 'city' ? 'Home town' : name)
  expect(clipboardText(table, [1, 2], title)).toBe('Home town\tn\tday\nBirk and more\t\t2001-01-02 03:04:05\n\t10\t')
})

it('returns rows as a Markdown table with its syntax escaped', () => {
  const texts: Table = {
    columns: [
      { name: 'a|b', type: STRING, values: ['x|y\\z', '<b>\r\nnext', null] },
      { name: 'n', type: NUMERIC, values: [2, null, 10] },
    ],
    rowCount: 3,
  }
  expect(markdownText(texts, [2, 0, 1], (name) => name.toUpperCase())).toBe(
    ['| A\\|B | N |', '| --- | ---: |', '|  | 10 |', '| x\\|y\\\\z | 2 |', '| &lt;b><br>next |  |'].join('\n'),
  )
})
