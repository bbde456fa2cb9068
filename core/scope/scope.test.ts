import { describe, expect, it } from 'vitest'
import { addCharts } from '#core/layout/charts.ts'
import { insertNode } from '#core/layout/move-node.ts'
import { emptyLayout, makeNode } from '#core/layout/make-node.ts'
import { type Layout, ROOT_ID } from '#core/layout/node.ts'
import { ancestorsOf, dependencyCycle } from './cascade.ts'
import { chartsInScope, defaultCrossFilterScope } from './charts-in-scope.ts'
import { scopeOfCharts } from './scope-of-charts.ts'
import { activeTabsFor, isInScope, tabsInScope, tabsToActivate, visibleCharts } from './tabs-in-scope.ts'

let made = 0
const next = () => String(++made)

function put(layout: Layout, type: 'TABS' | 'TAB', id: string, parentId: string): Layout {
  const children = type === 'TABS' ? [`${id}-1`] : []
  const node = { ...makeNode(type, next), id, children }
  const whole = type === 'TABS' ? { ...layout, [`${id}-1`]: { ...makeNode('TAB', next), id: `${id}-1` } } : layout
  const edit = insertNode(whole, node, { parentId, index: 99 }, next)
  if ('refused' in edit) throw new Error(edit.refused)
  return edit.ok
}

/**
 * Two top-level tabs; the first contains chart 1 and nested tabs with charts 2 and 3, the second charts 4 and 1 again.
 */
function tabbed(): Layout {
  let layout = put(emptyLayout(), 'TABS', 'T', ROOT_ID)
  layout = put(layout, 'TAB', 'T-2', 'T')
  layout = addCharts(layout, [{ chartId: 1, sliceName: 'One' }], next, 'T-1')
  layout = put(layout, 'TABS', 'I', 'T-1')
  layout = put(layout, 'TAB', 'I-2', 'I')
  layout = addCharts(layout, [{ chartId: 2 }], next, 'I-1')
  layout = addCharts(layout, [{ chartId: 3 }], next, 'I-2')
  return addCharts(layout, [{ chartId: 4 }, { chartId: 1 }], next, 'T-2')
}

const layout = tabbed()
const boxesOf = (...ids: number[]) =>
  Object.entries(layout).flatMap(([key, node]) =>
    typeof node === 'object' &&
    node &&
    'meta' in node &&
    ids.includes((node.meta as { chartId?: number }).chartId ?? -1)
      ? [key]
      : [],
  )

describe('charts in scope', () => {
  it('returns the charts below the root path without the excluded ones', () => {
    expect(chartsInScope(layout, { rootPath: [ROOT_ID], excluded: [] })).toEqual([1, 2, 3, 4])
    expect(chartsInScope(layout, { rootPath: ['T-1'], excluded: [2] })).toEqual([1, 3])
    expect(chartsInScope(layout, { rootPath: ['I-2', 'T-2'], excluded: [] })).toEqual([1, 3, 4])
    expect(chartsInScope(layout, { rootPath: [], excluded: [] })).toEqual([])
    expect(chartsInScope(layout, undefined)).toEqual([])
  })

  it('D-CROSS-02: the default scope of a cross-filter is all charts of the dashboard except its own', () => {
    expect(chartsInScope(layout, defaultCrossFilterScope(2))).toEqual([1, 3, 4])
  })
})

describe('the scope of chosen charts', () => {
  it.each([
    ['none', [], [], []],
    ['all', [1, 2, 3, 4], [ROOT_ID], []],
    ['the chart of an inner tab', [2], ['I-1'], []],
    ['the charts of two inner tabs', [2, 3], ['I-1', 'I-2'], []],
    ['all charts of a tab except one', [4], ['T-2'], [1]],
    ['charts of tabs at two levels', [2, 4], ['T-1', 'T-2'], [1, 3]],
    ['a chart in two tabs', [1], ['T-1', 'T-2'], [2, 3, 4]],
  ])('%s', (_, chosen, rootPath, excluded) => {
    expect(scopeOfCharts(layout, chosen)).toEqual({ rootPath, excluded })
    expect(chartsInScope(layout, { rootPath, excluded })).toEqual(chosen)
  })

  it('contains the selected charts', () => {
    for (let set = 0; set < 16; set += 1) {
      const chosen = [1, 2, 3, 4].filter((id) => (set & (1 << (id - 1))) !== 0)
      expect(chartsInScope(layout, scopeOfCharts(layout, chosen))).toEqual(chosen)
    }
  })
})

describe('tabs of a filter', () => {
  it('contains the tabs that lead to a chart in scope', () => {
    expect(tabsInScope(layout, [3]).sort()).toEqual(['I-2', 'T-1'])
    expect(tabsInScope(layout, [1]).sort()).toEqual(['T-1', 'T-2'])
    expect(tabsInScope(layout, [])).toEqual([])
  })

  it('hide their charts unless all of their parent tabs are active', () => {
    expect(activeTabsFor(layout).sort()).toEqual(['I-1', 'T-1'])
    expect(visibleCharts(layout, ['T-1', 'I-1'])).toEqual([1, 2])
    expect(visibleCharts(layout, ['T-2', 'I-1'])).toEqual([1, 4])
  })

  it('put a filter out of scope when no chart it touches is shown', () => {
    expect(isInScope(layout, [3], ['T-1', 'I-1'])).toBe(false)
    expect(isInScope(layout, [3], ['T-1', 'I-2'])).toBe(true)
    expect(isInScope(layout, [], ['T-1', 'I-2'])).toBe(false)
  })

  it('open the tabs that contain a box', () => {
    const box = boxesOf(3)[0] as string
    expect(tabsToActivate(layout, box)).toEqual(['T-1', 'I-2'])
    expect(activeTabsFor(layout, tabsToActivate(layout, box)).sort()).toEqual(['I-2', 'T-1'])
    expect(tabsToActivate(layout, 'gone')).toEqual([])
  })
})

describe('dependent filters', () => {
  const filters = [
    { id: 'city', cascadeParentIds: ['state'] },
    { id: 'state', cascadeParentIds: ['country', 'gone'] },
    { id: 'country', cascadeParentIds: null },
    { id: 'year' },
  ]

  it('know all their ancestors, the farthest first', () => {
    expect(ancestorsOf(filters, 'city')).toEqual(['country', 'state'])
    expect(ancestorsOf(filters, 'year')).toEqual([])
  })

  it('a cycle is found from any of its filters', () => {
    const on = (id: string, ...cascadeParentIds: string[]) => ({ id, cascadeParentIds })
    const all = [on('a', 'b'), on('b', 'c', 'd'), on('c', 'a'), on('d'), on('e', 'a'), on('f', 'f')]
    expect(all.map(({ id }) => dependencyCycle(all, id))).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
      [],
      [],
      ['f'],
    ])
  })
})
