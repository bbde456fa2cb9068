import { expect, it } from 'vitest'
import { makeNode } from '#core/layout/make-node.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { dropAt, type VisibleBoxes } from './edit-drop.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const node = (type: LayoutNode['type'], id: string, children: string[], meta = {}) => ({ type, id, children, meta })

/** Two rows of the grid: charts A (4) and B (4), and chart C (12); a third row with a column (6) that holds D. */
const layout: Layout = readLayout(
  {
    ROOT_ID: node('ROOT', ROOT_ID, [GRID_ID]),
    GRID_ID: node('GRID', GRID_ID, ['R1', 'R2', 'R3']),
    R1: node('ROW', 'R1', ['A', 'B']),
    R2: node('ROW', 'R2', ['C']),
    R3: node('ROW', 'R3', ['K']),
    K: node('COLUMN', 'K', ['D'], { width: 6 }),
    A: node('CHART', 'A', [], { width: 4, height: 10, chartId: 1 }),
    B: node('CHART', 'B', [], { width: 4, height: 10, chartId: 2 }),
    C: node('CHART', 'C', [], { width: 12, height: 10, chartId: 3 }),
    D: node('CHART', 'D', [], { width: 4, height: 10, chartId: 4 }),
  },
  suffix,
)
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
/** Rows 80 px high, 16 px apart, 1200 px wide; a unit of width is 100 px minus a gutter of 16. */
const seen: VisibleBoxes = {
  nodes: new Map([
    [GRID_ID, box(0, 0, 1200, 600)],
    ['R1', box(0, 0, 1200, 80)],
    ['A', box(0, 0, 384, 80)],
    ['B', box(400, 0, 384, 80)],
    ['R2', box(0, 96, 1200, 80)],
    ['C', box(0, 96, 1200, 80)],
    ['R3', box(0, 192, 1200, 80)],
    ['K', box(0, 192, 584, 80)],
    ['D', box(0, 192, 584, 80)],
  ]),
  labels: new Map(),
}
const move = (id: string, x: number, y: number) => dropAt(layout, { kind: 'move', id }, { x, y }, seen, GRID_ID, suffix)
const ids = (after: Layout, id: string) => childrenOf(after, id).map((each) => each.id)

it('puts a chart before the neighbor whose middle is to the right of the pointer', () => {
  const drop = move('D', 500, 40)
  expect(drop).toMatchObject({ kind: 'ok', position: { parentId: 'R1', index: 1 }, isFrame: false })
  // half-way through the gutter between A (ends at 384) and B (starts at 400)
  expect(drop).toMatchObject({ mark: { left: 392, right: 392, top: 0, bottom: 80 } })
  expect(drop?.kind === 'ok' && ids(drop.after, 'R1')).toEqual(['A', 'D', 'B'])
})

it('shows a line after the last chart of a row and inserts there', () => {
  const drop = move('D', 1000, 40)
  expect(drop).toMatchObject({ position: { parentId: 'R1', index: 2 }, mark: { left: 792, right: 792 } })
})

it('makes a new row in the gap between two rows', () => {
  const drop = move('A', 600, 88)
  expect(drop).toMatchObject({
    position: { parentId: GRID_ID, index: 1 },
    mark: { top: 88, bottom: 88, left: 0, right: 1200 },
  })
  const after = drop?.kind === 'ok' ? drop.after : layout
  const rows = ids(after, GRID_ID)
  expect(rows).toHaveLength(4)
  expect(ids(after, rows[1] as string)).toEqual(['A'])
})

it('inserts a row before the row near whose upper edge it is dropped', () => {
  expect(move('D', 500, 5)).toMatchObject({ kind: 'ok', position: { parentId: GRID_ID, index: 0 } })
})

it('inserts a row before or after a full row', () => {
  // row 2 is full: above its middle at y = 136, a new row is inserted before it
  expect(move('A', 600, 120)).toMatchObject({ kind: 'ok', position: { parentId: GRID_ID, index: 1 } })
  expect(move('A', 600, 150)).toMatchObject({ kind: 'ok', position: { parentId: GRID_ID, index: 2 } })
})

it('drops into a column between its edges', () => {
  expect(move('A', 300, 215)).toMatchObject({ kind: 'ok', position: { parentId: 'K', index: 0 } })
  expect(move('A', 300, 250)).toMatchObject({ kind: 'ok', position: { parentId: 'K', index: 1 } })
})

it('dropping a chart at its position changes nothing', () => {
  expect(move('A', 100, 40)).toEqual({ kind: 'same' })
  expect(move('A', 300, 40)).toEqual({ kind: 'same' })
})

it('a row cannot be dropped into itself', () => {
  expect(move('R1', 500, 40)).toEqual({ kind: 'same' })
})

it('a tab cannot be dropped on the page', () => {
  const tab = makeNode('TAB', suffix)
  expect(dropAt(layout, { kind: 'new', node: tab }, { x: 600, y: 400 }, seen, GRID_ID, suffix)).toEqual({
    kind: 'refused',
    why: 'nesting',
  })
})

it('shrinks a new chart to the columns that are free', () => {
  const wide = makeNode('CHART', suffix, { width: 9, chartId: 9 })
  const drop = dropAt(layout, { kind: 'new', node: wide }, { x: 1000, y: 40 }, seen, GRID_ID, suffix)
  expect(drop?.kind === 'ok' && drop.after[wide.id]).toMatchObject({ meta: { width: 4 } })
})

it('tabs dropped at the upper edge become those of the dashboard', () => {
  const tabs = makeNode('TABS', suffix)
  const at = (y: number) => dropAt(layout, { kind: 'new', node: tabs }, { x: 1000, y }, seen, GRID_ID, suffix)
  const top = at(4)
  expect(top).toMatchObject({ kind: 'ok', position: { parentId: ROOT_ID, index: 0 }, mark: { top: 0, bottom: 0 } })
  const [tab] = top?.kind === 'ok' ? childrenOf(top.after, tabs.id) : []
  expect(tab?.children).toEqual(['R1', 'R2', 'R3'])
  expect(at(88)).toMatchObject({ kind: 'ok', position: { parentId: GRID_ID, index: 1 } })
})

it('frames an empty page as the drop target', () => {
  const empty = readLayout(null, suffix)
  const page: VisibleBoxes = { nodes: new Map([[GRID_ID, box(32, 100, 1000, 500)]]), labels: new Map() }
  const header = makeNode('HEADER', suffix)
  expect(dropAt(empty, { kind: 'new', node: header }, { x: 400, y: 300 }, page, GRID_ID, suffix)).toMatchObject({
    kind: 'ok',
    isFrame: true,
    mark: box(32, 100, 1000, 500),
  })
})

it('drops elements on a tab label into the tab, and a tab next to it', () => {
  const tabbed = readLayout(
    {
      ROOT_ID: node('ROOT', ROOT_ID, ['T']),
      T: node('TABS', 'T', ['T1', 'T2']),
      T1: node('TAB', 'T1', ['H']),
      T2: node('TAB', 'T2', []),
      H: node('HEADER', 'H', [], { text: 'Hello' }),
    },
    suffix,
  )
  const page: VisibleBoxes = {
    nodes: new Map([
      ['T1', box(0, 40, 1000, 500)],
      ['H', box(0, 40, 1000, 30)],
    ]),
    labels: new Map([
      ['T1', box(0, 0, 80, 36)],
      ['T2', box(100, 0, 80, 36)],
    ]),
  }
  const at = (id: string, x: number) => dropAt(tabbed, { kind: 'move', id }, { x, y: 20 }, page, 'T1', suffix)
  const into = at('H', 140)
  expect(into).toMatchObject({ kind: 'ok', isFrame: true, mark: box(100, 0, 80, 36) })
  expect(into?.kind === 'ok' && ids(into.after, 'T2')).toEqual(['H'])
  // right of the middle of T2, at x = 140, the first tab becomes the last
  const behind = at('T1', 150)
  expect(behind?.kind === 'ok' && ids(behind.after, 'T')).toEqual(['T2', 'T1'])
  expect(at('T1', 120)).toEqual({ kind: 'same' })
})
