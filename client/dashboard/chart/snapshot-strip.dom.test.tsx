import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ChartState, updateFailed, updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { ChartHolder } from '#client/dashboard/chart/ChartTile.tsx'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { createQueryClient } from '#client/session/query-client.ts'
import { fetchChartView } from '#client/views.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { frame, batchItemsOf } from '#testing/frames.ts'
import { openSession } from '#testing/session.ts'
import { type Call, mockResponses, userInput } from '#testing/user-input.ts'
import { MAX_SNAPSHOTS, SLOW_MS } from './use-snapshots.ts'

const origin = selectFilter('F-1', 'origin', { name: 'Origin' })

const answerOf = (count: number) =>
  ({
    colnames: ['count'],
    coltypes: [0],
    columns: [[count]],
    rowcount: 1,
    applied_filters: [],
    rejected_filters: [],
    is_cached: true,
    cached_dttm: '2024-05-01T12:04:00',
    query: 'SELECT 1',
    cost: { made_at: 1, engine: 1, plan: 0, cache: 'hit', capped: false, row_limit: 10_000 },
  }) as unknown as ColumnarResult

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openSession()
  await fetchChartView('big_number_total')
  for (const name of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(300)
})

/** A chart on a page, whose queries are ended by hand; `cached` answers the queries for cached results. */
function open(cached: (call: Call) => Response) {
  const asked: Call[] = []
  mockResponses({
    'POST /api/v1/chart/data/batch': (call: Call) => {
      const isCached = (batchItemsOf(call) as unknown as { only_cached?: boolean }[]).every((item) => item.only_cached)
      if (isCached) asked.push(call)
      return isCached ? cached(call) : new Promise(() => {})
    },
  })
  const store = createDashboardStore(openDashboard({ native_filter_configuration: [origin] }))
  actions.datasetsArrived(store, 1)
  const form = () => formDataOf(store.getState(), 10) ?? { viz_type: 'table' }
  const change = (step: Parameters<typeof actions.changeCharts>[1]) => act(() => actions.changeCharts(store, step))
  const fixture = {
    asked,
    filter: (value: string) => act(() => actions.setMask(store, 'F-1', maskOf(origin, [value]))),
    begin: () => change((all) => updateStarted(all, 10, new AbortController(), form(), Date.now())),
    end: (count: number) => change((all) => updateSucceeded(all, 10, [answerOf(count)], Date.now())),
    deny: () => change((all) => updateFailed(all, 10, { error: 'You do not have access' }, Date.now())),
    chart: () => store.getState().charts[10] as ChartState,
    wait: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
    /** Shows this count under a filter. */
    show(value: string, count: number) {
      fixture.filter(value)
      fixture.begin()
      fixture.end(count)
    },
  }
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={createQueryClient()}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <ChartHolder node={store.getState().layout['CHART-10'] as LayoutNode} />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  return fixture
}

const bytes = (frames: readonly Uint8Array[]) => new Response(Uint8Array.from(frames.flatMap((each) => [...each])))
/** Answers each query for a cached result with the next count; null for one that is not cached. */
const counts =
  (...values: readonly (number | null)[]) =>
  (call: Call) =>
    bytes(
      batchItemsOf(call).map(({ id }, at) => {
        const value = values[at] ?? null
        return value === null ? frame(id, { message: 'lost' }, 422) : frame(id, { result: [answerOf(value)] })
      }),
    )
const strip = () => screen.queryByRole('group', { name: 'Earlier results' })
const chartFrame = () => document.querySelector('[data-chart="10"]')
/** Whether the card dims an element while it loads. */
const dimmed = (element: Element | null) =>
  element?.closest('article [class*="body"]')?.parentElement?.matches('[class*="dimmed"]') ?? false
const names = () => screen.queryAllByRole('button', { name: /^Result of/ }).map((each) => each.title)

it('offers earlier results while a query is slow, and replaces them with the new result', async () => {
  const page = open(counts(200, 100))
  page.show('ATL', 100)
  page.show('ORD', 200)
  page.filter('JFK')
  page.begin()
  await page.wait(SLOW_MS - 100)
  expect([strip(), page.asked.length]).toEqual([null, 0])
  await page.wait(200)
  await page.wait(100)
  expect(names()).toEqual(['Origin: ORD', 'Origin: ATL'])
  expect([dimmed(strip()), dimmed(chartFrame())]).toEqual([false, true])
  const [, earlier] = screen.getAllByRole('button', { name: /^Result of/ })
  await userInput().click(earlier as HTMLElement)
  expect((earlier as HTMLElement).getAttribute('aria-pressed')).toBe('true')
  expect(dimmed(chartFrame())).toBe(false)
  expect(screen.getAllByText('100').length).toBe(2)
  page.end(300)
  expect(strip()).toBeNull()
  await page.wait(500)
  expect(screen.getAllByText('300').length).toBe(1)
})

it('offers no earlier result of the query that runs, which the chart shows', async () => {
  const page = open(counts(100))
  page.show('ORD', 200)
  page.begin()
  await page.wait(SLOW_MS + 100)
  expect([strip(), page.asked]).toEqual([null, []])
  page.end(200)
  page.show('ATL', 100)
  page.filter('ORD')
  page.begin()
  await page.wait(SLOW_MS + 100)
  await page.wait(100)
  expect(names()).toEqual(['Origin: ATL'])
})

it('results that the server no longer has for the user are not offered', async () => {
  const page = open(counts(null, 100))
  page.show('ATL', 100)
  page.show('ORD', 200)
  page.filter('JFK')
  page.begin()
  await page.wait(SLOW_MS + 100)
  await page.wait(100)
  expect(names()).toEqual(['Origin: ATL'])
  page.deny()
  expect(strip()).toBeNull()
})

it('offers nothing for a fast query, and requests only a limited number of views', async () => {
  const page = open(counts())
  for (let count = 0; count < MAX_SNAPSHOTS + 3; count++) page.show(`airport ${count}`, count)
  await page.wait(SLOW_MS * 2)
  expect(page.asked).toEqual([])
  page.filter('JFK')
  page.begin()
  await page.wait(SLOW_MS + 100)
  expect(page.asked.flatMap((call) => batchItemsOf(call))).toHaveLength(MAX_SNAPSHOTS)
})
