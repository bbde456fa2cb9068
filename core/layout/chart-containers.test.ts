import { expect, it } from 'vitest'
import { chartNodes } from './charts.ts'
import { chartContainers, withChartAt } from './chart-containers.ts'
import { readLayout } from './read-layout.ts'

const node = (id: string, type: string, children: readonly string[], meta: object = {}) => ({
  [id]: { id, type, children, meta },
})
const suffixes = () => {
  let made = 0
  return () => `new-${(made += 1)}`
}
const read = (stored: object) => readLayout(stored, suffixes())

const withTopTabs = read({
  ...node('ROOT_ID', 'ROOT', ['TABS-1']),
  ...node('TABS-1', 'TABS', ['TAB-a', 'TAB-b']),
  ...node('TAB-a', 'TAB', ['ROW-1'], { text: 'First' }),
  ...node('TAB-b', 'TAB', ['TABS-2'], { text: 'Second' }),
  ...node('TABS-2', 'TABS', ['TAB-c']),
  ...node('TAB-c', 'TAB', [], { text: 'Inner' }),
  ...node('ROW-1', 'ROW', ['CHART-1']),
  ...node('CHART-1', 'CHART', [], { chartId: 7, width: 4, height: 50 }),
})

it('lists the grid or the tabs; a nested tab has both titles', () => {
  expect(chartContainers(read({}))).toEqual([{ id: 'GRID_ID', path: [] }])
  expect(chartContainers(withTopTabs)).toEqual([
    { id: 'TAB-a', path: ['First'] },
    { id: 'TAB-b', path: ['Second'] },
    { id: 'TAB-c', path: ['Second', 'Inner'] },
  ])
})

it('adds a chart to the last row with enough space, otherwise to a new row', () => {
  const placed = withChartAt(withTopTabs, 'TAB-a', { chartId: 8 }, suffixes())
  expect(chartNodes(placed).map(({ meta, parents }) => [meta.chartId, parents.at(-1)])).toEqual([
    [7, 'ROW-1'],
    [8, 'ROW-1'],
  ])
  const inner = withChartAt(withTopTabs, 'TAB-c', { chartId: 8 }, suffixes())
  expect(chartNodes(inner).find(({ meta }) => meta.chartId === 8)?.parents).toEqual([
    'ROOT_ID',
    'TABS-1',
    'TAB-b',
    'TABS-2',
    'TAB-c',
    'ROW-new-2',
  ])
})

it('rejects a container that has the chart already or is missing, and accepts another tab', () => {
  expect(withChartAt(withTopTabs, 'TAB-a', { chartId: 7 }, suffixes())).toBe(withTopTabs)
  expect(withChartAt(withTopTabs, 'TAB-x', { chartId: 8 }, suffixes())).toBe(withTopTabs)
  expect(chartNodes(withChartAt(withTopTabs, 'TAB-b', { chartId: 7 }, suffixes()))).toHaveLength(2)
})
