import { expect, it } from 'vitest'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { verifyLayout } from '#testing/verify-layout.ts'
import { type Direction, stepNode } from './edit-keys.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const node = (type: LayoutNode['type'], id: string, children: string[], meta = {}) => ({ type, id, children, meta })
const chart = (id: string, width: number) => node('CHART', id, [], { width, height: 10, chartId: id.charCodeAt(0) })
const layout: Layout = readLayout(
  {
    ROOT_ID: node('ROOT', ROOT_ID, [GRID_ID]),
    GRID_ID: node('GRID', GRID_ID, ['R1', 'R2']),
    R1: node('ROW', 'R1', ['A', 'B']),
    R2: node('ROW', 'R2', ['C', 'K']),
    K: node('COLUMN', 'K', ['D'], { width: 4 }),
    A: chart('A', 3),
    B: chart('B', 3),
    C: chart('C', 3),
    D: chart('D', 3),
  },
  suffix,
)

/** Returns the page as nested names, with rows in brackets and columns in braces. */
function picture(of: Layout, id: string = GRID_ID): string {
  return childrenOf(of, id)
    .map((each) =>
      each.type === 'ROW'
        ? `[${picture(of, each.id)}]`
        : each.type === 'COLUMN'
          ? `{${picture(of, each.id)}}`
          : each.id,
    )
    .join(' ')
}
function walk(id: string, ...directions: Direction[]): string | null {
  let now = layout
  for (const direction of directions) {
    const next = stepNode(now, id, direction, GRID_ID, suffix)
    if (!next) return null
    expect(verifyLayout(next)).toEqual([])
    now = next
  }
  return picture(now)
}

it('prints the initial layout', () => {
  expect(picture(layout)).toBe('[A B] [C {D}]')
})

it('swaps with a neighbor in its row, and stops at the end', () => {
  expect(walk('A', 'right')).toBe('[B A] [C {D}]')
  expect(walk('B', 'right')).toBeNull()
  expect(walk('A', 'left')).toBeNull()
})

it('moves down into a new row, the next row, its column and a last row', () => {
  expect(walk('A', 'down')).toBe('[B] [A] [C {D}]')
  expect(walk('A', 'down', 'down')).toBe('[B] [A C {D}]')
  expect(walk('A', 'down', 'down', 'down')).toBe('[B] [C {A D}]')
  expect(walk('A', 'down', 'down', 'down', 'down')).toBe('[B] [C {D A}]')
  expect(walk('A', 'down', 'down', 'down', 'down', 'down')).toBe('[B] [C {D}] [A]')
  expect(walk('A', 'down', 'down', 'down', 'down', 'down', 'down')).toBeNull()
})

it('moves up in the reverse order', () => {
  expect(walk('C', 'up')).toBe('[A B] [C] [{D}]')
  expect(walk('C', 'up', 'up')).toBe('[C A B] [{D}]')
})

it('moves out of a column to the left and right', () => {
  expect(walk('D', 'left')).toBe('[A B] [C D {}]')
  expect(walk('D', 'right')).toBe('[A B] [C {} D]')
})

it('moves complete rows', () => {
  expect(walk('R1', 'down')).toBe('[C {D}] [A B]')
})
