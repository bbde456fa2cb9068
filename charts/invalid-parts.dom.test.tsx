import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ChartViewProps, type ChartType, propsFor, type ToProps } from './chart.ts'
import { charts } from './index.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { type ChartCell, inputOf } from '#testing/chart-inputs.ts'
import { waitForAssertion } from '#testing/user-input.ts'

type View = React.ComponentType<ChartViewProps & Record<string, unknown>>
const views = import.meta.glob('./*/View.tsx') as Record<string, () => Promise<{ default: View; toProps: ToProps }>>
const all: readonly ChartType[] = charts

beforeEach(() => {
  takeCanvas()
  vi.stubGlobal('requestAnimationFrame', () => 0)
})

/** Three groups with these values. */
const three =
  (...values: readonly (number | null)[]): ChartCell =>
  (name, row) =>
    name === 'count' || name === 'delay' ? (values[row] ?? null) : `${name} ${row}`

/** Draws a chart; resolves to a function that returns its current text. */
async function drawn(kind: string, cell: ChartCell): Promise<() => string> {
  const chart = all.find(({ type }) => type === kind) as ChartType
  const found = await views[`./${kind}/View.tsx`]?.()
  if (!found) throw new Error(`${kind} has no View`)
  const { default: View, toProps } = found
  const form = { ...chart.examples[0], viz_type: kind, datasource: '1__table' }
  const props = propsFor(chart, toProps, inputOf(chart, form, 3, cell)) as Record<string, unknown>
  const { container } = render(<View {...props} shown={props} width={600} height={400} theme="light" />)
  return () => container.textContent ?? ''
}

it.each(['pie', 'funnel', 'treemap_v2', 'sunburst_v2', 'word_cloud'])(
  'shows how many values a %s cannot draw',
  async (kind) => {
    const text = await drawn(kind, three(5, -3, null))
    await waitForAssertion(() => expect(text()).toContain('2 groups without a value or below zero are not drawn'))
    expect((await drawn(kind, three(5, 3, 1)))()).not.toMatch(/not drawn|No values/)
  },
)

it.each(['pie', 'treemap_v2', 'sunburst_v2', 'word_cloud', 'sankey_v2', 'chord', 'graph_chart'])(
  'shows an empty state for a %s of zeros',
  async (kind) => {
    const text = await drawn(kind, three(0, 0, 0))
    await waitForAssertion(() => expect(text()).toContain('No values to draw'))
  },
)

it('shows an empty state for a time series without values', async () => {
  const text = await drawn('echarts_timeseries_line', three(null, null, null))
  await waitForAssertion(() => expect(text()).toContain('No values to draw'))
  expect((await drawn('echarts_timeseries_line', three(0, 0, 0)))()).not.toContain('No values to draw')
})
