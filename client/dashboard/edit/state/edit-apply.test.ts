import { expect, it } from 'vitest'
import { makeNode } from '#core/layout/make-node.ts'
import { childrenOf, GRID_ID, type Layout, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { insertAtFirst, insertPositions } from './edit-apply.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const node = (type: LayoutNode['type'], id: string, children: string[], meta = {}) => ({ type, id, children, meta })
const layout = readLayout(
  {
    ROOT_ID: node('ROOT', ROOT_ID, [GRID_ID]),
    GRID_ID: node('GRID', GRID_ID, ['R1', 'R2']),
    R1: node('ROW', 'R1', ['A']),
    R2: node('ROW', 'R2', ['B']),
    A: node('CHART', 'A', [], { width: 10, height: 20, chartId: 1 }),
    B: node('CHART', 'B', [], { width: 4, height: 20, chartId: 2 }),
  },
  suffix,
)
const chart = makeNode('CHART', suffix, { chartId: 9 })
const add = (what: LayoutNode, selected?: string) =>
  insertAtFirst(layout, what, insertPositions(layout, selected, GRID_ID), suffix) as Layout
const rows = (of: Layout) => childrenOf(of, GRID_ID).map((row) => childrenOf(of, row.id).map(({ id }) => id))

it('adds to the last row while there is room', () => {
  expect(rows(add(chart))).toEqual([['A'], ['B', chart.id]])
})

it('adds a row below the selected chart when its row has too few free columns', () => {
  expect(rows(add(chart, 'A'))).toEqual([['A'], [chart.id], ['B']])
})

it('adds into a selected row, narrower when it must', () => {
  const after = add(chart, 'R1')
  expect(rows(after)).toEqual([['A', chart.id], ['B']])
  expect(after[chart.id]).toMatchObject({ meta: { width: 2 } })
})

it('adds an element that rows cannot contain after the row', () => {
  const header = makeNode('HEADER', suffix)
  expect(childrenOf(add(header, 'A'), GRID_ID).map(({ id }) => id)).toEqual(['R1', header.id, 'R2'])
})

it('ignores a selection on another page', () => {
  expect(insertPositions(layout, 'A', 'TAB-other')).toEqual([
    { parentId: 'TAB-other', index: Number.POSITIVE_INFINITY },
  ])
})
