import { render } from '@testing-library/react'
import { getInstanceByDom } from 'echarts/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { type ChartViewProps, type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import type { TimeseriesProps } from './shared/timeseries/timeseries-props.ts'
import { seriesNote } from './shared/timeseries/timeseries-summary.ts'
import { controlsOf } from '#controls/form.ts'
import { sampleCases } from '#testing/case-sample.ts'
import { type ChartCell, inputOf } from '#testing/chart-inputs.ts'
import { waitForAssertion } from '#testing/user-input.ts'

const all: readonly ChartType[] = charts
type View = React.ComponentType<ChartViewProps & Record<string, unknown>>
interface ChartModule {
  readonly default: View
  readonly toProps: ToProps
  readonly preload?: () => void
}
const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<ChartModule>>

beforeEach(() => {
  takeCanvas()
  // Nothing is painted: the description must exist before the first frame.
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

/** More rows than any chart type draws as separate marks. */
const ROWS = 21_000
const DAY = 86_400_000

/** Each row is a separate mark: a new name, day and number. */
const cell: ChartCell = (name, row) => {
  if (name === '__timestamp' || name === 'date') return row * DAY
  if (name === 'arrival') return (row + 3) * DAY
  if (name === 'latitude') return (row % 170) - 85
  if (name === 'longitude') return (row % 359) - 179
  if (name === 'count' || name === 'delay') return row + 1
  return `${name} ${row}`
}

/** 21,000 series over ten days. */
const overTenDays: ChartCell = (name, row) => (name === '__timestamp' ? (row % 10) * DAY : cell(name, row))

interface Case {
  /** The expected text: what is left out, or the total if nothing is. */
  readonly says: RegExp
  readonly cell?: ChartCell
  readonly form?: object
}

const series: Case = {
  says: /Showing the largest 1,000 of 21,000 series$/,
  cell: overTenDays,
  form: { groupby: ['origin'] },
}
/** 21,000 pairs have 42,000 nodes. */
const links: Case = { says: /\nThe 5,000 largest of 42,000 nodes are drawn/ }
/** The first level has 21,000 parts and the second the same number; the 2,500 largest are searched. */
const parts: Case = { says: /\nAt most 5000 parts are drawn, the largest first; 18500 smaller ones are not/ }
/** All rows in one figure, or in as many as the settings define. */
const figure = (says: RegExp): Case => ({ says })

/** The expected description of a chart type that has no case. */
const USUAL = /of 21,?000/

/** The expected description of 21,000 rows, by chart type. */
const cases: Readonly<Record<string, Case>> = {
  echarts_timeseries_line: series,
  echarts_timeseries_smooth: series,
  echarts_timeseries_step: series,
  echarts_timeseries_scatter: series,
  echarts_timeseries_bar: series,
  echarts_timeseries: series,
  echarts_area: series,
  mixed_timeseries: { ...series, says: /Showing the largest 1,000 of 42,000 series$/ },
  horizon: { ...series, says: /Showing the first 100 of 21000 series/ },
  pie: { says: /\nThe largest 300 groups are shown; 20700 smaller ones are combined in the last slice$/ },
  funnel: { says: /\nShowing the largest 10000 of 21000 steps/ },
  sankey_v2: links,
  chord: links,
  graph_chart: {
    says: /\nThe 5,000 largest of 42,000 nodes are drawn\. Too many nodes for the force layout: the circular layout is used/,
  },
  treemap_v2: parts,
  sunburst_v2: parts,
  tree_chart: {
    says: /\nThe 5,000 nodes nearest to the root are drawn, of 21,000\n/,
    cell: (name, row) => (name === 'carrier' ? (row === 0 ? null : 'origin 0') : cell(name, row)),
  },
  gantt_chart: { says: /\nThe first 5,000 of 21,000 bars are drawn\n/ },
  box_plot: { says: /\n20500 more boxes are not drawn$/ },
  histogram_v2: { says: /\n20900 more groups are not drawn$/, form: { groupby: ['origin'] } },
  heatmap_v2: { says: /\nShowing the first 20000 of 21000 cells$/ },
  bubble_v2: { says: /\nShowing the first 200 of 21000 bubbles$/ },
  gauge_chart: { says: /\nShowing the first 10 of 21000 values$/ },
  radar: { says: /\n20900 more shapes are not drawn$/ },
  word_cloud: { says: /20500 more words are not drawn$/ },
  // The total is an additional bar.
  waterfall: { says: /\nShowing the first 1000 of 21001 bars$/ },
  cal_heatmap: { says: /Showing the last 20,000 of 21,000 cells$/ },
  pivot_table_v2: { says: /^441000000 cells exceed the limit of 5000000 for/ },
  deck_scatter: { says: /^Map of 21,000 points .*20960 more/s },
  table: { says: /^Table with 21000 rows/ },
  time_table: {
    ...series,
    // 5,000,000 cells in rows of 10,500.
    says: /\nShowing the largest 476 of 21,000 rows$/,
    cell: (name, row) => (name === '__timestamp' ? (row % 10_500) * DAY : cell(name, row)),
  },
  big_number: figure(/^count\n.*last 21.k at Wed, Jun 30 2027/s),
  big_number_total: figure(/^count\n1/),
  bullet: figure(/^count 1\n/),
  line_multi: figure(/^2 series: .*last 21k, .* at 2027-06-30/s),
  handlebars: { says: /The output was truncated after 200000 characters$/ },
  deck_grid: { says: /^21,000 points in 21,000 cells/ },
  deck_hex: { says: /^21,000 points in 14,152 cells/ },
  world_map: { says: /21000 rows were not matched to a country, such as origin 0$/ },
  country_map: { says: /21000 rows are not drawn because their regions are unknown or repeated, such as origin 0$/ },
}

const has = ({ controls }: ChartType, control: string) => controlsOf(controls).some(({ name }) => name === control)

/** Draws a chart type; resolves to a function that returns the current description. */
async function saidOf(chart: ChartType): Promise<() => string> {
  const found = await views[`./${chart.type}/View.tsx`]?.()
  if (!found) throw new Error(`${chart.type} has no View`)
  const { default: View, toProps } = found
  if (found.preload) {
    found.preload()
    await vi.dynamicImportSettled()
  }
  const known = cases[chart.type]
  const form = { ...chart.examples[0], ...known?.form, viz_type: chart.type, datasource: '1__table' }
  const input = inputOf(chart, form, ROWS, known?.cell ?? cell)
  let props: Record<string, unknown>
  try {
    props = propsFor(chart, toProps, input) as Record<string, unknown>
  } catch (error) {
    // The frame shows the error instead of the picture.
    return () => (error as Error).message
  }
  // All time-series chart types share one View; testing one of them is enough.
  if (has(chart, 'rich_tooltip') && chart.type !== 'echarts_timeseries_line')
    return () => seriesNote(props as unknown as TimeseriesProps)
  const { container } = render(<View {...props} shown={props} width={900} height={600} theme="light" />)
  return () => {
    const named = [...container.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))
    const host = container.querySelector<HTMLElement>('[_echarts_instance_]')
    const titles = (host ? getInstanceByDom(host)?.getOption()['title'] : undefined) as { text?: string }[] | undefined
    return [...named, ...(titles ?? []).map(({ text }) => text), container.textContent].join('\n')
  }
}

it.each(sampleCases(all, 10, 4).map((chart) => [chart.type, chart] as const))(
  '%s describes the parts of 21,000 rows that it leaves out',
  async (type, chart) => {
    const said = await saidOf(chart)
    await waitForAssertion(() => expect(said()).toMatch(cases[type]?.says ?? USUAL))
  },
  120_000,
)
