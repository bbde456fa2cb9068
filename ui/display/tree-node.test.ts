import { describe, expect, it } from 'vitest'
import { checkState, leavesOf, visibleNodes, toggledLeaves } from './tree-node.ts'

const tab = {
  id: 'tab',
  label: 'Tab',
  children: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
}
const root = { id: 'root', label: 'All', children: [tab, { id: 'c', label: 'C' }] }

describe('a tree', () => {
  it('shows the children of expanded nodes only', () => {
    expect(visibleNodes([root], new Set()).map((row) => row.node.id)).toEqual(['root'])
    expect(visibleNodes([root], new Set(['tab'])).map((row) => row.node.id)).toEqual(['root'])
    const rows = visibleNodes([root], new Set(['root', 'tab']))
    expect(rows.map(({ node, level, position, size, parent }) => [node.id, level, position, size, parent])).toEqual([
      ['root', 1, 1, 1, undefined],
      ['tab', 2, 1, 2, 'root'],
      ['a', 3, 1, 2, 'tab'],
      ['b', 3, 2, 2, 'tab'],
      ['c', 2, 2, 2, 'root'],
    ])
  })

  it('a parent is on, off or mixed by its leaves', () => {
    expect(leavesOf(root)).toEqual(['a', 'b', 'c'])
    expect(checkState(tab, new Set(['a', 'b']))).toBe('on')
    expect(checkState(root, new Set(['a', 'b']))).toBe('mixed')
    expect(checkState(tab, new Set(['c']))).toBe('off')
  })

  it('a click on a partly selected parent selects all its leaves; on a fully selected one it selects none', () => {
    expect([...toggledLeaves(tab, new Set(['a']))].toSorted()).toEqual(['a', 'b'])
    expect([...toggledLeaves(tab, new Set(['a', 'b', 'c']))]).toEqual(['c'])
  })
})
