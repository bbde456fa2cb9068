import { describe, expect, it } from 'vitest'
import { moveItem, insertionIndexAt, parseDragData } from './drag-data.ts'

describe('positions in a list', () => {
  it.each([
    [0, 2, ['b', 'a', 'c']],
    [0, 3, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [1, 2, ['a', 'b', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('the item at %i is moved before the item at %i', (from, at, order) => {
    expect(moveItem(['a', 'b', 'c'], from, at)).toEqual(order)
  })

  it('a pointer means the position before the first row whose middle is below it', () => {
    const rows = [
      { top: 0, bottom: 20 },
      { top: 20, bottom: 40 },
    ]
    expect([5, 12, 29, 31, 500].map((y) => insertionIndexAt(y, rows))).toEqual([0, 1, 1, 2, 2])
    expect(insertionIndexAt(5, [])).toBe(0)
  })
})

it('parses drag data of its part of the page and rejects that of others', () => {
  const part = { kind: 'column', name: 'a', label: 'A' }
  expect(parseDragData(part)).toBe(part)
  expect([parseDragData(null), parseDragData({ kind: 'chart' }), parseDragData('column')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
