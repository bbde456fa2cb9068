import { type ECharts, helper, init } from 'echarts/core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { chartThemeOf, withSharedOptions } from '#charts/shared/echarts/chart-theme.ts'
import { svgPicture } from '#charts/shared/echarts/svg-picture.tsx'
import type { TimeseriesForm } from '#charts/shared/series/timeseries-controls.ts'
import { timeseriesOption } from '#charts/shared/timeseries/timeseries-option.ts'
import { timeseriesProps } from '#charts/shared/timeseries/timeseries-props.ts'
import { withPatterns } from '#charts/shared/echarts/use-patterns.tsx'
import { NUMERIC, STRING, TEMPORAL } from '#core/table/table.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { completeInput } from '#testing/complete-input.ts'

interface Shape {
  readonly name?: string
  readonly silent: boolean
  readonly cursor: string
  readonly style: { readonly fill?: string; readonly opacity?: number; readonly decal?: unknown }
  /** Present if one element draws many marks. */
  readonly marks?: { readonly count: number; paint(context: object, highlighted: undefined, opacity: number): void }
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

type Option = Record<string, unknown>
interface Picture {
  readonly chart: ECharts
  readonly zr: Zr
}

const DAY = 86_400_000
const SIZE = { width: 1200, height: 600 }
const theme = chartThemeOf((name) => (name === 'font-ui' ? 'sans-serif' : '#123456'))

/** Returns an option of days and cities. Every fiftieth value is null and some are negative. */
function optionOf(days: number, cities: number, form: object = {}, more: object = {}): Option {
  const rows = Array.from({ length: days * cities }, (_, row) => row)
  const columns = [
    { name: 'ds', type: TEMPORAL, values: rows.map((row) => (row % days) * DAY) },
    { name: 'city', type: STRING, values: rows.map((row) => `c${Math.floor(row / days)}`) },
    { name: 'n', type: NUMERIC, values: rows.map((row) => (row % 50 === 7 ? null : ((row * 7919) % 100) - 30)) },
  ]
  const groupby = cities > 1 ? ['city'] : []
  const input = completeInput<TimeseriesForm>({
    form: {
      viz_type: 'echarts_timeseries_bar',
      x_axis: 'ds',
      time_grain_sqla: 'P1D',
      metrics: ['n'],
      groupby,
      ...form,
    },
    tables: [{ columns: cities > 1 ? columns : [columns[0], columns[2]], rowCount: rows.length }],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  } as unknown as Parameters<typeof completeInput>[0])
  const horizontal = 'orientation' in form
  const props = timeseriesProps(input, { shape: 'bar', curve: 'straight', fill: 1, symbolSize: 0, horizontal })
  return withSharedOptions((own) => timeseriesOption({ ...props, ...SIZE, theme: 'light', ...more }, own), theme)
}

const many = (form: object = {}, more: object = {}): Option => optionOf(300, 5, form, more)

/** Returns the option with one element per bar. */
const plainly = (option: Option): Option => ({
  ...option,
  series: (option['series'] as readonly Option[]).map(({ asOne: _asOne, ...rest }) => rest),
})

/** Returns the option without rounded corners. */
const angular = (option: Option): Option => ({
  ...option,
  series: (option['series'] as readonly Option[]).map((each) => ({
    ...each,
    itemStyle: { ...(each['itemStyle'] as Option), borderRadius: 0 },
  })),
})

function drawn(option: Option): Picture {
  const chart = init(document.createElement('div'), null, SIZE)
  chart.setOption(option)
  const zr = chart.getZr() as unknown as Zr
  zr.flush()
  return { chart, zr }
}

const shapesOf = ({ zr }: Picture): readonly Shape[] => zr.storage.getDisplayList(true)
const layersOf = (picture: Picture): readonly Shape[] => shapesOf(picture).filter(({ marks }) => marks)
const barsOf = (picture: Picture): readonly Shape[] => shapesOf(picture).filter(({ name }) => name === 'item')

/** Returns the mark at a position and its cursor. */
function markAt({ zr }: Picture, x: number, y: number): string {
  const { target } = zr.handler.findHover(x, y)
  const { seriesIndex = -1, dataIndex = -1 } = target ? helper.getECData(target as never) : {}
  return dataIndex < 0 ? '' : `${seriesIndex} ${dataIndex} ${target?.cursor}`
}

/** Returns the marks at 6,000 positions. */
function found(picture: Picture): string[] {
  const seen: string[] = []
  for (let x = 5; x < SIZE.width; x += 4)
    for (let y = 7; y < SIZE.height; y += 29) seen.push(markAt(picture, x + 0.317, y + 0.293))
  return seen
}

/** Returns the fill colors of all bars in paint order. */
function fillsOf(picture: Picture): unknown[] {
  const seen: unknown[] = []
  const pen = { fillStyle: '', fill: () => seen.push(pen.fillStyle) }
  const context = new Proxy(pen, { get: (own, key) => Reflect.get(own, key) ?? (() => {}) })
  for (const { marks } of layersOf(picture)) marks?.paint(context, undefined, 1)
  return seen
}

/** Returns a position within the topmost bar of a series. */
function colorPositionOf(picture: Picture, series: number): readonly [x: number, y: number] {
  for (let x = 5; x < SIZE.width; x += 4)
    for (let y = 7; y < SIZE.height; y += 29)
      if (markAt(picture, x + 0.317, y + 0.293).startsWith(`${series} `)) return [x + 0.317, y + 0.293]
  throw new Error(`Series ${series} has no bar`)
}

function pointAt({ zr }: Picture, x: number, y: number): void {
  zr.handler.dispatch('mousemove', { zrX: x, zrY: y, preventDefault: () => {}, stopPropagation: () => {} })
}

// Importing the View registers its bars with ECharts.
beforeAll(async () => {
  await import('#charts/echarts_timeseries_bar/View.tsx')
})

beforeEach(() => takeCanvas())

it.each([
  ['side by side', {}, {}],
  ['stacked', { stack: 'Stack' }, {}],
  ['lying', { orientation: 'horizontal' }, {}],
  ['that reach beyond the plot', { truncateYAxis: true, y_axis_bounds: [-10, 20] }, {}],
  ['that are not selected', {}, { selectedMarks: [{ city: 'c2' }] }],
])('many bars %s are drawn as one element for each series, with the same position and color', (_, form, more) => {
  // Hit testing at rounded corners may differ.
  const option = angular(many(form, more))
  const [light, plain] = [drawn(option), drawn(plainly(option))]
  expect([layersOf(light).length, barsOf(light).length, layersOf(plain).length]).toEqual([5, 0, 0])
  expect(barsOf(plain).length).toBeGreaterThan(1300)
  expect(found(light)).toEqual(found(plain))
  expect(new Set(found(light)).size).toBeGreaterThan(40)
  // Bars of zero height are left out.
  const fills = new Set(barsOf(plain).map(({ style }) => style.fill))
  expect(new Set(fillsOf(light))).toEqual(fills)
})

it('bars of unselected categories in one series are dimmed', () => {
  const rows = { x_axis: 'city', time_grain_sqla: null, groupby: [] }
  const option = optionOf(1, 1500, rows, { selectedMarks: [{ city: 'c8' }] })
  const fills = fillsOf(drawn(option)).map(String)
  expect(fills.length).toBeGreaterThan(1000)
  // An eight-digit color is dimmed by its alpha digits.
  expect(fills.filter((fill) => /^#[0-9a-f]{6}$/.test(fill))).toHaveLength(1)
})

it.each([
  ['few', optionOf(100, 5)],
  ['with value labels', many({ show_value: true })],
  ['with borders', optionOf(60, 30, { stack: 'Stack' })],
])('bars that are %s are drawn as separate elements', (_, option) => {
  expect(layersOf(drawn(option))).toEqual([])
})

it('draws patterns on bars in high contrast, and shapes in an SVG export', () => {
  const option = many()
  expect(barsOf(drawn(withPatterns(option))).filter(({ style }) => style.decal).length).toBeGreaterThan(1300)
  const [text, plain] = [option, plainly(option)].map((each) =>
    svgPicture(each, SIZE, 'bars').replaceAll(/zr\d+-cls-\d+/g, ''),
  )
  expect(text === plain).toBe(true)
})

it('switches between one element and separate elements when the number of bars changes', () => {
  const { chart, zr } = drawn(many())
  const picture = { chart, zr }
  chart.setOption(optionOf(10, 5), { replaceMerge: ['series'] })
  expect([layersOf(picture).length, barsOf(picture).length]).toEqual([0, 49])
  chart.setOption(many(), { replaceMerge: ['series'] })
  expect([layersOf(picture).length, barsOf(picture).length]).toEqual([5, 0])
  chart.dispatchAction({ type: 'legendUnSelect', name: 'c1' })
  expect(layersOf(picture)).toHaveLength(4)
})

it('raises the bar with the keyboard focus, and shows its tooltip at its end', async () => {
  const option = many()
  const reported = [option, plainly(option)].map(async (each) => {
    const position = vi.fn<(point: [number, number]) => [number, number]>(() => [0, 0])
    const picture = drawn({ ...each, tooltip: { ...(each['tooltip'] as Option), trigger: 'item', position } })
    picture.chart.dispatchAction({ type: 'highlight', seriesIndex: 1, dataIndex: 30 })
    picture.chart.dispatchAction({ type: 'showTip', seriesIndex: 1, dataIndex: 30 })
    await waitForAssertion(() => expect(position).toHaveBeenCalled())
    return { picture, position: position.mock.calls[0]?.[0] }
  })
  const [light, plain] = await Promise.all(reported)
  expect(light?.position).toEqual(plain?.position)
  const shapes = shapesOf(light?.picture as Picture)
  const layers = layersOf(light?.picture as Picture)
  const [spot] = shapes.slice(shapes.indexOf(layers.at(-1) as Shape) + 1)
  expect([spot?.silent, spot?.style.fill]).toEqual([true, expect.stringMatching(/^rgba?\(/)])
})

it('arrow keys focus the same bar on a zoomed axis', () => {
  const picture = drawn({ ...many(), dataZoom: [{ type: 'inside', startValue: 100 * DAY, endValue: 200 * DAY }] })
  picture.chart.dispatchAction({ type: 'highlight', seriesIndex: 1, dataIndex: 130 })
  const series = (
    picture.chart as unknown as {
      getModel(): {
        getSeriesByIndex(at: number): {
          getData(): { getItemGraphicEl(at: number): unknown; indexOfRawIndex(at: number): number }
        }
      }
    }
  )
    .getModel()
    .getSeriesByIndex(1)
    .getData()
  expect(series.indexOfRawIndex(130)).toBe(30)
  expect(series.getItemGraphicEl(30)).toBeDefined()
})

it('pointing at a bar fades those of other series, and of one series the others', async () => {
  const opacities = (picture: Picture) => layersOf(picture).map(({ style }) => style.opacity ?? 1)
  const several = drawn(many())
  pointAt(several, ...colorPositionOf(several, 2))
  await waitForAssertion(() => expect(opacities(several)).toEqual([0.4, 0.4, 1, 0.4, 0.4]))
  pointAt(several, 1, 1)
  await waitForAssertion(() => expect(opacities(several)).toEqual([1, 1, 1, 1, 1]))
  const one = drawn(optionOf(1500, 1))
  pointAt(one, ...colorPositionOf(one, 0))
  await waitForAssertion(() => expect(opacities(one)).toEqual([0.4]))
  const spots = shapesOf(one).filter(({ silent, style }) => silent && style.fill?.startsWith('rgb'))
  expect(new Set(spots.map(({ style }) => style.opacity ?? 1))).toEqual(new Set([1]))
})

it('hovering a name in the legend raises all bars of its series', () => {
  const picture = drawn(many())
  const before = fillsOf(picture)
  picture.chart.dispatchAction({ type: 'highlight', seriesName: 'c1' })
  const raised = fillsOf(picture).filter((fill, at) => fill !== before[at])
  expect(raised.length).toBe(294)
  picture.chart.dispatchAction({ type: 'downplay', seriesName: 'c1' })
  expect(fillsOf(picture)).toEqual(before)
})
