import { expect, it } from 'vitest'
import { editMeta, resizeNode } from '#core/layout/node-changes.ts'
import { insertNode, moveNode, removeNode } from '#core/layout/move-node.ts'
import { makeNode } from '#core/layout/make-node.ts'
import { GRID_ID, type Layout, type LayoutNode, ROOT_ID } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { changeBetween, changeName, changeText } from './edit-change.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const node = (type: LayoutNode['type'], id: string, children: string[], meta = {}) => ({ type, id, children, meta })
const layout = readLayout(
  {
    ROOT_ID: node('ROOT', ROOT_ID, [GRID_ID]),
    GRID_ID: node('GRID', GRID_ID, ['R1', 'R2', 'H']),
    R1: node('ROW', 'R1', ['A', 'B']),
    R2: node('ROW', 'R2', ['C']),
    A: node('CHART', 'A', [], { width: 3, height: 20, chartId: 1, sliceName: 'Alpha' }),
    B: node('CHART', 'B', [], { width: 3, height: 20, chartId: 2, sliceName: 'Beta' }),
    C: node('CHART', 'C', [], { width: 3, height: 20, chartId: 3, sliceName: 'Gamma', sliceNameOverride: 'Delta' }),
    H: node('HEADER', 'H', [], { text: 'Hello' }),
  },
  suffix,
)
const info = { title: 'One', published: false }
const change = (after: Layout) => changeBetween({ layout, info }, { layout: after, info })
const ok = (edit: { ok: Layout } | { refused: string }) => {
  if ('refused' in edit) throw new Error(edit.refused)
  return edit.ok
}
const words = (after: Layout) => [changeText(change(after)), changeName(change(after))]

it('names the added element, not the row created for it', () => {
  const chart = makeNode('CHART', suffix, { chartId: 9, sliceName: 'Nine' })
  expect(words(ok(insertNode(layout, chart, { parentId: GRID_ID, index: 0 }, suffix)))).toEqual([
    'add chart',
    'add Nine',
  ])
})

it('names new tabs, not the tab in them', () => {
  const tabs = makeNode('TABS', suffix)
  expect(words(ok(insertNode(layout, tabs, { parentId: GRID_ID, index: 0 }, suffix)))[0]).toBe('add tabs')
  expect(words(ok(insertNode(layout, makeNode('TABS', suffix), { parentId: ROOT_ID, index: 0 }, suffix)))[0]).toBe(
    'add tabs',
  )
})

it('names a chart that moved to another row, whether or not its row still exists', () => {
  expect(words(ok(moveNode(layout, 'C', { parentId: 'R1', index: 0 }, suffix)))).toEqual(['move chart', 'move Delta'])
  expect(words(ok(moveNode(layout, 'A', { parentId: GRID_ID, index: 3 }, suffix)))).toEqual([
    'move chart',
    'move Alpha',
  ])
})

it('names elements that changed their order', () => {
  expect(words(ok(moveNode(layout, 'H', { parentId: GRID_ID, index: 0 }, suffix)))).toEqual([
    'move header',
    'move Hello',
  ])
})

it('names deleted nodes, and a row with its contents', () => {
  expect(words(removeNode(layout, 'A'))).toEqual(['delete chart', 'delete Alpha'])
  expect(words(removeNode(layout, 'R1'))).toEqual(['delete row', 'delete row'])
})

it('names changes of size, text and style', () => {
  expect(words(resizeNode(layout, 'A', { width: 4 }))).toEqual(['resize chart', 'resize Alpha'])
  expect(words(editMeta(layout, 'H', { text: 'Bye' }))).toEqual(['rename header', 'rename Bye'])
  expect(words(editMeta(layout, 'R1', { background: 'BACKGROUND_WHITE' }))[0]).toBe('change the look of row')
})

it('names a new title of the dashboard only', () => {
  const renamed = changeBetween({ layout, info }, { layout, info: { ...info, title: 'Two' } })
  expect(changeText(renamed)).toBe('rename dashboard')
  const stored = editMeta(layout, 'HEADER_ID', { text: 'Two' })
  const again = changeBetween({ layout, info }, { layout: stored, info: { ...info, title: 'Two' } })
  expect(changeText(again)).toBe('rename dashboard')
  const both = changeBetween({ layout, info }, { layout: removeNode(layout, 'A'), info: { ...info, title: 'Two' } })
  expect(changeText(both)).toBe('several changes')
})
