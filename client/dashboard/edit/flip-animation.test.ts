import { expect, it } from 'vitest'
import { type BoxPosition, movesOf } from './flip-animation.ts'

const positions = (all: Readonly<Record<string, readonly [number, number, string?]>>) =>
  new Map(Object.entries(all).map(([id, [x, y, parent]]): [string, BoxPosition] => [id, { x, y, parent }]))

it('moves a box only by its own distance', () => {
  const before = positions({ ROW: [0, 100], A: [10, 110, 'ROW'], B: [200, 110, 'ROW'], C: [0, 0] })
  const after = positions({ ROW: [0, 300], A: [200, 310, 'ROW'], B: [10, 310, 'ROW'], C: [0, 0.5], NEW: [5, 5] })
  expect(movesOf(before, after)).toEqual([
    { id: 'ROW', x: 0, y: -200 },
    { id: 'A', x: -190, y: 0 },
    { id: 'B', x: 190, y: 0 },
  ])
})
