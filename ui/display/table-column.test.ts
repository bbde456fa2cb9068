import { expect, it } from 'vitest'
import { nextSort } from './table-column.ts'

it('sorts ascending first, then turns around; another column begins ascending', () => {
  const first = nextSort('title', undefined)
  expect(first).toEqual({ id: 'title', isDescending: false })
  expect(nextSort('title', first)).toEqual({ id: 'title', isDescending: true })
  expect(nextSort('modified', { id: 'title', isDescending: true })).toEqual({ id: 'modified', isDescending: false })
})
