import { describe, expect, it } from 'vitest'
import { graph_chart } from './index.ts'
import { propsFor } from '#charts/chart.ts'
import { graphNote, graphOption } from './option.ts'
import { cachedForceLayout, forceLayout } from './force-layout.ts'
import { MAX_FORCE_LAYOUT_NODES, toProps } from './props.ts'
import { chartThemeOf } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'

const form = { viz_type: 'graph_chart', source: 'origin', target: 'carrier', metric: 'count' }

/** Links from a to b of 10 and from a to c of 30. */
const table: Table = {
  columns: [
    { name: 'origin', type: STRING, values: ['a', 'a'] },
    { name: 'carrier', type: STRING, values: ['b', 'c'] },
    { name: 'kind', type: STRING, values: ['hub', 'hub'] },
    { name: 'sort', type: STRING, values: ['small', 'large'] },
    { name: 'count', type: NUMERIC, values: [10, 30] },
  ],
  rowCount: 2,
}

const propsOf = (own: object = {}, answered: Table = table) =>
  propsFor(graph_chart, toProps, {
    form: { ...form, ...own },
    tables: [answered],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  })

interface Drawn {
  readonly legend: { readonly show: boolean; readonly data: readonly string[] }
  readonly series: readonly {
    readonly edgeSymbol: readonly string[]
    readonly roam: unknown
    readonly draggable: boolean
    readonly selectedMode: unknown
    readonly data: readonly { x: number; y: number; symbolSize: number; category?: number; label: { show: boolean } }[]
    readonly links: readonly { lineStyle: { width: number } }[]
  }[]
}
const drawn = (own: object = {}) =>
  graphOption(
    { ...propsOf(own), theme: 'light', selectedMarks: [] },
    chartThemeOf((name) => name),
  ) as unknown as Drawn

it('queries by both ends and their categories', () => {
  expect(graph_chart.toQueries(form)).toMatchObject([{ columns: ['origin', 'carrier'], metrics: ['count'] }])
  const kinds = { source_category: 'kind', target_category: 'kind' }
  expect(graph_chart.toQueries({ ...form, ...kinds })[0]?.columns).toEqual(['origin', 'carrier', 'kind'])
  expect(graph_chart.toQueries({ ...form, metric: null })).toEqual([])
})

describe('draws', () => {
  it('scales nodes and links from half to twice the size by their flow', () => {
    const [series] = drawn().series
    // a 40, b 10, c 30: on the scale from 10 to 40 these are 1, 0 and 2/3, so twice 20 px, half of it, and 10 + 2/3 of
    // 30.
    expect(series?.data.map(({ symbolSize }) => symbolSize)).toEqual([40, 10, 30])
    expect(series?.links.map(({ lineStyle }) => lineStyle.width)).toEqual([1.5, 6])
    expect(drawn({ baseNodeSize: 10, baseEdgeWidth: 2 }).series[0]?.data.map((each) => each.symbolSize)).toEqual([
      20, 5, 15,
    ])
  })

  it('node categories in the legend', () => {
    const { legend, series } = drawn({ source_category: 'kind', target_category: 'sort' })
    expect([legend.show, legend.data]).toEqual([true, ['hub', 'small', 'large']])
    expect(series[0]?.data.map(({ category }) => category)).toEqual([0, 1, 2])
    expect(drawn().legend.show).toBe(false)
  })

  it('labels above a threshold', () => {
    const labels = (own: object) => drawn(own).series[0]?.data.map(({ label }) => label.show)
    expect(labels({ showSymbolThreshold: 0 })).toEqual([true, true, true])
    expect(labels({ showSymbolThreshold: 10 })).toEqual([true, false, true])
  })

  it('arrows, zooming, dragging and selection mode as configured', () => {
    expect(drawn().series[0]).toMatchObject({
      edgeSymbol: ['none', 'arrow'],
      roam: true,
      draggable: false,
      selectedMode: 'single',
    })
    const own = { edgeSymbol: 'circle,circle', roam: 'move', draggable: true, selectedMode: false }
    expect(drawn(own).series[0]).toMatchObject({ ...own, edgeSymbol: ['circle', 'circle'] })
  })

  it('arranges too many nodes in a ring, and shows a note', () => {
    const values = Array.from({ length: MAX_FORCE_LAYOUT_NODES }, (_, at) => `n${at}`)
    const wide: Table = {
      columns: [
        { name: 'origin', type: STRING, values: values.map(() => 'a') },
        { name: 'carrier', type: STRING, values },
        { name: 'count', type: NUMERIC, values: values.map(() => 1) },
      ],
      rowCount: values.length,
    }
    const props = propsOf({}, wide)
    expect([props.all.nodes.length, props.layout, graphNote(props)]).toEqual([
      601,
      'circular',
      'Too many nodes for the force layout: the circular layout is used',
    ])
    expect([propsOf().layout, graphNote(propsOf())]).toEqual(['force', ''])
  })
})

describe('forces', () => {
  const forces = { edgeLength: 100, gravity: 0.1, repulsion: 100, friction: 0.5 }
  const between = (positions: ReturnType<typeof forceLayout>, a: number, b: number) =>
    Math.hypot((positions[a]?.[0] ?? 0) - (positions[b]?.[0] ?? 0), (positions[a]?.[1] ?? 0) - (positions[b]?.[1] ?? 0))
  const pair = (own: object) => between(forceLayout(2, [{ from: 0, to: 1 }], { ...forces, ...own }), 0, 1)

  it('give nodes the same positions each time, and linked nodes shorter distances', () => {
    const links = [{ from: 0, to: 1 }]
    const positions = forceLayout(3, links, forces)
    expect(forceLayout(3, links, forces)).toEqual(positions)
    expect(between(positions, 0, 1)).toBeLessThan(between(positions, 0, 2))
    expect(positions.flat().every(Number.isFinite)).toBe(true)
  })

  it('edge length and repulsion increase the distance of nodes, gravity reduces it', () => {
    expect(pair({ edgeLength: 300 })).toBeGreaterThan(pair({}))
    expect(pair({ repulsion: 3000 })).toBeGreaterThan(pair({}))
    expect(pair({ gravity: 1 })).toBeLessThan(pair({}))
  })

  it('give nodes the same positions for the same links, and other positions for other forces', () => {
    const links = [{ from: 0, to: 1 }]
    const positions = cachedForceLayout(3, links, forces)
    // A selection creates equal links and forces as new objects.
    expect(cachedForceLayout(3, [{ from: 0, to: 1 }], { ...forces })).toBe(positions)
    expect(positions).toEqual(forceLayout(3, links, forces))
    const further = { ...forces, edgeLength: 300 }
    expect(cachedForceLayout(3, links, further)).toEqual(forceLayout(3, links, further))
    expect(cachedForceLayout(4, links, further)).toEqual(forceLayout(4, links, further))
    const other = [{ from: 0, to: 2 }]
    expect(cachedForceLayout(4, other, further)).toEqual(forceLayout(4, other, further))
  })

  it('accept nodes without links, links to themselves and no nodes', () => {
    expect(forceLayout(0, [], forces)).toEqual([])
    expect(forceLayout(1, [{ from: 0, to: 0 }], forces)).toHaveLength(1)
  })
})
