import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newChart, updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { ChartFooter } from '#client/dashboard/chart/ChartFooter.tsx'
import { LoadStatus } from '#client/dashboard/header/LoadStatus.tsx'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { waitForAssertion } from '#testing/user-input.ts'

const MINUTE = 60_000
const form = { viz_type: 'table', datasource: '3__table' }
const answer = (rowcount: number, { age = 0, ...cost }: { readonly age?: number; readonly [key: string]: unknown }) =>
  ({
    rowcount,
    query: 'SELECT 1',
    colnames: [],
    coltypes: [],
    columns: [],
    cost: { cache: 'miss', engine: 27, plan: 1, made_at: Date.now() - age, capped: false, ...cost },
  }) as unknown as ColumnarResult

const answered = (entry: ColumnarResult) => {
  const charts = { 7: newChart(7, form) }
  const requested = updateStarted(charts, 7, new AbortController(), form, Date.now())
  return updateSucceeded(requested, 7, [entry], Date.now())[7] as never
}

it.each([
  [answer(1, {}), '1 row · exact · 28 ms'],
  [{ ...answer(1, {}), query: 'SELECT approx_count_distinct(tail)' }, '1 row · 28 ms'],
  [answer(1200, { capped: true }), 'first 1,200 rows · 28 ms'],
  [answer(1, { capped: true, row_limit: 1000 }), 'from the first 1,000 rows · 28 ms'],
  [answer(1000, { capped: true, row_limit: 1000 }), 'first 1,000 rows · 28 ms'],
  [answer(8, { cache: 'hit', age: 3 * MINUTE + 5 }), '8 rows · exact · 1 ms, cached · 3 minutes ago'],
])('the footer of a chart shows rows, cost and age', (entry, text) => {
  render(<ChartFooter chart={answered(entry)} />)
  expect(screen.getByText(text)).toBeDefined()
})

it.each([
  [answer(36, {}), 12, '12 of 36 rows in view · exact · 28 ms'],
  [answer(36, {}), 40, '36 rows · exact · 28 ms'],
  [answer(1000, { capped: true }), 12, '12 of the first 1,000 rows in view · 28 ms'],
])('the footer of a table shows how many of its rows are visible', (entry, visibleRows, text) => {
  render(<ChartFooter chart={answered(entry)} visibleRows={visibleRows} />)
  expect(screen.getByText(text)).toBeDefined()
})

it.each([
  [
    { points: 1_000_000, width: 2048 },
    {},
    'shown: first, last, least and greatest of each pixel; 1,000,000 points · 28 ms',
  ],
  // Fewer parts than the screen has pixels, because not all series fit.
  [
    { points: 1_000_000, width: 256 },
    {},
    'shown: first, last, least and greatest of each of 256 parts; 1,000,000 points · 28 ms',
  ],
  [
    { points: 1_000_000, width: 2048 },
    { capped: true },
    'shown: first, last, least and greatest of each pixel; 1,000,000 points, cut at the row limit · 28 ms',
  ],
])('the footer of a sampled chart describes its points, and never calls them exact', (sampled, cost, text) => {
  vi.stubGlobal('innerWidth', 1440)
  vi.spyOn(window.screen, 'availWidth', 'get').mockReturnValue(1440)
  render(<ChartFooter chart={answered({ ...answer(4100, cost), sampled })} />)
  expect(screen.getByText(text)).toBeDefined()
})

it('the footer of a chart with two queries shows the points of both and the smaller number of parts', () => {
  const charts = { 7: newChart(7, form) }
  const requested = updateStarted(charts, 7, new AbortController(), form, Date.now())
  const sampled = { points: 20_000, width: 512 }
  const both = [{ ...answer(1800, {}), sampled }, answer(300, { capped: true })]
  const footOf = (pixels: number) => updateSucceeded(requested, 7, both, Date.now(), pixels)[7] as never
  const text = 'shown: first, last, least and greatest of each'
  const { rerender } = render(<ChartFooter chart={footOf(440)} />)
  expect(screen.getByText(`${text} pixel; 20,300 points, cut at the row limit · 28 ms`)).toBeDefined()
  rerender(<ChartFooter chart={footOf(600)} />)
  expect(screen.getByText(`${text} of 512 parts; 20,300 points, cut at the row limit · 28 ms`)).toBeDefined()
})

it('the footer shows an age that increases while the page is open', () => {
  vi.useFakeTimers()
  render(<ChartFooter chart={answered(answer(8, {}))} />)
  expect(screen.getByText('8 rows · exact · 28 ms')).toBeDefined()
  act(() => {
    vi.advanceTimersByTime(2 * MINUTE + 1)
  })
  expect(screen.getByText('8 rows · exact · 28 ms · 2 minutes ago')).toBeDefined()
})

it('the dashboard header announces an update once, and then the age of the oldest data', async () => {
  const store = createDashboardStore(openDashboard())
  const change = (step: Parameters<typeof actions.changeCharts>[1]) => act(() => actions.changeCharts(store, step))
  render(
    <DashboardContext value={store}>
      <LoadStatus />
    </DashboardContext>,
  )
  const start = (id: number) => change((all) => updateStarted(all, id, new AbortController(), form, Date.now()))
  const end = (id: number, entry: ColumnarResult) => change((all) => updateSucceeded(all, id, [entry], Date.now()))
  start(10)
  start(11)
  expect(screen.getByText('Loading 2 charts')).toBeDefined()
  await waitForAssertion(() => expect(screen.getByText('The charts are being updated')).toBeDefined())
  end(10, answer(1, { engine: 900 }))
  expect(screen.getByText('Loading 1 chart')).toBeDefined()
  end(11, answer(1, { age: 5 * MINUTE + 10_000, engine: 0 }))
  expect(screen.getByText('Updated 5 minutes ago · slowest chart 900 ms')).toBeDefined()
})
