import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicate } from './duplicate-node.ts'
import { moveNode } from './move-node.ts'
import { needsRow } from './nesting.ts'
import { childrenOf, nodeOf, nodesOf } from './node.ts'
import { readLayout } from './read-layout.ts'
import { storedLayouts } from '#testing/stored-dashboards.ts'
import { verifyLayout } from '#testing/verify-layout.ts'

const noSuffix = () => {
  throw new Error('No box is made.')
}
const suffixes = () => {
  let made = 0
  return () => `n${(made += 1)}`
}

describe.each(storedLayouts)('a stored layout: %s', (_name, stored) => {
  const layout = readLayout(stored, noSuffix)

  it('reads and writes it without loss', () => {
    expect(JSON.parse(JSON.stringify(layout))).toEqual(stored)
    expect(readLayout(JSON.parse(JSON.stringify(layout)), noSuffix)).toEqual(layout)
  })

  it('returns the same layout when a box is moved and moved back', () => {
    for (const node of nodesOf(layout)) {
      const parent = nodeOf(layout, node.parents.at(-1) ?? '')
      if (!parent || parent.children.length < 2 || needsRow(parent.type, node.type)) continue
      const at = parent.children.indexOf(node.id)
      const moved = moveNode(layout, node.id, { parentId: parent.id, index: 99 }, noSuffix)
      if (!('ok' in moved)) continue
      expect(moveNode(moved.ok, node.id, { parentId: parent.id, index: at }, noSuffix)).toEqual({ ok: layout })
    }
  })

  it('remains valid and complete when any node is duplicated', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }), (picks) => {
        const newSuffix = suffixes()
        let now = layout
        for (const pick of picks) {
          const known = nodesOf(now).filter(({ type }) => type !== ('OF_TOMORROW' as string))
          const node = known[pick % known.length]
          const made = duplicate(now, node?.id ?? '', newSuffix)
          if (!('ok' in made)) continue
          expect(verifyLayout(made.ok)).toEqual(verifyLayout(layout))
          expect(printTree(made.ok, made.id)).toEqual(printTree(now, node?.id ?? ''))
          for (const each of nodesOf(now).filter(({ children }) => children.length === 0))
            expect(nodeOf(made.ok, each.id)).toEqual(each)
          now = made.ok
        }
      }),
      { seed: 3, numRuns: 60 },
    )
  })
})

/** Prints type, properties and children of a node, without ids. */
function printTree(layout: ReturnType<typeof readLayout>, id: string): unknown {
  const node = nodeOf(layout, id)
  const { width: _, ...meta } = node?.meta ?? {}
  return [node?.type, meta, childrenOf(layout, id).map((child) => printTree(layout, child.id))]
}

describe('a second box', () => {
  const [, stored] = storedLayouts[0] ?? []
  const layout = readLayout(stored, noSuffix)
  const row = (now: typeof layout) => nodeOf(now, 'ROW-a')?.children

  it('adds a copy next to the original if it fits, otherwise in a new row after it', () => {
    const text = duplicate(layout, 'MARKDOWN-m', suffixes())
    // Six and four of twelve columns are used: there is no space for four more.
    expect('ok' in text && row(text.ok)).toEqual(['CHART-x', 'MARKDOWN-m'])
    expect('ok' in text && nodeOf(text.ok, 'GRID_ID')?.children).toEqual(['ROW-a', 'ROW-n2', 'HEADER-h', 'DIVIDER-d'])
    const header = duplicate(layout, 'HEADER-h', suffixes())
    expect('ok' in header && nodeOf(header.ok, 'GRID_ID')?.children).toEqual([
      'ROW-a',
      'HEADER-h',
      'HEADER-n1',
      'DIVIDER-d',
    ])
  })

  it('keeps one root, one grid and one title', () => {
    for (const id of ['ROOT_ID', 'GRID_ID', 'HEADER_ID', 'gone'])
      expect(duplicate(layout, id, suffixes())).toHaveProperty('refused')
  })
})
