import { describe, expect, it } from 'vitest'
import { columnWidth, containsCell, movedCell, rangeOf, stretchWidths, toTabText } from './grid-cell.ts'

const extent = { rows: 100, columns: 5, page: 20 }

describe('moving in a grid', () => {
  it.each([
    ['ArrowDown', false, 4, 2, 5, 2],
    ['ArrowDown', true, 4, 2, 99, 2],
    ['ArrowDown', false, 99, 2, 99, 2],
    ['ArrowUp', false, 0, 2, -1, 2],
    ['ArrowUp', false, -1, 2, -1, 2],
    ['ArrowUp', true, 50, 2, 0, 2],
    ['ArrowRight', false, 4, 4, 4, 4],
    ['ArrowRight', true, 4, 0, 4, 4],
    ['ArrowLeft', false, 4, 0, 4, 0],
    ['PageDown', false, 90, 1, 99, 1],
    ['PageUp', false, 5, 1, 0, 1],
    ['Home', false, 7, 3, 7, 0],
    ['End', false, 7, 3, 7, 4],
    ['Home', true, 7, 3, 0, 0],
    ['End', true, 7, 3, 99, 4],
  ])('%s (far: %s) moves from %i, %i to %i, %i', (key, isFar, row, column, toRow, toColumn) => {
    expect(movedCell(key, isFar, { row, column }, extent)).toEqual({ row: toRow, column: toColumn })
  })

  it('ignores other keys', () => {
    expect(movedCell('x', false, { row: 0, column: 0 }, extent)).toBeUndefined()
  })
})

describe('blocks of cells', () => {
  it('spans two cells in any order without the header', () => {
    const range = rangeOf({ row: 3, column: 4 }, { row: -1, column: 1 })
    expect(range).toEqual({ top: 0, bottom: 3, left: 1, right: 4 })
    expect([
      containsCell(range, 0, 1),
      containsCell(range, 3, 4),
      containsCell(range, 4, 4),
      containsCell(range, 1, 0),
    ]).toEqual([true, true, false, false])
  })

  it('copies as tab-separated text that spreadsheets read back', () => {
    const cells = [
      ['a', '1,5'],
      ['two\tparts', 'say "x"'],
    ]
    const text = toTabText({ top: 0, bottom: 1, left: 0, right: 1 }, (row, column) => cells[row]?.[column] ?? '')
    expect(text).toBe('a\t1,5\n"two\tparts"\t"say ""x"""')
  })
})

describe('widths of columns', () => {
  it('follows the longest value or the title, between 56 and 320 px', () => {
    expect(columnWidth('a', ['1'], false)).toBe(56)
    expect(columnWidth('a', ['x'.repeat(20)], false)).toBe(160)
    expect(columnWidth('a', ['x'.repeat(200)], false)).toBe(320)
    expect(columnWidth('x'.repeat(20), ['1'], true)).toBe(176)
    // Capitals are 8 px wide, M and W 11: 27 with 20 px of padding and 18 of the sort arrow.
    expect(columnWidth('DFW', ['7.5'], true)).toBe(65)
    // Sixteen digits are 124 px wide in the font of the cells, and the padding is 20 px.
    expect(columnWidth('a', ['9007199254740993'], false)).toBe(145)
  })

  it('fills the room there is, to the px, and never squeezes', () => {
    expect(stretchWidths([100, 50], 301)).toEqual([200, 101])
    expect(stretchWidths([100, 50], 120)).toEqual([100, 50])
    expect(stretchWidths([], 120)).toEqual([])
  })
})
