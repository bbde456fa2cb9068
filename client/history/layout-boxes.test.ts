import { expect, it } from 'vitest'
import { readLayout } from '#core/layout/read-layout.ts'
import { layoutBoxes } from './layout-boxes.ts'

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  [id]: { type, id, children, meta },
})
const boxesOf = (stored: object) =>
  layoutBoxes(readLayout(stored, () => 'new')).map(({ id, x, y, width, height }) => [id, x, y, width, height])

it('arranges tiles in rows and columns, with gaps of two units', () => {
  const stored = {
    ...node('ROOT', 'ROOT_ID', ['GRID_ID']),
    ...node('GRID', 'GRID_ID', ['HEADER-1', 'ROW-1', 'ROW-2']),
    ...node('HEADER', 'HEADER-1', [], { text: 'Sales' }),
    ...node('ROW', 'ROW-1', ['CHART-1', 'COLUMN-1']),
    ...node('COLUMN', 'COLUMN-1', ['CHART-2', 'CHART-3'], { width: 4 }),
    ...node('ROW', 'ROW-2', ['CHART-4']),
    ...node('CHART', 'CHART-1', [], { chartId: 1, width: 8, height: 30 }),
    ...node('CHART', 'CHART-2', [], { chartId: 2, width: 6, height: 20 }),
    ...node('CHART', 'CHART-3', [], { chartId: 3, width: 4, height: 10 }),
    ...node('CHART', 'CHART-4', [], { chartId: 4, width: 12, height: 50 }),
  }
  expect(boxesOf(stored)).toEqual([
    ['HEADER-1', 0, 0, 12, 4],
    ['CHART-1', 0, 6, 8, 30],
    ['CHART-2', 8, 6, 4, 20],
    // 6 + 20 + 2
    ['CHART-3', 8, 28, 4, 10],
    // 6 + 32 of the column + 2
    ['CHART-4', 0, 40, 12, 50],
  ])
})

it('shows the first of several tabs, below their bar', () => {
  const stored = {
    ...node('ROOT', 'ROOT_ID', ['TABS-1']),
    ...node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
    ...node('TAB', 'TAB-1', ['ROW-1'], { text: 'First' }),
    ...node('TAB', 'TAB-2', ['ROW-2'], { text: 'Second' }),
    ...node('ROW', 'ROW-1', ['CHART-1']),
    ...node('ROW', 'ROW-2', ['CHART-2']),
    ...node('CHART', 'CHART-1', [], { chartId: 1, width: 6, height: 30 }),
    ...node('CHART', 'CHART-2', [], { chartId: 2, width: 6, height: 30 }),
  }
  expect(boxesOf(stored)).toEqual([['CHART-1', 0, 4, 6, 30]])
})
