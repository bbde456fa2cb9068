import { expect, it } from 'vitest'
import { editMeta } from '#core/layout/node-changes.ts'
import { insertNode, moveNode, removeNode } from '#core/layout/move-node.ts'
import { makeNode } from '#core/layout/make-node.ts'
import type { Layout } from '#core/layout/node.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { tileDifferences } from './edit-conflict.ts'

const { layout } = openDashboard()
const reported = (theirs: Layout, mine: Layout) =>
  tileDifferences(theirs, mine).map(({ name, difference }) => [name, difference])

it('names the tiles that only one version has, and those that differ', () => {
  expect(reported(layout, layout)).toEqual([])
  const theirs = removeNode(layout, 'CHART-11')
  const wider = editMeta(layout, 'CHART-10', { width: 6 })
  expect(reported(theirs, wider)).toEqual([
    ['Chart 10', 'both'],
    ['Chart 11', 'mine'],
  ])
  const note = makeNode('MARKDOWN', () => 'm', { code: '## A *note*\nmore' })
  const withNote = insertNode(layout, note, { parentId: 'TAB-1', index: 9 }, () => 'r')
  expect(reported('ok' in withNote ? withNote.ok : {}, layout)).toEqual([['A *note*', 'theirs']])
  const renamed = editMeta(layout, 'TAB-2', { text: 'Third' })
  expect(reported(layout, renamed)).toEqual([['Third', 'both']])
})

it('ignores a chart that was removed and added again, and names a moved one', () => {
  const off = removeNode(layout, 'CHART-12')
  const again = insertNode(
    off,
    makeNode('CHART', () => 'new', { chartId: 12, sliceName: 'Chart 12' }),
    { parentId: 'TAB-2', index: 0 },
    () => 'row',
  )
  expect(reported(layout, 'ok' in again ? again.ok : {})).toEqual([])
  const moved = moveNode(layout, 'CHART-12', { parentId: 'ROW-1', index: 0 }, () => 'row')
  expect(reported(layout, 'ok' in moved ? moved.ok : {})).toEqual([['Chart 12', 'both']])
  const swapped = moveNode(layout, 'CHART-11', { parentId: 'ROW-1', index: 0 }, () => 'row')
  expect(reported(layout, 'ok' in swapped ? swapped.ok : {})).toHaveLength(1)
})
