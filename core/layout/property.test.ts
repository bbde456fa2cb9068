import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editMeta, resizeNode } from './node-changes.ts'
import { addCharts, chartNodes } from './charts.ts'
import { insertNode, moveNode, removeNode } from './move-node.ts'
import { emptyLayout, makeNode } from './make-node.ts'
import { type Layout, nodesOf, type NodeType } from './node.ts'
import { readLayout } from './read-layout.ts'
import { verifyLayout } from '#testing/verify-layout.ts'

const kinds: readonly NodeType[] = ['CHART', 'MARKDOWN', 'COLUMN', 'ROW', 'HEADER', 'DIVIDER', 'TABS', 'TAB', 'DYNAMIC']

type Step =
  | {
      readonly do: 'insert'
      readonly kind: NodeType
      readonly width: number
      readonly into: number
      readonly at: number
    }
  | { readonly do: 'move'; readonly what: number; readonly into: number; readonly at: number }
  | { readonly do: 'remove'; readonly what: number }
  | { readonly do: 'resize'; readonly what: number; readonly width: number; readonly height: number }
  | { readonly do: 'charts'; readonly count: number }

const some = fc.nat(60)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      kind: fc.constantFrom(...kinds),
      width: fc.integer({ min: 1, max: 12 }),
      into: some,
      at: fc.nat(4),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), what: some, into: some, at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), what: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resize' as const),
      what: some,
      width: fc.integer({ min: -3, max: 20 }),
      height: fc.integer({ min: -3, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('charts' as const), count: fc.nat(4) }) },
)

function applied(layout: Layout, step: Step, newSuffix: () => string): Layout {
  const ids = nodesOf(layout).map((node) => node.id)
  const pick = (index: number) => ids[index % ids.length] as string
  switch (step.do) {
    case 'insert': {
      const sized = ['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC'].includes(step.kind) ? { width: step.width } : {}
      const edit = insertNode(
        layout,
        makeNode(step.kind, newSuffix, sized),
        { parentId: pick(step.into), index: step.at },
        newSuffix,
      )
      return 'ok' in edit ? edit.ok : layout
    }
    case 'move': {
      const edit = moveNode(layout, pick(step.what), { parentId: pick(step.into), index: step.at }, newSuffix)
      if ('refused' in edit) return layout
      expect(nodesOf(edit.ok).map((node) => node.id)).toContain(pick(step.what))
      expect(chartNodes(edit.ok)).toHaveLength(chartNodes(layout).length)
      return edit.ok
    }
    case 'remove':
      return removeNode(layout, pick(step.what))
    case 'resize':
      return resizeNode(layout, pick(step.what), step)
    case 'charts': {
      const charts = Array.from({ length: step.count }, (_, index) => ({ chartId: index }))
      const next = addCharts(layout, charts, newSuffix)
      expect(chartNodes(next)).toHaveLength(chartNodes(layout).length + step.count)
      return next
    }
  }
}

it('keeps a layout sound through any sequence of edits', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 30, maxLength: 90, size: 'max' }), (steps) => {
      let made = 0
      let layout = emptyLayout('Title')
      for (const each of steps) {
        const next = applied(layout, each, () => String(made++))
        if (next !== layout) accepted++
        expect(verifyLayout(next)).toEqual([])
        layout = next
      }
      expect(readLayout(JSON.parse(JSON.stringify(layout)), () => 'x')).toEqual(layout)
    }),
    { seed: 7, numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(2000)
})

it('leaves boxes it does not touch the same objects', () => {
  let made = 0
  const layout = addCharts(emptyLayout(), [{ chartId: 1 }, { chartId: 2 }, { chartId: 3 }, { chartId: 4 }], () =>
    String(made++),
  )
  const [first, second] = chartNodes(layout)
  const next = resizeNode(layout, first?.id as string, { height: 60 })
  expect(next[second?.id as string]).toBe(second)
  expect(editMeta(next, first?.id as string, { height: 60 })).toBe(next)
})
