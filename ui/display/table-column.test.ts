import { expect, it } from 'vitest'
import { nonEmptyColumns, nextSort, phoneColumns, type TableColumn } from './table-column.ts'

it('sorts ascending first, then descending; another column starts ascending', () => {
  const first = nextSort('title', undefined)
  expect(first).toEqual({ id: 'title', isDescending: false })
  expect(nextSort('title', first)).toEqual({ id: 'title', isDescending: true })
  expect(nextSort('modified', { id: 'title', isDescending: true })).toEqual({ id: 'modified', isDescending: false })
})

it('hides an empty column, unless rows are sorted by it', () => {
  const column = (id: string, isEmpty?: (row: string) => boolean): TableColumn<string> => ({
    id,
    title: id,
    cell: (row) => row,
    isEmpty,
  })
  const columns = [column('name'), column('tags', (row) => !row.includes('#')), column('notes', () => true)]
  const ids = (rows: readonly string[], sort?: string) =>
    nonEmptyColumns(columns, rows, sort === undefined ? undefined : { id: sort, isDescending: false }).map(
      ({ id }) => id,
    )
  expect(ids(['a', 'b'])).toEqual(['name'])
  expect(ids(['a', 'b #new'])).toEqual(['name', 'tags'])
  expect(ids(['a'], 'notes')).toEqual(['name', 'notes'])
  expect(ids([])).toEqual(['name', 'tags', 'notes'])
})

it('a column without a header on phones may show another text', () => {
  const columns: readonly TableColumn<number>[] = [
    { id: 'name', title: 'Name', cell: () => 'Gamma' },
    { id: 'users', title: 'Users', cell: (row) => row, stackedCell: (row) => `${row} users` },
  ]
  expect(phoneColumns(columns).flatMap(({ under = [] }) => under.map(({ cell }) => cell(33)))).toEqual(['33 users'])
})
