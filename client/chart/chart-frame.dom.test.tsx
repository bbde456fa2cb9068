import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import * as machine from '#client/chart/chart-state.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { fetchChartView } from '#client/views.ts'
import { dashboardColors } from '#core/color/dashboard-colors.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { waitForAssertion } from '#testing/user-input.ts'

const form = { viz_type: 'big_number_total', datasource: '3__table', metric: 'count' }
const answer = { rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[42]] } as unknown as ColumnarResult
const details = { verbose_map: {}, column_formats: {} }
const colors = dashboardColors({})
const nothing = () => undefined

it('C-STATE-21: render triggered mounts the chart again', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const onRendered = vi.fn<() => void>()
  const frame = (charts: machine.Charts) => (
    <ChartFrame
      chart={charts[7] as machine.ChartState}
      details={details}
      colors={colors}
      onRendered={onRendered}
      onRenderFailed={nothing}
      onRetry={nothing}
    />
  )
  const requested = machine.updateStarted(
    machine.chartAdded({}, machine.newChart(7, form)),
    7,
    new AbortController(),
    form,
    1,
  )
  const there = machine.updateSucceeded(requested, 7, [answer], 2)
  const { rerender } = render(frame(there))
  await waitForAssertion(() => expect(onRendered).toHaveBeenCalledOnce())
  const picture = screen.getByText('42')
  const drawn = machine.renderSucceeded(there, 7)
  rerender(frame(drawn))
  expect(screen.getByText('42')).toBe(picture)
  rerender(frame(machine.renderTriggered(drawn, 7, 555)))
  await waitForAssertion(() => expect(onRendered).toHaveBeenCalledTimes(2))
  expect(screen.getByText('42')).not.toBe(picture)
})

it.each([
  ['pie', 'pie'],
  ['deck_scatter', 'map'],
  ['table', 'table'],
  ['time_table', 'table'],
  ['pivot_table_v2', 'table'],
  ['big_number_total', 'figure'],
  ['echarts_timeseries_bar', 'bars'],
])('the shape of the result of %s is a %s', (viz_type, shape) => {
  const due = machine.chartAdded({}, machine.newChart(7, { ...form, viz_type }))
  const requested = machine.updateStarted(due, 7, new AbortController(), { ...form, viz_type }, 1000)
  const { container } = render(
    <ChartFrame
      chart={requested[7] as machine.ChartState}
      details={details}
      colors={colors}
      onRendered={nothing}
      onRenderFailed={nothing}
      onRetry={nothing}
    />,
  )
  expect(container.querySelector('[data-shape]')?.getAttribute('data-shape')).toBe(shape)
})

it('a part that cannot be fetched to draw a result is reported once, and fetched again for the next result', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const onRenderFailed = vi.fn<(error: string, stack: string | null) => void>()
  const frame = (charts: machine.Charts) => (
    <ChartFrame
      chart={charts[7] as machine.ChartState}
      details={details}
      colors={colors}
      onRendered={nothing}
      onRenderFailed={onRenderFailed}
      onRetry={nothing}
    />
  )
  const grid = { ...form, viz_type: 'deck_grid' }
  const ask = (charts: machine.Charts) => machine.updateStarted(charts, 7, new AbortController(), grid, 1)
  vi.doMock('#charts/deck_grid/View.tsx', () => {
    throw new Error('offline')
  })
  const there = machine.updateSucceeded(ask(machine.chartAdded({}, machine.newChart(7, grid))), 7, [answer], 2)
  const { container, rerender } = render(frame(there))
  expect(container.querySelector('[data-shape=map]')).not.toBeNull()
  await waitForAssertion(() => expect(onRenderFailed).toHaveBeenCalledOnce())
  expect(screen.getByText("Couldn't load this chart")).toBeDefined()
  const failed = machine.renderFailed(there, 7, 'offline', null, 3)
  rerender(frame(failed))
  vi.doMock('#charts/deck_grid/View.tsx', () => ({
    default: () => <p>Cells</p>,
    toProps: () => ({}),
    preload: undefined,
  }))
  rerender(frame(machine.updateSucceeded(ask(failed), 7, [{ ...answer }], 4)))
  await waitForAssertion(() => expect(screen.getByText('Cells')).toBeDefined())
  expect(onRenderFailed).toHaveBeenCalledOnce()
  // Other test files draw it too.
  vi.doUnmock('#charts/deck_grid/View.tsx')
  await fetchChartView('deck_grid')
})

describe('charts with simultaneous results', () => {
  /** Frames that run on demand; each drawing takes half of one. */
  function frames() {
    let due: FrameRequestCallback[] = []
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 8))
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => due.push(callback))
    vi.stubGlobal('cancelAnimationFrame', nothing)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
    return async () =>
      act(async () => {
        const now = due
        due = []
        for (const callback of now) callback(0)
      })
  }

  const requested = (id: number) => {
    const due = machine.chartAdded({}, machine.newChart(id, form))
    return machine.updateStarted(due, id, new AbortController(), form, 1)
  }
  const answered = (charts: machine.Charts, id: number, value: number) =>
    machine.updateSucceeded(charts, id, [{ ...answer, columns: [[value]] }], 2)

  const page = (charts: machine.Charts, ids = Object.keys(charts).map(Number)) =>
    ids.map((id) => (
      <ChartFrame
        key={id}
        chart={charts[id] as machine.ChartState}
        details={details}
        colors={colors}
        isInTurn
        onRendered={nothing}
        onRenderFailed={nothing}
        onRetry={nothing}
      />
    ))

  const numbers = () => [...document.querySelectorAll('[data-status]')].map((each) => each.textContent?.trim())

  it('draw in a separate frame when they are large, and show the previous picture until then', async () => {
    const frame = frames()
    await import('#charts/big_number_total/View.tsx')
    const before = { ...requested(1), ...requested(2), ...requested(3) }
    const { rerender } = render(page(before))
    const first = answered(answered(answered(before, 1, 11), 2, 12), 3, 13)
    rerender(page(first))
    expect(screen.queryByText('11')).toBeNull()
    expect(document.querySelectorAll('[data-shape]')).toHaveLength(3)
    await frame()
    // The View is loaded when it is first drawn.
    await waitForAssertion(() => expect(screen.getByText('11')).toBeDefined())
    expect(screen.queryByText('12')).toBeNull()
    await frame()
    await frame()
    expect(numbers()).toEqual(['11', '12', '13'])

    const second = answered(answered(first, 1, 21), 2, 22)
    rerender(page(second))
    expect(numbers()).toEqual(['11', '12', '13'])
    rerender(page(answered(second, 1, 31)))
    await frame()
    expect(numbers()).toEqual(['31', '12', '13'])
    await frame()
    expect(numbers()).toEqual(['31', '22', '13'])
  })

  it('draw even if another queued chart is removed first', async () => {
    const frame = frames()
    const before = { ...requested(1), ...requested(2) }
    const { rerender } = render(page(before))
    const both = answered(answered(before, 1, 11), 2, 12)
    rerender(page(both))
    rerender(page(both, [2]))
    await frame()
    await waitForAssertion(() => expect(numbers()).toEqual(['12']))
  })

  it('draw in a hidden window, which has no animation frames', async () => {
    frames()
    const before = requested(1)
    const { rerender } = render(page(before))
    rerender(page(answered(before, 1, 11)))
    await waitForAssertion(() => expect(screen.getByText('11')).toBeDefined())
  })
})

it('a picture names the charts whose lines are missing because their query was denied', async () => {
  takeCanvas()
  await fetchChartView('line_multi')
  const lines = { ...form, viz_type: 'line_multi', line_charts: [7, 8] }
  const refused = { ...answer, error: 'Chart 8: The source chart 8 does not exist', rowcount: 0, columns: [[]] }
  const requested = machine.updateStarted(
    machine.chartAdded({}, machine.newChart(7, lines)),
    7,
    new AbortController(),
    lines,
    1,
  )
  const charts = machine.updateSucceeded(requested, 7, [answer, refused], 2)
  render(
    <ChartFrame
      chart={charts[7] as machine.ChartState}
      details={details}
      colors={colors}
      onRendered={nothing}
      onRenderFailed={nothing}
      onRetry={nothing}
    />,
  )
  expect(await screen.findByRole('button', { name: 'Chart 8: The source chart 8 does not exist' })).toBeTruthy()
})
