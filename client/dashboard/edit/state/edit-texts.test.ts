import { expect, it } from 'vitest'
import { GRID_ID, type LayoutNode, nodeOf, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { orderText, nodePositionText, sizeText } from './edit-texts.ts'

const node = (type: LayoutNode['type'], id: string, children: string[], meta = {}) => ({ type, id, children, meta })
const layout = readLayout(
  {
    ROOT_ID: node('ROOT', ROOT_ID, [GRID_ID]),
    GRID_ID: node('GRID', GRID_ID, ['H', 'R1', 'R2', 'T']),
    H: node('HEADER', 'H', [], { text: 'Hello' }),
    R1: node('ROW', 'R1', ['A', 'B']),
    R2: node('ROW', 'R2', ['K']),
    K: node('COLUMN', 'K', ['C', 'R3'], { width: 6 }),
    R3: node('ROW', 'R3', ['D']),
    T: node('TABS', 'T', ['T1']),
    T1: node('TAB', 'T1', ['E'], { text: 'Sales' }),
    A: node('CHART', 'A', [], { width: 7, height: 33, chartId: 1 }),
    B: node('CHART', 'B', [], { width: 1, height: 20, chartId: 2 }),
    C: node('CHART', 'C', [], { width: 4, height: 20, chartId: 3 }),
    D: node('CHART', 'D', [], { width: 2, height: 20, chartId: 4 }),
    E: node('DIVIDER', 'E', []),
  },
  () => 'x',
)

it('names the position of a node', () => {
  expect(nodePositionText(layout, 'A')).toBe('7 columns of row 1')
  expect(nodePositionText(layout, 'B')).toBe('1 column of row 1')
  expect(nodePositionText(layout, 'K')).toBe('6 columns of row 2')
  expect(nodePositionText(layout, 'C')).toBe('place 1 of the column')
  expect(nodePositionText(layout, 'D')).toBe('2 columns of row 1 of the column')
  expect(nodePositionText(layout, 'H')).toBe('place 1 of the page')
  expect(nodePositionText(layout, 'T1')).toBe('tab 1')
  expect(nodePositionText(layout, 'E')).toBe('place 1 of tab Sales')
  expect(orderText(layout, 'B')).toBe('place 2 of 2')
})

it('describes the part of a size that applies at the position of a node', () => {
  const size = (id: string) => sizeText(layout, nodeOf(layout, id) as LayoutNode)
  expect(size('A')).toBe('7 columns × 33')
  expect(size('C')).toBe('20 high')
  expect(size('K')).toBe('6 columns')
  expect(size('H')).toBe('')
})
