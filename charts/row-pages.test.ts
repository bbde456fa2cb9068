import { expect, it } from 'vitest'
import { readPageSize, rowPage } from './row-pages.ts'

it('splits rows into pages; the last one has the remainder', () => {
  expect(rowPage(0, 50, 120)).toEqual({ page: 0, pages: 3, from: 0, to: 50 })
  expect(rowPage(2, 50, 120)).toEqual({ page: 2, pages: 3, from: 100, to: 120 })
  expect(rowPage(1, 100, 100)).toEqual({ page: 0, pages: 1, from: 0, to: 100 })
})

it('clamps the page to the existing ones; without rows there is one empty page', () => {
  expect(rowPage(7, 50, 120)).toMatchObject({ page: 2, from: 100 })
  expect(rowPage(-1, 50, 120)).toMatchObject({ page: 0 })
  expect(rowPage(3, 50, 0)).toEqual({ page: 0, pages: 1, from: 0, to: 0 })
})

it('page size 0 shows all rows on one page', () => {
  expect(rowPage(2, 0, 1234)).toEqual({ page: 0, pages: 1, from: 0, to: 1234 })
})

it('reads a page size that is not offered as the first one', () => {
  expect([readPageSize('500'), readPageSize('0'), readPageSize('7'), readPageSize(null)]).toEqual([500, 0, 50, 50])
})
