import { describe, expect, it } from 'vitest'
import type { Layout, LayoutNode } from '#core/layout/node.ts'
import { nodeOf } from '#core/layout/node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import { pictureScale, exportedCharts, exportedChildren, exportedTabs } from './export-plan.ts'

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  [id]: { type, id, children, meta },
})

/**
 * Chart 1 is in the first tab; chart 2 is in a tab inside the second, next to chart 3 in another one; chart 1 occurs
 * there again.
 */
const layout: Layout = readLayout(
  {
    DASHBOARD_VERSION_KEY: 'v2',
    ...node('ROOT', 'ROOT_ID', ['TABS-1']),
    ...node('GRID', 'GRID_ID', []),
    ...node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
    ...node('TAB', 'TAB-1', ['ROW-1'], { text: 'First' }),
    ...node('ROW', 'ROW-1', ['CHART-1']),
    ...node('TAB', 'TAB-2', ['TABS-2'], { text: 'Second' }),
    ...node('TABS', 'TABS-2', ['TAB-3', 'TAB-4']),
    ...node('TAB', 'TAB-3', ['ROW-2'], { text: 'Inner' }),
    ...node('TAB', 'TAB-4', ['ROW-3']),
    ...node('ROW', 'ROW-2', ['CHART-2', 'CHART-4']),
    ...node('ROW', 'ROW-3', ['CHART-3']),
    ...node('CHART', 'CHART-1', [], { chartId: 1 }),
    ...node('CHART', 'CHART-2', [], { chartId: 2 }),
    ...node('CHART', 'CHART-3', [], { chartId: 3 }),
    ...node('CHART', 'CHART-4', [], { chartId: 1 }),
  },
  () => 'new',
)

describe('the plan of a print or image', () => {
  it('lists all tabs with their paths', () => {
    expect(exportedTabs(layout)).toEqual([
      { id: 'TAB-1', path: ['First'] },
      { id: 'TAB-2', path: ['Second'] },
      { id: 'TAB-3', path: ['Second', 'Inner'] },
      { id: 'TAB-4', path: ['Second', 'Tab title'] },
    ])
  })

  it.each([
    [['TAB-1'], [1]],
    [
      ['TAB-2', 'TAB-3'],
      [2, 1],
    ],
    [
      ['TAB-1', 'TAB-2', 'TAB-3', 'TAB-4'],
      [1, 2, 3],
    ],
    // Its own tab is selected, the tab around it is not.
    [['TAB-4'], []],
    [[], []],
  ])('the tabs %j contain the charts %j once', (tabs, charts) => {
    expect(new Set(exportedCharts(layout, new Set(tabs)))).toEqual(new Set(charts))
    expect(exportedCharts(layout, new Set(tabs))).toHaveLength(charts.length)
  })

  it('omits tabs that are not selected, and no other nodes', () => {
    const ids = (id: string, ...tabs: string[]) =>
      exportedChildren(layout, nodeOf(layout, id) as LayoutNode, new Set(tabs)).map((each) => each.id)
    expect(ids('TABS-1', 'TAB-2')).toEqual(['TAB-2'])
    expect(ids('ROW-2')).toEqual(['CHART-2', 'CHART-4'])
  })
})

it.each([
  [{ width: 1000, height: 2000 }, 2],
  [{ width: 1000, height: 16_000 }, 1],
  [{ width: 12_000, height: 10_000 }, 1],
  [{ width: 0, height: 0 }, 2],
])('an image of the page %j has the scale %s', (size, scale) => {
  expect(pictureScale(size)).toBeCloseTo(scale, 5)
})
