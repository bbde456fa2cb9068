import { describe, expect, it } from 'vitest'
import { resizeNode, withTitle } from './node-changes.ts'
import { addCharts, chartIdsInOrder, chartIdsOf, chartNodes, withCharts } from './charts.ts'
import { type Edit, insertNode, moveNode, removeNode } from './move-node.ts'
import { emptyLayout, makeNode, tabTitle } from './make-node.ts'
import { canContainNode } from './nesting.ts'
import { childrenOf, GRID_ID, type Layout, nodeOf, nodeTypes, type NodeType, parentOf, ROOT_ID } from './node.ts'
import { topTabs } from './top-tabs.ts'
import { verifyLayout } from '#testing/verify-layout.ts'

let made = 0

function suffixes(): () => string {
  return () => String(++made)
}

function ok(edit: Edit): Layout {
  if ('refused' in edit) throw new Error(edit.refused)
  return edit.ok
}

function charts(...ids: number[]): Layout {
  return addCharts(
    emptyLayout(),
    ids.map((chartId) => ({ chartId })),
    suffixes(),
  )
}

/** Prints the tree as text: type, width and children of each node below the grid or the tabs. */
function shape(layout: Layout, id: string = ROOT_ID): string {
  const node = nodeOf(layout, id)
  const width = node?.meta.width === undefined ? '' : String(node.meta.width)
  const inner = childrenOf(layout, id).map((child) => shape(layout, child.id))
  return `${node?.type}${width}${inner.length > 0 ? `(${inner.join(' ')})` : ''}`
}

describe('placing charts', () => {
  it('D-LAYOUT-02: a new chart gets width 4 of a 12-unit row', () => {
    expect(shape(charts(1))).toBe('ROOT(GRID(ROW(CHART4)))')
  })

  it('D-LAYOUT-03: a full row is followed by a new row', () => {
    expect(shape(charts(1, 2, 3))).toBe('ROOT(GRID(ROW(CHART4 CHART4 CHART4)))')
    expect(shape(charts(1, 2, 3, 4))).toBe('ROOT(GRID(ROW(CHART4 CHART4 CHART4) ROW(CHART4)))')
  })

  it('D-LAYOUT-04: a new chart component has height 50', () => {
    expect(chartNodes(charts(7))[0]?.meta).toEqual({ width: 4, height: 50, chartId: 7 })
  })

  it('D-LAYOUT-01: a dashboard is composed of tabs, rows, columns, charts, headers, dividers and markdown', () => {
    const next = suffixes()
    let layout = emptyLayout()
    for (const type of ['HEADER', 'DIVIDER', 'ROW', 'TABS'] as const) {
      layout = ok(insertNode(layout, makeNode(type, next), { parentId: GRID_ID, index: 9 }, next))
    }
    const tab = childrenOf(layout, childrenOf(layout, GRID_ID)[3]?.id ?? '')[0]?.id as string
    for (const type of ['CHART', 'MARKDOWN', 'COLUMN'] as const) {
      layout = ok(insertNode(layout, makeNode(type, next), { parentId: tab, index: 9 }, next))
    }
    expect(shape(layout)).toBe('ROOT(GRID(HEADER DIVIDER ROW TABS(TAB(ROW(CHART4) ROW(MARKDOWN4) ROW(COLUMN4)))))')
    expect(verifyLayout(layout)).toEqual([])
  })

  it('adds charts that the layout lacks, with their names', () => {
    const stored = charts(1)
    const layout = withCharts(
      stored,
      [
        { chartId: 1, sliceName: 'One' },
        { chartId: 2, sliceName: 'Two' },
      ],
      suffixes(),
    )
    expect(chartIdsOf(layout)).toEqual([1, 2])
    expect(chartNodes(layout).map((node) => node.meta.sliceName)).toEqual(['One', 'Two'])
    expect(withCharts(layout, [{ chartId: 2, sliceName: 'Two' }], suffixes())).toBe(layout)
  })

  it('lists charts by position on the page, and a chart that is placed twice once', () => {
    expect(chartIdsInOrder(charts(7, 3, 5, 1))).toEqual([7, 3, 5, 1])
    expect(chartIdsInOrder(charts(7, 3, 7))).toEqual([7, 3])
    expect(chartIdsInOrder(emptyLayout())).toEqual([])
  })
})

describe('making boxes', () => {
  it('D-LAYOUT-05: a new header has the text New header', () => {
    expect(makeNode('HEADER', suffixes()).meta.text).toBe('New header')
  })

  it('D-LAYOUT-06: a new tab has the title Tab title until it is named', () => {
    const tab = makeNode('TAB', suffixes())
    expect(tabTitle(tab)).toBe('Tab title')
    expect(tabTitle({ ...tab, meta: { ...tab.meta, text: 'Sales' } })).toBe('Sales')
    expect(tabTitle({ ...tab, meta: {} })).toBe('Tab title')
  })

  it('D-LAYOUT-07: a box has type, id, children, parents and meta', () => {
    expect(Object.keys(makeNode('CHART', suffixes())).sort()).toEqual(['children', 'id', 'meta', 'parents', 'type'])
  })

  it('D-LAYOUT-08: the id is the type and a generated suffix', () => {
    expect(nodeTypes.map((type) => makeNode(type, () => 'k3').id)).toEqual(nodeTypes.map((type) => `${type}-k3`))
  })

  it('D-LAYOUT-09: the types are those of the specification', () => {
    const requested = 'CHART, COLUMN, ROW, HEADER, DIVIDER, TABS, TAB, ROOT, GRID, MARKDOWN, DYNAMIC'
    expect([...nodeTypes]).toEqual(requested.split(', '))
    expect(
      verifyLayout({
        ...emptyLayout(),
        'BOX-1': { ...makeNode('ROW', () => '1'), id: 'BOX-1', type: 'BOX' as NodeType },
      }),
    ).toEqual([{ id: 'BOX-1', kind: 'type' }])
  })
})

describe('nesting', () => {
  const chain = (...types: NodeType[]): boolean => {
    const base = emptyLayout()
    const top = types[0] === 'TABS' ? ROOT_ID : GRID_ID
    const nodes = types.map((type, index) => ({
      ...makeNode(type, () => String(index)),
      children: index + 1 < types.length ? [`${types[index + 1]}-${index + 1}`] : [],
    }))
    const layout = { ...base, ...Object.fromEntries(nodes.map((node) => [node.id, node])) }
    return canContainNode(layout, nodeOf(base, top)!, nodes[0]!)
  }

  it('allows the four deepest nestings', () => {
    expect(chain('ROW', 'COLUMN', 'ROW', 'CHART')).toBe(true)
    expect(chain('TABS', 'TAB', 'ROW', 'COLUMN', 'ROW', 'CHART')).toBe(true)
    expect(chain('TABS', 'TAB', 'TABS', 'TAB', 'ROW', 'COLUMN', 'ROW', 'CHART')).toBe(true)
    const base = ok(
      insertNode(
        emptyLayout(),
        makeNode('TABS', () => 'a'),
        { parentId: GRID_ID, index: 0 },
        () => 'b',
      ),
    )
    const column = { ...makeNode('COLUMN', () => 'c'), children: ['ROW-d'] }
    const row = { ...makeNode('ROW', () => 'd'), children: ['CHART-e'] }
    const outer = { ...makeNode('ROW', () => 'f'), children: ['COLUMN-c'] }
    const layout = {
      ...base,
      'COLUMN-c': column,
      'ROW-d': row,
      'CHART-e': makeNode('CHART', () => 'e'),
      'ROW-f': outer,
    }
    expect(canContainNode(layout, nodeOf(base, 'TAB-b')!, outer)).toBe(true)
  })

  it('rejects invalid children and excessive depth', () => {
    expect(chain('ROW', 'COLUMN', 'ROW', 'COLUMN', 'ROW')).toBe(false)
    expect(chain('TABS', 'TAB', 'TABS', 'TAB', 'TABS')).toBe(false)
    expect(chain('ROW', 'ROW')).toBe(false)
    expect(chain('ROW', 'HEADER')).toBe(false)
    expect(chain('TAB')).toBe(false)
  })
})

describe('moving', () => {
  const next = suffixes()
  const four = charts(1, 2, 3, 4)
  const [first, second] = childrenOf(four, GRID_ID)
  const [a, b, c, d] = chartNodes(four).sort((x, y) => Number(x.meta.chartId) - Number(y.meta.chartId))

  it('orders the boxes of a row by the gap they are dropped into', () => {
    const moved = ok(moveNode(four, a!.id, { parentId: first!.id, index: 2 }, next))
    expect(nodeOf(moved, first!.id)?.children).toEqual([b!.id, a!.id, c!.id])
    expect(ok(moveNode(four, a!.id, { parentId: first!.id, index: 0 }, next))).toEqual(four)
    expect(ok(moveNode(four, a!.id, { parentId: first!.id, index: 1 }, next))).toEqual(four)
  })

  it('rejects a full row, and shrinks a chart to the free width', () => {
    expect(moveNode(four, d!.id, { parentId: first!.id, index: 0 }, next)).toEqual({ refused: 'room' })
    const narrow = resizeNode(four, a!.id, { width: 1 })
    const moved = ok(moveNode(narrow, d!.id, { parentId: first!.id, index: 9 }, next))
    expect(shape(moved)).toBe('ROOT(GRID(ROW(CHART1 CHART4 CHART4 CHART3)))')
    expect(nodeOf(moved, second!.id)).toBeUndefined()
  })

  it('wraps a chart dropped onto the grid in a row and retains valid parents', () => {
    const moved = ok(moveNode(four, b!.id, { parentId: GRID_ID, index: 0 }, suffixes()))
    expect(shape(moved)).toBe('ROOT(GRID(ROW(CHART4) ROW(CHART4 CHART4) ROW(CHART4)))')
    expect(parentOf(moved, b!.id)?.parents).toEqual([ROOT_ID, GRID_ID])
  })

  it('rejects a box in itself, unknown positions and the grid', () => {
    expect(moveNode(four, first!.id, { parentId: a!.id, index: 0 }, next)).toEqual({ refused: 'itself' })
    expect(moveNode(four, 'CHART-x', { parentId: GRID_ID, index: 0 }, next)).toEqual({ refused: 'unknown' })
    expect(moveNode(four, GRID_ID, { parentId: first!.id, index: 0 }, next)).toEqual({ refused: 'nesting' })
    expect(moveNode(four, a!.id, { parentId: b!.id, index: 0 }, next)).toEqual({ refused: 'nesting' })
  })
})

describe('top-level tabs', () => {
  const next = suffixes()
  const tabbed = ok(insertNode(charts(1, 2), makeNode('TABS', next), { parentId: ROOT_ID, index: 0 }, () => 'first'))

  it('take the content of the grid', () => {
    expect(shape(tabbed)).toBe('ROOT(TABS(TAB(ROW(CHART4 CHART4))))')
    expect(nodeOf(tabbed, GRID_ID)).toMatchObject({ children: [], parents: [ROOT_ID] })
    expect(topTabs(tabbed).map((tab) => tab.id)).toEqual(['TAB-first'])
    expect(verifyLayout(tabbed)).toEqual([])
  })

  it('receive new charts and reject the hidden grid', () => {
    expect(shape(addCharts(tabbed, [{ chartId: 3 }, { chartId: 4 }], suffixes()))).toBe(
      'ROOT(TABS(TAB(ROW(CHART4 CHART4 CHART4) ROW(CHART4))))',
    )
    expect(insertNode(tabbed, makeNode('ROW', next), { parentId: GRID_ID, index: 0 }, next)).toEqual({
      refused: 'unknown',
    })
    expect(insertNode(tabbed, makeNode('TABS', next), { parentId: ROOT_ID, index: 0 }, next)).toEqual({
      refused: 'nesting',
    })
  })

  it('move their content back to the grid in tab order', () => {
    const tabs = topTabs(tabbed)[0]?.parents.at(-1) as string
    const two = ok(
      insertNode(
        tabbed,
        makeNode('TAB', () => 'second'),
        { parentId: tabs, index: 0 },
        next,
      ),
    )
    const filled = addCharts(two, [{ chartId: 9, width: 6 }], suffixes(), 'TAB-second')
    const back = removeNode(filled, tabs)
    expect(shape(back)).toBe('ROOT(GRID(ROW(CHART6) ROW(CHART4 CHART4)))')
    expect(verifyLayout(back)).toEqual([])
  })

  it('removes them with the last tab and its content', () => {
    expect(removeNode(tabbed, 'TAB-first')).toEqual(emptyLayout())
  })
})

describe('removing', () => {
  it('removes its descendants and the row that becomes empty', () => {
    const one = charts(1)
    expect(removeNode(one, chartNodes(one)[0]!.id)).toEqual(emptyLayout())
    expect(removeNode(one, childrenOf(one, GRID_ID)[0]!.id)).toEqual(emptyLayout())
  })

  it('keeps the root, the grid and the title', () => {
    const layout = charts(1)
    for (const id of [ROOT_ID, GRID_ID, 'HEADER_ID', 'nothing']) expect(removeNode(layout, id)).toBe(layout)
  })
})

describe('resizing', () => {
  it('keeps a row within twelve and a height within its bounds', () => {
    const two = charts(1, 2)
    const [a, b] = chartNodes(two)
    expect(nodeOf(resizeNode(two, a!.id, { width: 20, height: 300 }), a!.id)?.meta).toMatchObject({
      width: 8,
      height: 100,
    })
    expect(nodeOf(resizeNode(two, b!.id, { width: 0, height: 1 }), b!.id)?.meta).toMatchObject({ width: 1, height: 5 })
  })

  it('keeps a column as wide as the widest row in it and its charts as wide as the column', () => {
    const next = suffixes()
    let layout = ok(
      insertNode(emptyLayout(), makeNode('COLUMN', next, { width: 8 }), { parentId: GRID_ID, index: 0 }, next),
    )
    const column = childrenOf(layout, childrenOf(layout, GRID_ID)[0]!.id)[0]!.id
    layout = ok(
      insertNode(
        layout,
        makeNode('ROW', () => 'in'),
        { parentId: column, index: 0 },
        next,
      ),
    )
    layout = ok(
      insertNode(
        layout,
        makeNode('CHART', () => 'x', { width: 5 }),
        { parentId: 'ROW-in', index: 0 },
        next,
      ),
    )
    layout = ok(
      insertNode(
        layout,
        makeNode('CHART', () => 'y'),
        { parentId: 'ROW-in', index: 1 },
        next,
      ),
    )
    layout = ok(
      insertNode(
        layout,
        makeNode('CHART', () => 'z'),
        { parentId: column, index: 1 },
        next,
      ),
    )
    expect(shape(layout)).toBe('ROOT(GRID(ROW(COLUMN8(ROW(CHART5 CHART3) CHART4))))')
    expect(nodeOf(resizeNode(layout, column, { width: 2 }), column)?.meta.width).toBe(8)
    expect(resizeNode(layout, 'CHART-z', { width: 2 })).toBe(layout)
    expect(nodeOf(resizeNode(layout, 'CHART-y', { width: 9 }), 'CHART-y')?.meta.width).toBe(3)
  })
})

it('stores the title of the dashboard outside of the tree', () => {
  const layout = withTitle(emptyLayout('Old'), 'New')
  expect(nodeOf(layout, 'HEADER_ID')?.meta.text).toBe('New')
  expect(withTitle(layout, 'New')).toBe(layout)
})
