import { type ECharts, helper, init } from 'echarts/core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { funnel } from '#charts/funnel/index.ts'
import { funnelOption } from '#charts/funnel/option.ts'
import { toProps as funnelProps } from '#charts/funnel/props.ts'
import { type ChartInput, type ChartType, propsFor } from '#charts/chart.ts'
import { sankey_v2 } from '#charts/sankey_v2/index.ts'
import { sankeyOption } from '#charts/sankey_v2/option.ts'
import { toProps as sankeyProps } from '#charts/sankey_v2/props.ts'
import { inkOf, wholeOption } from '#charts/shared/ink.ts'
import { svgPicture } from '#charts/shared/svg-picture.tsx'
import { treemap_v2 } from '#charts/treemap_v2/index.ts'
import { treemapOption } from '#charts/treemap_v2/option.ts'
import { toProps as treemapProps } from '#charts/treemap_v2/props.ts'
import { type Column, NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { soon } from '#testing/hands.ts'

interface Shape {
  readonly parent: Shape | null
  readonly style: { readonly fill?: string }
}

/** What of the canvas of ECharts is looked at here. */
interface Zr {
  flush(): void
  readonly handler: { findHover(x: number, y: number): { readonly target: Shape | null } }
  readonly storage: { getDisplayList(update: boolean): readonly Shape[] }
}

const ink = inkOf((name) => (name === 'font-ui' ? 'sans-serif' : '#123456'))
const SIZE = { width: 1200, height: 600 }

/** 40 by 40 pairs, or as many names. */
function table(isPaired: boolean): Table {
  const rows = Array.from({ length: 1600 }, (_, row) => row)
  const origin = rows.map((row) => (isPaired ? `o${row % 40}` : `o${row}`))
  const columns: readonly Column[] = [
    { name: 'origin', type: STRING, values: origin },
    { name: 'carrier', type: STRING, values: rows.map((row) => `c${Math.floor(row / 40)}`) },
    { name: 'count', type: NUMERIC, values: rows.map((row) => 1 + ((row * 7919) % 100)) },
  ]
  return { columns, rowCount: rows.length }
}

type Option = Record<string, unknown>
type Made = readonly [ChartType, object, (input: ChartInput, more: object) => Option]
const made: Readonly<Record<string, Made>> = {
  treemap: [
    treemap_v2,
    { groupby: ['origin', 'carrier'], metric: 'count', show_labels: false },
    (input, more) =>
      treemapOption({ ...propsFor(treemap_v2, treemapProps, input), ...SIZE, theme: 'light', ...more }, ink),
  ],
  links: [
    sankey_v2,
    { source: 'origin', target: 'carrier', metric: 'count' },
    (input, more) =>
      sankeyOption({ ...propsFor(sankey_v2, sankeyProps, input), ...SIZE, theme: 'light', ...more }, ink),
  ],
  funnel: [
    funnel,
    { groupby: ['origin'], metric: 'count' },
    (input, more) => funnelOption({ ...propsFor(funnel, funnelProps, input), ...SIZE, theme: 'light', ...more }, ink),
  ],
}

function optionOf(kind: string, more: object = {}): Option {
  const [type, form, option] = made[kind] as Made
  const input: ChartInput = {
    form: { viz_type: type.type, ...form },
    tables: [table(kind !== 'funnel')],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  return wholeOption(() => option(input, more), ink)
}

function drawn(option: Option): { readonly chart: ECharts; readonly zr: Zr } {
  const chart = init(document.createElement('div'), null, SIZE)
  chart.setOption(option)
  const zr = chart.getZr() as unknown as Zr
  zr.flush()
  return { chart, zr }
}

/** Which mark is under each of 400 places. */
function found({ zr }: { readonly zr: Zr }): string[] {
  const seen: string[] = []
  for (let x = 11; x < SIZE.width; x += 61) {
    for (let y = 7; y < SIZE.height; y += 29) {
      let target = zr.handler.findHover(x + 0.31, y + 0.29).target
      while (target && helper.getECData(target as never).dataIndex === undefined) target = target.parent
      const { dataType = '', dataIndex = -1 } = target ? helper.getECData(target as never) : {}
      seen.push(`${dataType} ${dataIndex}`)
    }
  }
  return seen
}

/** The option where each mark is an element. */
function plainly(option: Option): Option {
  const [series] = option['series'] as [Option]
  const { plain: _plain, bands: _bands, slices: _slices, ...rest } = series
  return { ...option, series: [rest] }
}

// Each makes its view known to ECharts.
beforeAll(async () => {
  await import('#charts/treemap_v2/View.tsx')
  await import('#charts/sankey_v2/View.tsx')
  await import('#charts/funnel/View.tsx')
})

beforeEach(() => takeCanvas())

it('a kind is known to ECharts once, also where what makes its view is read again', async () => {
  vi.resetModules()
  await expect(import('#charts/sankey_v2/View.tsx')).resolves.toBeDefined()
  await expect(import('#charts/treemap_v2/View.tsx')).resolves.toBeDefined()
})

it.each(['treemap', 'links', 'funnel'])(
  'many marks of a %s are one element, and each is found where it would be',
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

it.each(['treemap', 'links', 'funnel'])('keys come to a mark of a %s that is none by itself', async (kind) => {
  const option = optionOf(kind)
  const formatter = vi.fn<(mark: { readonly dataIndex: number }) => string>(() => 'told')
  const { chart } = drawn({ ...option, tooltip: { ...(option['tooltip'] as Option), formatter } })
  chart.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: 30 })
  chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 30 })
  await soon(() => expect(formatter.mock.calls.map(([{ dataIndex }]) => dataIndex)).toEqual([30]))
})

it('steps and parts that are not picked fade in a file of shapes too', () => {
  const picked = { picked: [{ origin: 'o7' }] }
  /** How many are of six digits, and how many of eight, which are faded by the last two. */
  const fills = (kind: string, more?: object): readonly number[] => {
    const text = svgPicture(optionOf(kind, more), SIZE, kind)
    return [/fill="#[0-9a-f]{6}"/g, /fill="#[0-9a-f]{8}"/g].map((fill) => text.match(fill)?.length ?? 0)
  }
  expect(fills('funnel')).toEqual([1600, 0])
  expect(fills('funnel', picked)).toEqual([1, 1599])
  expect(fills('treemap')[1]).toBe(0)
  // 39 of the 40 outer parts and what is in them, but for what has no room within its border.
  expect(fills('treemap', picked)[1]).toBeGreaterThan(39 * 40)
  expect(fills('treemap', picked)[1]).toBeLessThanOrEqual(39 * 41)
})
