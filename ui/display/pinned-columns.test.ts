import { expect, it } from 'vitest'
import { stretchWidths } from './grid-cell.ts'
import { cellOffset, pinnedEdge, isPinned, pinsOf, withPinnedColumns } from './pinned-columns.ts'

const column = (pin?: 'start' | 'end') => ({ id: 'c', title: 'C', pin })
const columns = [column('start'), column('start'), column(), column(), column('end'), column('end')]
const widths = [50, 60, 400, 400, 70, 80]

it('keeps pinned columns at both edges while others scroll', () => {
  const pins = pinsOf(columns, widths, 500)
  expect(pins).toEqual({ start: [0, 50], end: [0, 80], startWidth: 110, endWidth: 150 })
  expect(withPinnedColumns([2, 3], pins, 6)).toEqual([0, 1, 2, 3, 4, 5])
  expect([0, 2, 5].map((at) => isPinned(pins, at, 6))).toEqual([true, false, true])
  expect([0, 1, 3, 4, 5].map((at) => pinnedEdge(pins, at, 6))).toEqual([
    undefined,
    'start',
    undefined,
    'end',
    undefined,
  ])
  expect(cellOffset(pins, 1, 6, { start: 50, size: 60 })).toEqual({ left: 50, width: 60 })
  expect(cellOffset(pins, 3, 6, { start: 510, size: 400 })).toEqual({ left: 510, width: 400 })
  expect(cellOffset(pins, 4, 6, { start: 910, size: 70 })).toEqual({ right: 80, width: 70, marginInlineStart: 'auto' })
})

it('pins nothing if all columns are visible, and leaves space for other columns', () => {
  expect(pinsOf(columns, widths, 1060)).toMatchObject({ start: [], end: [] })
  // Of 140 px, at most 98 may be covered: the first column is pinned, the second would exceed that, and so would one of
  // 80 px at the end.
  expect(pinsOf(columns, widths, 140)).toMatchObject({ start: [0], end: [] })
})

it('distributes remaining space to columns without a fixed width', () => {
  expect(stretchWidths([100, 100, 100], 500, (at) => at === 1)).toEqual([200, 100, 200])
  expect(stretchWidths([100, 100], 500, () => true)).toEqual([100, 100])
})
