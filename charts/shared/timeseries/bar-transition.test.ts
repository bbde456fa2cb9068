import { DatasetComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import { chartThemeOf, withSharedOptions } from '#charts/shared/echarts/chart-theme.ts'
import { NUMERIC, STRING, type Table } from '#core/table/table.ts'
import { completeInput } from '#testing/complete-input.ts'
import { batchedBars } from '#charts/shared/echarts/batched/batched-bars.tsx'
import { categoryKeys, hasSameBars } from './bar-transition.ts'
import { timeseriesOption } from './timeseries-option.ts'
import { type TimeseriesProps, timeseriesProps } from './timeseries-props.ts'

register([batchedBars, DatasetComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

const theme = chartThemeOf((name) => `#${name}`)

function bars(values: Readonly<Record<string, number>>): TimeseriesProps {
  const form = { viz_type: 'echarts_timeseries_bar', x_axis: 'city', metrics: ['n'], groupby: [] }
  const names = Object.keys(values)
  const columns: Table['columns'] = [
    { name: 'city', type: STRING, values: names },
    { name: 'n', type: NUMERIC, values: Object.values(values) },
  ]
  const input = { tables: [{ columns, rowCount: names.length }], entries: [], labelColors: {} }
  return timeseriesProps(completeInput({ ...input, form, dataset: { verbose_map: {}, column_formats: {} } }), {
    shape: 'bar',
    curve: 'straight',
    fill: 1,
    symbolSize: 0,
    horizontal: false,
  })
}

interface DrawnBar {
  readonly shape: { readonly x: number; readonly height: number }
  readonly animators: readonly { readonly duration?: number }[]
  stopAnimation(scope?: string, isForwardToLast?: boolean): void
}

/** Draws a picture, then another over it; returns the bars of both by position. */
function drawBoth(before: TimeseriesProps, after: TimeseriesProps, isMoving: boolean) {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 300 })
  const draw = (props: TimeseriesProps, moves: boolean) => {
    const size = { width: 400, height: 300, theme: 'light' as const }
    const option = (seen: typeof theme) => timeseriesOption({ ...props, ...size, isMoving: moves }, seen)
    chart.setOption(
      { ...withSharedOptions(option, theme), tooltip: {} },
      { replaceMerge: ['series', 'xAxis', 'yAxis', 'grid'] },
    )
    const data = (chart as unknown as { getModel: () => { getSeriesByIndex: (at: number) => unknown } }).getModel()
    const series = data.getSeriesByIndex(0) as { getData: () => { getItemGraphicEl: (at: number) => DrawnBar } }
    return props.x.values.map((_, at) => series.getData().getItemGraphicEl(at))
  }
  const [first, second] = [draw(before, false), draw(after, isMoving)]
  return { first, second, chart }
}

it('moves each bar to its new position and height, and ends exactly there', () => {
  const [before, after] = [bars({ Rome: 30, Oslo: 20, Bern: 10 }), bars({ Bern: 40, Rome: 30, Oslo: 20 })]
  const { first, second, chart } = drawBoth(before, after, hasSameBars(before, after))
  // Rome moves from the first place to the second, as the same element.
  expect(second[1]).toBe(first[0])
  expect(second[1]?.animators.length).toBeGreaterThan(0)
  for (const bar of second) bar.stopAnimation(undefined, true)
  const still = drawBoth(after, after, false)
  const shapes = (all: readonly DrawnBar[]) => all.map(({ shape }) => [shape.x.toFixed(6), shape.height.toFixed(6)])
  expect(shapes(second)).toEqual(shapes(still.second))
  chart.dispose()
  still.chart.dispose()
})

it('bars of another set of categories are not animated', () => {
  expect(hasSameBars(bars({ Rome: 1, Oslo: 2 }), bars({ Oslo: 2, Rome: 1 }))).toBe(true)
  expect(hasSameBars(bars({ Rome: 1, Oslo: 2 }), bars({ Rome: 1, Bern: 2 }))).toBe(false)
  const { second, chart } = drawBoth(bars({ Rome: 1, Oslo: 2 }), bars({ Oslo: 2, Rome: 1 }), false)
  expect(second.flatMap(({ animators }) => animators)).toEqual([])
  chart.dispose()
})

it('more than 200 bars have no keys', () => {
  const many = (count: number) => bars(Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, at])))
  expect(categoryKeys(many(200))).toHaveLength(200)
  expect(categoryKeys(many(201))).toBeUndefined()
})
