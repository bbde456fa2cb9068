import { describe, expect, it } from 'vitest'
import { childrenOf, GRID_ID, nodeOf, parentOf } from './node.ts'
import { readLayout } from './read-layout.ts'
import { emptyLayout } from './make-node.ts'
import { heightFromPixels, heightInPixels, unitWidth, widthFromPixels } from './units.ts'
import { verifyLayout } from '#testing/verify-layout.ts'

let made = 0
const read = (stored: unknown) => readLayout(stored, () => `new${++made}`)

const stored = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-a'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
  HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Sales' } },
  'TABS-a': { type: 'TABS', id: 'TABS-a', children: ['TAB-1'], parents: ['ROOT_ID'], meta: {} },
  'TAB-1': { type: 'TAB', id: 'TAB-1', children: ['ROW-1'], meta: { text: 'One' } },
  'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], meta: { background: 'BACKGROUND_TRANSPARENT' } },
  'CHART-1': {
    type: 'CHART',
    id: 'CHART-1',
    children: [],
    meta: { chartId: 7, width: 6, height: 50, sliceName: 'Revenue', uuid: 'u', later: [1] },
    filterId: 3,
  },
  future_setting: { theme: 'x' },
  notes: ['a'],
}

describe('a stored layout', () => {
  it('D-META-02: parses a layout and preserves parents, unknown keys and the version', () => {
    const layout = read(JSON.parse(JSON.stringify(stored)))
    expect(nodeOf(layout, 'CHART-1')).toEqual({
      ...stored['CHART-1'],
      parents: ['ROOT_ID', 'TABS-a', 'TAB-1', 'ROW-1'],
    })
    expect(layout).toMatchObject({ DASHBOARD_VERSION_KEY: 'v2', future_setting: { theme: 'x' }, notes: ['a'] })
    expect(verifyLayout(layout)).toEqual([])
    expect(read(layout)).toEqual(layout)
  })

  it('returns an empty layout when there is none', () => {
    expect([null, undefined, 'x', {}].map(read)).toEqual(Array(4).fill(emptyLayout()))
  })

  it('drops missing, duplicate and cyclic children, and unreachable nodes', () => {
    const layout = read({
      ...emptyLayout(),
      GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1', 'ROW-1', 'gone', 'ROW-2', 'HEADER_ID'] },
      'ROW-1': { type: 'ROW', id: 'wrong', children: ['COLUMN-1'] },
      'COLUMN-1': { type: 'COLUMN', id: 'COLUMN-1', children: ['ROW-1', 'GRID_ID', 5], meta: { width: 4 } },
      'ROW-2': { type: 'ROW', id: 'ROW-2', children: ['COLUMN-1'] },
      'CHART-lost': { type: 'CHART', id: 'CHART-lost', children: [], meta: { chartId: 1 } },
    })
    expect(nodeOf(layout, GRID_ID)?.children).toEqual(['ROW-1', 'ROW-2'])
    expect(parentOf(layout, 'COLUMN-1')?.id).toBe('ROW-1')
    expect(nodeOf(layout, 'ROW-2')?.children).toEqual([])
    expect(nodeOf(layout, 'CHART-lost')).toBeUndefined()
    expect(verifyLayout(layout)).toEqual([])
  })

  it('accepts hostile ids', () => {
    const layout = read(JSON.parse('{"__proto__":{"type":"ROW","children":[]},"constructor":{"type":"ROW"}}'))
    expect(verifyLayout(layout)).toEqual([])
    expect(nodeOf(layout, 'toString')).toBeUndefined()
  })

  it('the layout of the first version becomes rows of twelve in reading order', () => {
    const layout = read([
      { slice_id: 2, size_x: 24, size_y: 40, col: 25, row: 0 },
      { slice_id: 1, size_x: 24, size_y: 40, col: 1, row: 0 },
      { slice_id: 3, size_x: 48, size_y: 4, col: 1, row: 8 },
    ])
    const rows = childrenOf(layout, GRID_ID).map((row) =>
      childrenOf(layout, row.id).map(({ meta }) => [meta.chartId, meta.width, meta.height]),
    )
    expect(rows).toEqual([
      [
        [1, 6, 50],
        [2, 6, 50],
      ],
      [[3, 12, 5]],
    ])
    expect(verifyLayout(layout)).toEqual([])
  })

  it('reports the error', () => {
    const layout = read(stored)
    const chart = nodeOf(layout, 'CHART-1')!
    const wrong = {
      ...layout,
      'CHART-1': { ...chart, parents: [], meta: { ...chart.meta, width: 13, height: 4 } },
      'TABS-b': { type: 'TABS', id: 'TABS-c', children: ['gone'], parents: ['ROOT_ID'], meta: {} } as const,
    }
    expect(verifyLayout(wrong).sort((a, b) => `${a.id}${a.kind}`.localeCompare(`${b.id}${b.kind}`))).toEqual([
      { id: 'CHART-1', kind: 'height' },
      { id: 'CHART-1', kind: 'parents' },
      { id: 'CHART-1', kind: 'width' },
      { id: 'ROW-1', kind: 'child' },
      { id: 'ROW-1', kind: 'overfull' },
      { id: 'TABS-b', kind: 'id' },
      { id: 'TABS-c', kind: 'child' },
      { id: 'TABS-c', kind: 'parents' },
    ])
    expect(verifyLayout({})).toHaveLength(3)
  })
})

it('turns units into pixels and back', () => {
  // 12 columns with 11 gutters of 16 px in 1200 px leave 1024 px: 85 1/3 px each.
  expect(unitWidth(1200)).toBeCloseTo(85.333, 3)
  expect([1200, 389.333, 85.333].map((width) => widthFromPixels(width, 1200))).toEqual([12, 4, 1])
  expect(heightInPixels(50)).toBe(400)
  expect([403, 10, 5000].map(heightFromPixels)).toEqual([50, 5, 100])
})
