import { expect, it } from 'vitest'
import { chartThemeOf } from './shared/echarts/chart-theme.ts'
import { withSymbols } from './shared/echarts/symbols.ts'
import { type ChartInput, type ChartType, propsFor, type ToProps } from '#charts/chart.ts'
import { bubble_v2 } from '#charts/bubble_v2/index.ts'
import { bubbleOption } from '#charts/bubble_v2/option.ts'
import { toProps as bubbleProps } from '#charts/bubble_v2/props.ts'
import { graph_chart } from '#charts/graph_chart/index.ts'
import { graphOption } from '#charts/graph_chart/option.ts'
import { toProps as graphProps } from '#charts/graph_chart/props.ts'
import { radar } from '#charts/radar/index.ts'
import { radarOption } from '#charts/radar/option.ts'
import { toProps as radarProps } from '#charts/radar/props.ts'
import type { FormData } from '#core/form/form-data.ts'
import { NUMERIC, STRING } from '#core/table/table.ts'

const theme = chartThemeOf((name) => name)
const airlines = ['AA', 'UA', 'DL']

/** Three airlines with one origin each and two metrics. */
function propsOf(kind: ChartType, toProps: unknown, form: object): never {
  const input: ChartInput = {
    form: { viz_type: kind.type, ...form },
    tables: [
      {
        columns: [
          { name: 'origin', type: STRING, values: ['ORD', 'ATL', 'ORD'] },
          { name: 'carrier', type: STRING, values: airlines },
          { name: 'count', type: NUMERIC, values: [10, 20, 30] },
          { name: 'delay', type: NUMERIC, values: [3, 1, 2] },
        ],
        rowCount: 3,
      },
    ],
    entries: [],
    dataset: { verbose_map: {}, column_formats: {} },
    labelColors: {},
  }
  const props = propsFor<FormData, object>(kind, toProps as ToProps, input)
  return { ...props, width: 600, height: 400, theme: 'light' } as never
}

interface Picture {
  readonly series: readonly {
    readonly symbol?: string
    readonly itemStyle?: { readonly decal?: unknown }
    readonly data: readonly { readonly symbol?: string }[]
  }[]
  readonly legend: { readonly data: unknown }
}

const reported = (option: Record<string, unknown>) => withSymbols(option) as unknown as Picture
const entries = [
  { name: 'AA', icon: 'circle' },
  { name: 'UA', icon: 'rect' },
  { name: 'DL', icon: 'triangle' },
]
const byName = (data: unknown) =>
  (data as { name: string }[]).toSorted((a, b) => airlines.indexOf(a.name) - airlines.indexOf(b.name))

it('bubbles of each colour have a separate symbol, and no pattern', () => {
  const form = { entity: 'carrier', series: 'carrier', x: 'count', y: 'delay', size: 'count', show_legend: true }
  const { series, legend } = reported(bubbleOption(propsOf(bubble_v2, bubbleProps, form), theme))
  expect(series.map(({ symbol }) => symbol)).toEqual(['circle', 'rect', 'triangle'])
  expect(series.map(({ itemStyle }) => itemStyle?.decal)).toEqual(series.map(() => ({ symbol: 'none' })))
  expect((legend.data as { icon: string }[]).map(({ icon }) => icon).toSorted()).toEqual(['circle', 'rect', 'triangle'])
})

it('shapes of a radar have separate symbols at their corners, and in the legend', () => {
  const form = { metrics: ['count', 'delay'], groupby: ['carrier'] }
  const { series, legend } = reported(radarOption(propsOf(radar, radarProps, form), theme))
  const shapes = series[0]?.data as { name: string; symbol: string }[] | undefined
  const symbols = new Map(shapes?.map(({ name, symbol }) => [name, symbol]))
  expect([...symbols.values()]).toEqual(['circle', 'rect', 'triangle'])
  expect(byName(legend.data)).toEqual(airlines.map((name) => ({ name, icon: symbols.get(name) })))
})

it('graph nodes have the symbol of their category, or one each', () => {
  const form = { source: 'origin', target: 'carrier', metric: 'count' }
  const each = reported(graphOption(propsOf(graph_chart, graphProps, form), theme))
  // Two origins and three airlines.
  expect(each.series[0]?.data.map(({ symbol }) => symbol)).toEqual(['circle', 'rect', 'triangle', 'diamond', 'pin'])
  const kinds = { ...form, source_category: 'origin', target_category: 'carrier' }
  const { series, legend } = reported(graphOption(propsOf(graph_chart, graphProps, kinds), theme))
  const nodes = series[0]?.data as { category: number; symbol: string }[]
  const icons = legend.data as { name: string; icon: string }[]
  expect(icons.slice(0, 3)).toEqual(icons.slice(0, 3).map(({ name }, at) => ({ name, icon: entries[at]?.icon })))
  for (const { category, symbol } of nodes) expect(symbol).toBe(icons[category]?.icon)
})

it('other marks do not change', () => {
  const bars = { legend: { data: ['a'] }, series: [{ type: 'bar', name: 'a' }] }
  expect(withSymbols(bars)).toEqual(bars)
  expect(
    withSymbols({
      series: [
        { type: 'bar', name: 'a' },
        { type: 'scatter', name: 'b' },
      ],
      legend: { data: ['a', 'b'] },
    }),
  ).toMatchObject({
    legend: { data: ['a', { name: 'b', icon: 'circle' }] },
  })
})
