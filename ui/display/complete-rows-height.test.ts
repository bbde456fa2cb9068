import { expect, it } from 'vitest'
import { visibleRows, completeRowsHeight } from './complete-rows-height.ts'

const rows = { count: 36, height: 24, chromeHeight: 28 }

it.each([
  [330, 12, 316],
  [316, 12, 316],
  [40, 0, 40],
  [1000, 36, 1000],
])('a height of %s px has %s complete rows, %s px', (height, visibleCount, whole) => {
  expect(visibleRows(height, rows)).toBe(visibleCount)
  expect(completeRowsHeight(height, rows)).toBe(whole)
})
