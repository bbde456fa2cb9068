import { render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeCanvas } from '#testing/canvas.ts'
import { type ChartViewProps, type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import { controlsOf } from '#controls/form.ts'
import { type ChartCell, inputOf } from '#testing/chart-inputs.ts'
import { userInput } from '#testing/user-input.ts'

const all: readonly ChartType[] = charts
type View = React.ComponentType<ChartViewProps & Record<string, unknown>>
interface ViewModule {
  readonly default: View
  readonly toProps: ToProps
  readonly preload?: () => void
}
const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<ViewModule>>

beforeEach(() => takeCanvas())

const DAY = 86_400_000
const NAMES = ['ORD', 'ATL', 'DFW']

/** Three names with a value on each of four days: 1,234.5 times 1, 3 and 2, plus 2,469 per day. */
const cell: ChartCell = (name, row) => {
  if (name === '__timestamp' || name === 'date') return Math.floor(row / 3) * DAY
  if (name === 'arrival') return (Math.floor(row / 3) + 3) * DAY
  if (name === 'latitude' || name === 'longitude') return 10 + row
  if (name === 'count') return 1234.5 * ([1, 3, 2][row % 3] ?? 0) + 1000 * Math.floor(row / 3)
  if (name === 'delay') return 2469 * ([1, 3, 2][row % 3] ?? 0) + 1000 * Math.floor(row / 3)
  return name === 'carrier' ? (['AA', 'UA', 'DL'][row % 3] ?? null) : (NAMES[row % 3] ?? null)
}

/** The controls for the format of values. */
const FORMATS = ['y_axis_format', 'number_format', 'tooltipSizeFormat', 'xAxisFormat']

async function show(chart: ChartType, form: object) {
  const found = await views[`./${chart.type}/View.tsx`]?.()
  if (!found) throw new Error(`${chart.type} has no View`)
  const { default: View, toProps } = found
  if (found.preload) {
    found.preload()
    await vi.dynamicImportSettled()
  }
  const requested = { ...chart.examples[0], ...form, viz_type: chart.type, datasource: '1__table' }
  const props = propsFor(chart, toProps, inputOf(chart, requested, 12, cell)) as Record<string, unknown>
  const { container } = render(<View {...props} shown={props} width={900} height={500} theme="light" />)
  return container
}

/** Returns the tooltip of the first keyboard stop: its lines as alternating names and values. */
async function reported(
  container: HTMLElement,
): Promise<{ readonly text: string; readonly rows: readonly string[][] }> {
  const host = container.querySelector<HTMLElement>('[role=application]')
  host?.focus()
  await userInput().keyboard('{ArrowRight}')
  const tip = () => host?.querySelector<HTMLElement>('table')?.parentElement
  await vi.waitFor(() => expect(tip()?.textContent).toBeTruthy(), { timeout: 10_000 })
  const rows = [...(tip()?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.querySelectorAll('td')].map((each) => each.textContent.trim()),
  )
  return { text: tip()?.textContent ?? '', rows }
}

const has = (chart: ChartType, control: string) => controlsOf(chart.controls).some(({ name }) => name === control)

/** Chart types drawn with ECharts whose marks can be hovered. */
const hovered: string[] = []

describe.each(all.map((chart) => [chart.type, chart] as const))('the tooltip of %s', (type, chart) => {
  it('shows the mark and its value in the format of the form', async () => {
    const formats = Object.fromEntries(FORMATS.filter((name) => has(chart, name)).map((name) => [name, '$,.1f']))
    // With dimension series, the first keyboard stop is a whole series, which has no x value.
    const single = has(chart, 'rich_tooltip') || chart.hasPeriods ? { groupby: [], groupby_b: [] } : {}
    const container = await show(chart, { ...formats, ...single })
    const hasTooltip = container.querySelector('[_echarts_instance_][role=application]') !== null
    expect(hasTooltip || !container.querySelector('[_echarts_instance_]')).toBe(true)
    // The keyboard stops of a horizon chart are whole rows.
    if (!hasTooltip || type === 'horizon') return
    hovered.push(type)
    const { text, rows } = await reported(container)
    expect(text).not.toMatch(/undefined|NaN|\[object/)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(([name = '', value = '']) => name + value !== '')).toBe(true)
    if (Object.keys(formats).length > 0) expect(text).toMatch(/\$[\d,]+\.\d/)
    else expect(text).toMatch(/\d/)
  })

  it.runIf(has(chart, 'rich_tooltip') && has(chart, 'groupby'))(
    'shows all series of the time, the largest first',
    async () => {
      const both = has(chart, 'metrics_b')
        ? { metrics: ['count'], metrics_b: ['delay'] }
        : { metrics: ['count', 'delay'] }
      const form = { ...both, groupby: [], groupby_b: [], y_axis_format: '$,.1f', y_axis_format_secondary: '$,.1f' }
      const { rows } = await reported(await show(chart, form))
      // Each is the last row of the first day; the second metric is larger.
      expect(rows).toEqual([
        ['delay', '$4,938.0'],
        ['count', '$2,469.0'],
      ])
    },
  )
})

it('every chart type drawn with ECharts has a tooltip', () => {
  // Tables, texts and maps describe their marks otherwise.
  expect(hovered.length).toBeGreaterThanOrEqual(29)
})
