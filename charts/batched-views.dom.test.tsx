import { type ECharts, helper, init } from 'echarts/core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { funnel } from '#charts/funnel/index.ts'
import { funnelOption } from '#charts/funnel/option.ts'
import { toProps as funnelProps } from '#charts/funnel/props.ts'
import { type ChartInput, type ChartType, propsFor } from '#charts/chart.ts'
import { graph_chart } from '#charts/graph_chart/index.ts'
import { graphOption } from '#charts/graph_chart/option.ts'
import { toProps as graphProps } from '#charts/graph_chart/props.ts'
import { sankey_v2 } from '#charts/sankey_v2/index.ts'
import { sankeyOption } from '#charts/sankey_v2/option.ts'
import { toProps as sankeyProps } from '#charts/sankey_v2/props.ts'
import { chartThemeOf, withSharedOptions } from '#charts/shared/echarts/chart-theme.ts'
import { svgPicture } from '#charts/shared/echarts/svg-picture.tsx'
import { withPatterns } from '#charts/shared/echarts/use-patterns.tsx'
import { tree_chart } from '#charts/tree_chart/index.ts'
import { treeOption } from '#charts/tree_chart/option.ts'
import { toProps as treeProps } from '#charts/tree_chart/props.ts'
import { treemap_v2 } from '#charts/treemap_v2/index.ts'
import { treemapOption } from '#charts/treemap_v2/option.ts'
import { toProps as treemapProps } from '#charts/treemap_v2/props.ts'
import { type Column, NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { waitForAssertion } from '#testing/user-input.ts'

interface Shape {
  readonly parent: Shape | null
  readonly silent: boolean
  readonly z: number
  readonly style: { readonly fill?: string; readonly decal?: unknown }
  /** Present if one element draws many marks. */
  readonly marks?: { paint(context: object, highlighted: undefined): void }
}

/** The used part of zrender. */
interface Zr {
  flush(): void
  readonly handler: {
    findHover(x: number, y: number): { readonly target: Shape | null }
    dispatch(event: string, press: object): void
  }
  readonly storage: { getDisplayList(update: boolean): readonly Shape[] }
}

const theme = chartThemeOf((name) => (name === 'font-ui' ? 'sans-serif' : '#123456'))
const SIZE = { width: 1200, height: 600 }

/** 40 by 40 pairs, or as many names; optionally fewer. */
function table(isPaired: boolean, count: number): Table {
  const rows = Array.from({ length: count }, (_, row) => row)
  const origin = rows.map((row) => (isPaired ? `o${row % 40}` : `o${row}`))
  const columns: readonly Column[] = [
    { name: 'origin', type: STRING, values: origin },
    { name: 'carrier', type: STRING, values: rows.map((row) => `c${Math.floor(row / 40)}`) },
    { name: 'kind', type: STRING, values: rows.map((row) => `kind ${row % 2}`) },
    { name: 'sort', type: STRING, values: rows.map(() => 'sort') },
    { name: 'count', type: NUMERIC, values: rows.map((row) => 1 + ((row * 7919) % 100)) },
  ]
  return { columns, rowCount: rows.length }
}

/** Five names with four children each. */
const tree: Table = {
  columns: [
    { name: 'origin', type: STRING, values: Array.from({ length: 21 }, (_, row) => `o${row}`) },
    { name: 'carrier', type: STRING, values: Array.from({ length: 21 }, (_, row) => `o${Math.floor((row - 1) / 4)}`) },
    { name: 'count', type: NUMERIC, values: Array.from({ length: 21 }, () => 1) },
  ],
  rowCount: 21,
}

/** The used part of ECharts' links. */
interface Edges {
  getItemModel(at: number): unknown
  hasItemVisual(): boolean
}

type Option = Record<string, unknown>
type Made = readonly [ChartType, object, (input: ChartInput, more: object) => Option]
const graph = (input: ChartInput, more: object): Option =>
  graphOption({ ...propsFor(graph_chart, graphProps, input), theme: 'light', ...more }, theme)
const made: Readonly<Record<string, Made>> = {
  treemap: [
    treemap_v2,
    { groupby: ['origin', 'carrier'], metric: 'count', show_labels: false },
    (input, more) =>
      treemapOption({ ...propsFor(treemap_v2, treemapProps, input), ...SIZE, theme: 'light', ...more }, theme),
  ],
  links: [
    sankey_v2,
    { source: 'origin', target: 'carrier', metric: 'count' },
    (input, more) =>
      sankeyOption({ ...propsFor(sankey_v2, sankeyProps, input), ...SIZE, theme: 'light', ...more }, theme),
  ],
  graph: [graph_chart, { source: 'origin', target: 'carrier', metric: 'count', layout: 'force' }, graph],
  kinds: [
    graph_chart,
    {
      source: 'origin',
      target: 'carrier',
      source_category: 'kind',
      target_category: 'sort',
      metric: 'count',
      layout: 'circular',
    },
    graph,
  ],
  ring: [graph_chart, { source: 'origin', target: 'carrier', metric: 'count', layout: 'circular' }, graph],
  tree: [
    tree_chart,
    { id: 'origin', parent: 'carrier', metric: 'count', layout: 'orthogonal' },
    (input, more) => treeOption({ ...propsFor(tree_chart, treeProps, input), ...SIZE, ...more }, theme),
  ],
  funnel: [
    funnel,
    { groupby: ['origin'], metric: 'count' },
    (input, more) => funnelOption({ ...propsFor(funnel, funnelProps, input), ...SIZE, theme: 'light', ...more }, theme),
  ],
}

function optionOf(kind: string, more: object = {}, count = 1600): Option {
  const [type, form, option] = made[kind] as Made
  const input: ChartInput = {
    form: { viz_type: type.type, ...form },
    tables: [kind === 'tree' ? tree : table(kind !== 'funnel', count)],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return withSharedOptions(() => option(input, more), theme)
}

function drawn(option: Option): { readonly chart: ECharts; readonly zr: Zr } {
  const chart = init(document.createElement('div'), null, SIZE)
  chart.setOption(option)
  const zr = chart.getZr() as unknown as Zr
  zr.flush()
  return { chart, zr }
}

/** Returns the mark at a position. */
function markAt({ zr }: { readonly zr: Zr }, x: number, y: number): string {
  let target = zr.handler.findHover(x, y).target
  while (target && helper.getECData(target as never).dataIndex === undefined) target = target.parent
  const { dataType = '', dataIndex = -1 } = target ? helper.getECData(target as never) : {}
  return `${dataType} ${dataIndex}`
}

/** Returns the marks at 400 positions. */
function found(picture: { readonly zr: Zr }): string[] {
  const seen: string[] = []
  for (let x = 11; x < SIZE.width; x += 61)
    for (let y = 7; y < SIZE.height; y += 29) seen.push(markAt(picture, x + 0.31, y + 0.29))
  return seen
}

/** Returns the stroke colors of all marks that are drawn by one element. */
function strokesOf({ zr }: { readonly zr: Zr }): string[] {
  const seen: string[] = []
  const pen = { strokeStyle: '', stroke: () => seen.push(pen.strokeStyle) }
  const context = new Proxy(pen, { get: (own, key) => Reflect.get(own, key) ?? (() => {}) })
  for (const shape of zr.storage.getDisplayList(true)) shape.marks?.paint(context, undefined)
  return seen
}

/** Returns the option with one element per mark. */
function plainly(option: Option): Option {
  const [series] = option['series'] as [Option]
  const { plain: _plain, bands: _bands, slices: _slices, strokes, ...rest } = series
  if (!strokes) return { ...option, series: [rest] }
  const links = (rest['links'] as Option[]).map((link, at) => ({
    ...link,
    lineStyle: (strokes as (at: number) => Option)(at),
  }))
  return { ...option, series: [{ ...rest, links }] }
}

// Importing the Views registers them with ECharts.
beforeAll(async () => {
  await import('#charts/treemap_v2/View.tsx')
  await import('#charts/sankey_v2/View.tsx')
  await import('#charts/funnel/View.tsx')
  await import('#charts/graph_chart/View.tsx')
  await import('#charts/tree_chart/View.tsx')
})

beforeEach(() => takeCanvas())

it('registers a view with ECharts once, also when its module is loaded again', async () => {
  vi.resetModules()
  await expect(import('#charts/sankey_v2/View.tsx')).resolves.toBeDefined()
  await expect(import('#charts/treemap_v2/View.tsx')).resolves.toBeDefined()
})

it.each(['treemap', 'links', 'graph', 'ring', 'funnel'])(
  'many marks of a %s are drawn as one element, and are found at their positions',
  (kind) => {
    const option = optionOf(kind)
    const [light, plain] = [drawn(option), drawn(plainly(option))]
    const [few, many] = [light, plain].map(({ zr }) => zr.storage.getDisplayList(true).length)
    expect(many).toBeGreaterThanOrEqual(1600)
    expect(few).toBeLessThan(700)
    expect(found(light)).toEqual(found(plain))
    expect(new Set(found(light)).size).toBeGreaterThan(15)
  },
)

it.each(['treemap', 'links', 'graph', 'ring', 'funnel'])(
  'marks of a %s are separate elements again when there are fewer',
  (kind) => {
    const { chart, zr } = drawn(optionOf(kind))
    chart.setOption(optionOf(kind, {}, 80), { replaceMerge: ['series'] })
    zr.flush()
    expect(zr.storage.getDisplayList(true).filter(({ marks }) => marks)).toEqual([])
  },
)

it('shares one model between links without individual styles', () => {
  const [many, few] = [optionOf('graph'), optionOf('graph', {}, 80)].map((option) => {
    const { chart } = drawn(option)
    const held = chart as unknown as { getModel(): { getSeriesByIndex(at: number): { getEdgeData(): Edges } } }
    return held.getModel().getSeriesByIndex(0).getEdgeData()
  })
  expect(many?.getItemModel(3)).toBe(many?.getItemModel(4))
  expect(many?.hasItemVisual()).toBe(false)
  expect(few?.getItemModel(3)).not.toBe(few?.getItemModel(4))
})

it.each(['treemap', 'links', 'graph', 'funnel'])(
  'arrow keys reach a mark of a %s that has no element',
  async (kind) => {
    const option = optionOf(kind)
    const formatter = vi.fn<(mark: { readonly dataIndex: number }) => string>(() => 'told')
    const { chart } = drawn({ ...option, tooltip: { ...(option['tooltip'] as Option), formatter } })
    chart.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: 30 })
    chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 30 })
    await waitForAssertion(() => expect(formatter.mock.calls.map(([{ dataIndex }]) => dataIndex)).toEqual([30]))
  },
)

it.each(['ring', 'graph', 'links', 'tree'])(
  'shows the description of a %s mark at the mark, also after it has moved',
  async (kind) => {
    const option = optionOf(kind, { roam: true })
    const position = vi.fn<(point: [number, number]) => [number, number]>(() => [0, 0])
    const { chart, zr } = drawn({ ...option, tooltip: { ...(option['tooltip'] as Option), position } })
    const [name] = { ring: ['graphRoam'], graph: ['graphRoam'], tree: ['treeRoam'] }[kind] ?? []
    for (const move of [undefined, { zoom: 2, originX: 600, originY: 300 }, { dx: 40, dy: -30 }]) {
      if (move && name) chart.dispatchAction({ type: name, seriesIndex: 0, ...move })
      zr.flush()
      position.mockClear()
      chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 7 })
      await waitForAssertion(() => expect(position).toHaveBeenCalled())
      const [x, y] = position.mock.calls[0]?.[0] ?? []
      expect(markAt({ zr }, Number(x), Number(y))).toMatch(/^(node|main)? 7$/)
    }
  },
)

it('finds links of a graph under the pointer after a zoom', () => {
  const option = optionOf('ring', { roam: true })
  const [light, plain] = [drawn(option), drawn(plainly(option))]
  const whole = found(light)
  for (const { chart, zr } of [light, plain]) {
    chart.dispatchAction({ type: 'graphRoam', seriesIndex: 0, zoom: 3, originX: 400, originY: 200 })
    zr.flush()
  }
  expect(found(light)).toEqual(found(plain))
  expect(found(light)).not.toEqual(whole)
})

it('removes links of nodes that the legend hides, and keeps the others unchanged', () => {
  const option = optionOf('kinds')
  const [light, plain] = [drawn(option), drawn(plainly(option))]
  const whole = found(light)
  for (const { chart, zr } of [light, plain]) {
    chart.dispatchAction({ type: 'legendUnSelect', name: 'kind 0' })
    zr.flush()
  }
  expect(found(light)).toEqual(found(plain))
  expect(found(light)).not.toEqual(whole)
  const [{ strokes }] = option['series'] as [{ readonly strokes: (at: number) => { readonly color: string } }]
  const [hidden, shown] = [strokes(0).color, strokes(1).color]
  expect(hidden).not.toBe(shown)
  expect(strokesOf(light)).toEqual(Array.from({ length: 800 }, () => shown))
})

it('reports the pressed link of a graph and raises it meanwhile', () => {
  const { chart, zr } = drawn(optionOf('graph'))
  const reported: unknown[] = []
  chart.on('click', ({ dataType, dataIndex }) => void reported.push([dataType, dataIndex]))
  const at = found({ zr }).findIndex((each) => each.startsWith('edge'))
  const rows = Math.ceil((SIZE.height - 7) / 29)
  const [x, y] = [11 + Math.floor(at / rows) * 61 + 0.31, 7 + (at % rows) * 29 + 0.29]
  const few = zr.storage.getDisplayList(true).length
  for (const event of ['mousemove', 'mousedown', 'mouseup', 'click'])
    zr.handler.dispatch(event, { zrX: x, zrY: y, preventDefault: () => {}, stopPropagation: () => {} })
  const [kind, number] = found({ zr })[at]?.split(' ') ?? []
  expect(reported).toEqual([[kind, Number(number)]])
  const shapes = zr.storage.getDisplayList(true)
  expect(shapes).toHaveLength(few + 1)
  const all = shapes.findIndex(({ marks }) => marks)
  expect(shapes.slice(all + 1).filter(({ silent, z }) => silent && z === shapes[all]?.z)).not.toEqual([])
})

it('an SVG export draws each link of a graph as on the canvas', () => {
  const option = optionOf('graph', { selectedMarks: [{ origin: 'o7' }] })
  // Generated class names differ in their numbers.
  const [text, plain] = [option, plainly(option)].map((each) =>
    svgPicture(each, SIZE, 'graph').replaceAll(/zr\d+-cls-\d+/g, ''),
  )
  expect(text === plain).toBe(true)
  // 40 links start at the selected node; the others have an opacity of 0.3 * 0.6.
  const ofLinks = (opacity: string) => text?.match(new RegExp(`stroke-opacity="${opacity}"`, 'g'))?.length
  expect([ofLinks('0.6'), ofLinks('0.18')]).toEqual([40, 1560])
})

it.each(['treemap', 'funnel'])('draws a pattern on each %s mark in high contrast', (kind) => {
  const { zr } = drawn(withPatterns(optionOf(kind)))
  const reported = zr.storage.getDisplayList(true).filter(({ style }) => style.decal)
  // Some of the 1,600 parts do not fit within their border.
  expect(reported.length).toBeGreaterThan(1500)
})

it('unselected steps and parts fade in SVG too', () => {
  const selectedMarks = { selectedMarks: [{ origin: 'o7' }] }
  /** Counts the opaque (six-digit) and the dimmed (eight-digit) colors. */
  const fills = (kind: string, more?: object): readonly number[] => {
    const text = svgPicture(optionOf(kind, more), SIZE, kind)
    return [/fill="#[0-9a-f]{6}"/g, /fill="#[0-9a-f]{8}"/g].map((fill) => text.match(fill)?.length ?? 0)
  }
  expect(fills('funnel')).toEqual([1600, 0])
  expect(fills('funnel', selectedMarks)).toEqual([1, 1599])
  expect(fills('treemap')[1]).toBe(0)
  // 39 of the 40 outer parts and their children, except those that do not fit within their border.
  expect(fills('treemap', selectedMarks)[1]).toBeGreaterThan(39 * 40)
  expect(fills('treemap', selectedMarks)[1]).toBeLessThanOrEqual(39 * 41)
})
