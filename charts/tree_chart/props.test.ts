import { describe, expect, it } from 'vitest'
import { buildTree, MAX_LEVELS } from './build-tree.ts'
import { tree_chart } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { toProps } from './props.ts'
import { treeOption, treeSummary, treeText } from './option.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'

const form = { viz_type: 'tree_chart', id: 'id', parent: 'parent', name: 'name', metric: 'count' }

/** 1 has the children 2 and 3, 2 has 4; 9 has no relatives. */
const table: Table = {
  columns: [
    { name: 'id', type: NUMERIC, values: [4, 2, 1, 3, 9] },
    { name: 'parent', type: NUMERIC, values: [2, 1, null, 1, 77] },
    { name: 'name', type: STRING, values: ['leaf', 'branch', 'root', 'twig', 'alone'] },
    { name: 'count', type: NUMERIC, values: [4, 20, 100, 30, 9] },
  ],
  rowCount: 5,
}

const propsOf = (own: object = {}, answered: Table = table) =>
  propsFor(tree_chart, toProps, {
    form: { ...form, ...own },
    tables: [answered],
    entries: [],
    dataset: { verbose_map: {}, column_formats: { count: ',d' } },
    labelColors: {},
  })

it('queries ids, parents and names, with a metric or without', () => {
  expect(tree_chart.toQueries(form)).toMatchObject([{ columns: ['id', 'parent', 'name'], metrics: ['count'] }])
  expect(tree_chart.toQueries({ ...form, metric: null, name: null })).toMatchObject([
    { columns: ['id', 'parent'], metrics: [] },
  ])
  expect(tree_chart.toQueries({ ...form, parent: null })).toEqual([])
})

describe('drawing a tree', () => {
  it('the largest tree, parents before children, and names the nodes outside', () => {
    const { nodes, note } = propsOf()
    expect(nodes.map(({ name, value, above, selection }) => [name, value, above, selection])).toEqual([
      ['root', 100, -1, { id: 1 }],
      ['branch', 20, 0, { id: 2 }],
      ['leaf', 4, 1, { id: 4 }],
      ['twig', 30, 0, { id: 3 }],
    ])
    expect(note).toBe('4 of 5 nodes are drawn: those below the root')
  })

  it('draws the tree below a selected node, by ids if there are no names', () => {
    const { nodes } = propsOf({ root_node_id: '2', name: null, metric: null })
    expect(nodes.map(({ name, value }) => [name, value])).toEqual([
      ['2', null],
      ['4', null],
    ])
    expect(propsOf({ root_node_id: '8' })).toMatchObject({ nodes: [], note: 'No node has the id 8' })
  })

  it('draws the configured appearance', () => {
    const own = {
      orient: 'BT',
      node_label_position: 'top',
      child_label_position: 'right',
      emphasis: 'ancestor',
      symbol: 'diamond',
      symbolSize: 9,
      roam: false,
    }
    const theme = chartThemeOf((name) => name)
    const drawn = treeOption(
      { ...propsOf(own), width: 400, height: 300, selectedMarks: [{ id: 2 }] },
      theme,
    ) as unknown as {
      series: { data: { itemStyle: object; children: { itemStyle: object }[] }[] }[]
    }
    expect(drawn.series[0]).toMatchObject({
      layout: 'orthogonal',
      orient: 'BT',
      symbol: 'diamond',
      symbolSize: 9,
      roam: false,
      label: { position: 'top' },
      leaves: { label: { position: 'right' } },
      emphasis: { focus: 'ancestor' },
    })
    const radial = treeOption({ ...propsOf({ layout: 'radial' }), width: 400, height: 300 }, theme) as unknown as {
      series: { layout: string; label: object }[]
    }
    expect([radial.series[0]?.layout, radial.series[0]?.label]).toEqual([
      'radial',
      expect.not.objectContaining({ position: 'left' }),
    ])
    expect(drawn.series[0]?.data[0]).toMatchObject({
      itemStyle: { opacity: 0.3 },
      children: [{ itemStyle: { opacity: 1 } }, { itemStyle: { opacity: 0.3 } }],
    })
  })

  it('nodes in words', () => {
    const props = propsOf()
    expect([treeText(props, 0), treeText(props, 2)]).toEqual(['root: 100. 2 below', 'leaf: 4'])
    expect(treeSummary(props)).toBe('3 nodes below root: branch, twig. 4 of 5 nodes are drawn: those below the root')
  })
})

describe('the growth of a tree', () => {
  it('a tree stops growing in a circle, below itself, and deeper than is drawn', () => {
    const circle = [
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
    ]
    expect(buildTree(circle, '')).toEqual({ branches: [], problem: 'circle' })
    expect(buildTree(circle, 'a').branches).toEqual([
      { at: 0, above: -1 },
      { at: 1, above: 0 },
    ])
    expect(buildTree([{ id: 'a', parent: 'a' }], '').problem).toBe('circle')
    const chain = Array.from({ length: 100_000 }, (_, at) => ({
      id: String(at),
      parent: at ? String(at - 1) : undefined,
    }))
    expect(buildTree(chain, '').branches).toHaveLength(MAX_LEVELS)
  })

  it('a tree has at most 5,000 nodes, and takes the first of each id', () => {
    const wide = Array.from({ length: 6000 }, (_, at) => ({ id: String(at), parent: at ? '0' : undefined }))
    expect(buildTree(wide, '').branches).toHaveLength(5000)
    const twice = [
      { id: 'a', parent: undefined },
      { id: 'a', parent: undefined },
    ]
    expect(buildTree(twice, '').branches).toEqual([{ at: 0, above: -1 }])
  })
})

it('a node filters by its id', () => {
  const filters = [{ col: 'id', op: 'IN', val: [2] }]
  expect(tree_chart.toDataMask?.([{ id: 2 }], form).extraFormData).toEqual({ filters })
  expect(tree_chart.toDrillFilters?.([{ id: 2 }], form)).toEqual(filters)
})
