import { describe, expect, it } from 'vitest'
import { moved, placeAt, readCarried } from './drop.ts'

describe('places in a list', () => {
  it.each([
    [0, 2, ['b', 'a', 'c']],
    [0, 3, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [1, 2, ['a', 'b', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('the item at %i comes to stand before the one at %i', (from, at, order) => {
    expect(moved(['a', 'b', 'c'], from, at)).toEqual(order)
  })

  it('a pointer means the place before the first row whose middle lies below it', () => {
    const rows = [
      { top: 0, bottom: 20 },
      { top: 20, bottom: 40 },
    ]
    expect([5, 12, 29, 31, 500].map((y) => placeAt(y, rows))).toEqual([0, 1, 1, 2, 2])
    expect(placeAt(5, [])).toBe(0)
  })
})

it('knows what is carried from what other parts of the page carry', () => {
  const part = { kind: 'column', name: 'a', label: 'A' }
  expect(readCarried(part)).toBe(part)
  expect([readCarried(null), readCarried({ kind: 'chart' }), readCarried('column')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
