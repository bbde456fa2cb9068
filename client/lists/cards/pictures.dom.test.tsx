import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ChartPicture, type ChartPreviewInput } from './ChartPicture.tsx'
import { DashboardTrend } from './DashboardTrend.tsx'
import { CardGrid } from '#client/lists/CardGrid.tsx'
import { RecentList } from '#client/lists/home/Recents.tsx'
import { DashboardPicture, SmallDashboardPicture } from './DashboardPicture.tsx'
import type { PlacedChartResponse } from '#core/rest/responses.ts'
import { dashboardResponse, dashboardChart } from '#testing/dashboard.ts'
import { type Call, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { runDeletion } from '#client/session/deleted-resources.ts'
import { createQueryClient } from '#client/session/query-client.ts'

/** The observed elements, with a callback that reports each as visible. */
const watched = new Map<Element, (isIntersecting: boolean) => void>()

class Watching {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element): void {
    watched.set(target, (isIntersecting) =>
      this.#tell([{ isIntersecting, target } as IntersectionObserverEntry], this as never),
    )
  }
  disconnect(): void {}
}

const inViewport = (which: (at: number) => boolean = () => true, isSeen = true) =>
  act(() => [...watched.values()].forEach((tell, at) => which(at) && tell(isSeen)))

beforeEach(() => {
  watched.clear()
  vi.stubGlobal('IntersectionObserver', Watching)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(260)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(132)
})

const figure = (id: number, vizType = 'big_number_total'): ChartPreviewInput => ({
  id,
  vizType,
  params: JSON.stringify({ metric: 'count', adhoc_filters: [] }),
  datasource: '3__table',
})

/** The results of data queries: one number, the id of the slice. */
interface PictureRequest {
  readonly form_data: { readonly slice_id: number }
}
const sliceOf = ({ body }: Call) => (body as PictureRequest).form_data.slice_id
const numberOf = (call: Call) => ({
  result: [{ rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[1000 + sliceOf(call)]], cost: {} }],
})

const draw = (what: React.ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{what}</QueryClientProvider>)

/** The icons shown instead of previews; a thumbnail would show data of another chart. */
const icons = () => [...document.querySelectorAll('[data-kind], img')].map((each) => each.getAttribute('data-kind'))

it('a chart is its type icon until it is in view for a while, then drawn from its data', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls = mockResponses({ 'POST /api/v1/chart/data': numberOf })
  draw([1, 2].map((id) => <ChartPicture key={id} chart={figure(id)} />))
  expect(icons()).toEqual(['big_number_total', 'big_number_total'])
  inViewport()
  // Scrolling past sends no query.
  inViewport((at) => at === 0, false)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await waitForAssertion(() => expect(screen.getByTitle('1002')).toBeDefined())
  expect([calls.map(sliceOf), icons()]).toEqual([[2], ['big_number_total']])
})

it('requests four previews at a time', async () => {
  const waiting: (() => void)[] = []
  const calls = mockResponses({
    'POST /api/v1/chart/data': async (call: Call) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return numberOf(call)
    },
  })
  const { rerender } = draw([1, 2, 3, 4, 5, 6].map((id) => <ChartPicture key={id} chart={figure(id)} />))
  inViewport()
  await waitForAssertion(() => expect(calls.map(sliceOf)).toEqual([1, 2, 3, 4]))
  waiting[0]?.()
  await waitForAssertion(() => expect(calls.map(sliceOf)).toEqual([1, 2, 3, 4, 5]))
  // The sixth unmounts before its slot is free.
  rerender(<ChartPicture key={7} chart={figure(7)} />)
  for (const answer of waiting) answer()
  await waitForAssertion(() => expect(watched.size).toBeGreaterThan(6))
  inViewport()
  await waitForAssertion(() => expect(calls.map(sliceOf)).toEqual([1, 2, 3, 4, 5, 7]))
  waiting.at(-1)?.()
  await waitForAssertion(() => expect(screen.getByTitle('1007')).toBeDefined())
})

it('one that cannot be drawn is its type icon, and one of an unknown type a general icon', async () => {
  const calls = mockResponses({
    'POST /api/v1/chart/data': () => Response.json({ message: 'No such table' }, { status: 400 }),
  })
  draw([figure(1, 'pie'), figure(2, 'no_such_kind')].map((chart) => <ChartPicture key={chart.id} chart={chart} />))
  inViewport()
  await waitForAssertion(() => expect(calls.length).toBeGreaterThan(0))
  await waitForAssertion(() => expect(icons()).toEqual(['pie', 'no_such_kind']))
  expect(document.body.textContent).not.toContain('No such table')
})

it('a thumbnail is pending until its query has ended, and is drawn once the browser is online after a lost query', async () => {
  const pending = () => document.querySelectorAll('[data-pending]').length
  let isOffline = true
  const calls = mockResponses({
    'POST /api/v1/chart/data': (call: Call) => (isOffline ? Promise.reject(new TypeError('offline')) : numberOf(call)),
  })
  draw(<ChartPicture chart={figure(1)} isSmall />)
  expect(pending()).toBe(1)
  inViewport()
  await waitForAssertion(() => expect(pending()).toBe(0))
  expect([calls.map(sliceOf), icons()]).toEqual([[1], ['big_number_total']])
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitForAssertion(() => expect(screen.getByTitle('1001')).toBeDefined())
  expect([calls.map(sliceOf), icons()]).toEqual([[1, 1], []])
})

it('a picture is not pressed: a map has no buttons in it, and a table no search', async () => {
  const rows = {
    rowcount: 2,
    colnames: ['lon', 'lat'],
    coltypes: [0, 0],
    columns: [
      [1, 2],
      [3, 4],
    ],
    cost: {},
  }
  mockResponses({ 'POST /api/v1/chart/data': { result: [rows] } })
  const map = {
    ...figure(1, 'deck_scatter'),
    params: { spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' }, row_limit: 10 },
  }
  const table = {
    ...figure(2, 'table'),
    params: { query_mode: 'raw', all_columns: ['lon', 'lat'], include_search: true },
  }
  draw([map, table].map((chart) => <ChartPicture key={chart.id} chart={chart} />))
  inViewport()
  await waitForAssertion(() => expect(document.querySelector('[role=application]')).not.toBeNull())
  await waitForAssertion(() => expect(document.querySelector('[role=grid]')).not.toBeNull())
  expect(document.querySelectorAll('button, input')).toHaveLength(0)
})

it('a dashboard has its figures and first charts, requested once it is in view', async () => {
  const bars = { viz_type: 'table', query_mode: 'raw', all_columns: ['count'] }
  const charts: PlacedChartResponse[] = [dashboardChart(12, bars), dashboardChart(11), dashboardChart(10, bars)]
  const calls = mockResponses({
    '/api/v1/dashboard/5/charts': { result: [...charts, { id: 13, is_unseen: true }] },
    'POST /api/v1/chart/data': numberOf,
  })
  draw(<DashboardPicture dashboard={dashboardResponse()} />)
  expect(calls).toEqual([])
  inViewport()
  await waitForAssertion(() => expect(watched.size).toBe(4))
  inViewport()
  const data = () => calls.filter(({ path }) => path.includes('chart/data')).map(sliceOf)
  // Big numbers come first, with their names; the others in layout order, 10 in the first tab, 12 in the second.
  await waitForAssertion(() => expect(data()).toEqual([11, 10, 12]))
  await waitForAssertion(() => expect(screen.getAllByText('1010')).toHaveLength(1))
  expect(screen.getByTitle('1011')).toBeDefined()
  expect(screen.getByText('Chart 11')).toBeDefined()
})

it('shows an empty state for a dashboard without charts', async () => {
  mockResponses({ '/api/v1/dashboard/5/charts': { result: [] } })
  draw(<DashboardPicture dashboard={dashboardResponse()} />)
  expect(screen.queryByText('No charts yet')).toBeNull()
  inViewport()
  expect(await screen.findByText('No charts yet', {}, { timeout: 20_000 })).toBeDefined()
})

const line = {
  viz_type: 'echarts_timeseries_line',
  metrics: ['count'],
  granularity_sqla: 'day',
  time_grain_sqla: 'P1D',
}
/** Three unsorted days and their numbers. */
const days = {
  rowcount: 3,
  colnames: ['__timestamp', 'count'],
  coltypes: [2, 0],
  columns: [
    [Date.UTC(2024, 0, 3), Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)],
    [30, 10, 20],
  ],
  cost: {},
}

it('a dashboard row has one thumbnail and one trend, whose charts are requested once', async () => {
  const bars = { viz_type: 'table', query_mode: 'raw', all_columns: ['count'] }
  const charts: PlacedChartResponse[] = [dashboardChart(11), dashboardChart(10, bars), dashboardChart(12, line)]
  const calls = mockResponses({
    '/api/v1/dashboard/5/charts': { result: charts },
    'POST /api/v1/chart/data': (call: Call) => (sliceOf(call) === 12 ? { result: [days] } : numberOf(call)),
  })
  const board = dashboardResponse()
  draw([<SmallDashboardPicture key="a" dashboard={board} />, <DashboardTrend key="b" dashboard={board} />])
  expect(calls).toEqual([])
  inViewport()
  await waitForAssertion(() => expect(watched.size).toBe(3))
  inViewport()
  const requests = () => calls.map((call) => (call.path.includes('chart/data') ? `data of ${sliceOf(call)}` : 'charts'))
  await waitForAssertion(() => expect(new Set(requests())).toEqual(new Set(['charts', 'data of 10', 'data of 12'])))
  expect(requests()).toHaveLength(3)
  const trend = await screen.findByRole('img', { name: 'count of Chart 12' }, { timeout: 20_000 })
  // A rising line in 110 by 24 pixels with a margin of two pixels; the first day is at the lower left.
  expect(trend.querySelector('path')?.getAttribute('d')).toBe('M2.0 22.0L55.0 12.0L108.0 2.0')
})

it('requests nothing for a dashboard that is being deleted', async () => {
  const calls = mockResponses({ '/api/v1/dashboard/5/charts': { result: [dashboardChart(10)] } })
  const client = createQueryClient()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const deletion = runDeletion(client, 'dashboard', [5], () => ended)
  render(
    <QueryClientProvider client={client}>{<DashboardTrend dashboard={dashboardResponse()} />}</QueryClientProvider>,
  )
  inViewport()
  await waitForAssertion(() => expect(client.isFetching({ queryKey: ['board-charts', 5] })).toBe(1))
  end()
  await deletion
  await waitForAssertion(() => expect(client.isFetching()).toBe(0))
  expect(calls).toEqual([])
})

it('neither thumbnail nor trend is requested when the user cannot read the data', async () => {
  const closed = { ...dashboardChart(12, line), datasource_name: null }
  const calls = mockResponses({ '/api/v1/dashboard/5/charts': { result: [closed, { id: 10, is_unseen: true }] } })
  const board = dashboardResponse()
  draw([
    <SmallDashboardPicture key="a" dashboard={board} />,
    <DashboardTrend key="b" dashboard={board} />,
    <ChartPicture key="c" chart={{ ...figure(7), isClosed: true }} isSmall />,
  ])
  inViewport()
  expect(await screen.findByText('–', {}, { timeout: 20_000 })).toBeDefined()
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/dashboard/5/charts'])
  expect(icons()).toEqual(['big_number_total'])
})

it('a dashboard without a chart over time has a dash for a trend', async () => {
  mockResponses({ '/api/v1/dashboard/5/charts': { result: [dashboardChart(10)] } })
  draw(<DashboardTrend dashboard={dashboardResponse()} />)
  inViewport()
  expect(await screen.findByText('–', {}, { timeout: 20_000 })).toBeDefined()
})

it('queries nothing while the page is hidden, and continues when it is visible', async () => {
  let isHidden = true
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  const calls = mockResponses({ 'POST /api/v1/chart/data': numberOf })
  draw(<ChartPicture chart={figure(3)} />)
  inViewport()
  await act(() => new Promise((resolve) => setTimeout(resolve, 800)))
  expect(calls).toEqual([])
  isHidden = false
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitForAssertion(() => expect(calls.map(sliceOf)).toEqual([3]))
})

it('a card shows the age of its oldest data once, in its footer', async () => {
  const AGES = [10, 190]
  const old = (call: Call) => {
    const made_at = Date.now() - (AGES[sliceOf(call) - 1] ?? 0) * 60_000
    return { result: [{ rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[7]], cost: { made_at } }] }
  }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  mockResponses({ 'POST /api/v1/chart/data': old })
  draw(
    <CardGrid
      label="Dashboards"
      rows={[{ id: 5 }]}
      isLoading={false}
      actions={() => null}
      face={{
        picture: () => [1, 2].map((id) => <ChartPicture key={id} chart={figure(id)} />),
        nameOf: () => 'Flights',
        hrefOf: () => '/dashboard/5',
        details: () => '2 charts',
      }}
    />,
  )
  inViewport()
  await waitForAssertion(() =>
    expect(screen.getAllByText(/^Updated/).map((each) => each.textContent)).toEqual(['Updated 3 hours ago']),
  )
  expect(screen.getByText(/^Updated/).closest('[class*="picture"]')).toBeNull()
})

it('the home page shows the age of the data below the name, not over the picture', async () => {
  openSession()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const row = { id: 1, slice_name: 'Sales', viz_type: 'big_number_total', params: figure(1).params, datasource_id: 3 }
  mockResponses({
    '/api/v1/log/recent_activity/': {
      result: [
        {
          item_type: 'slice',
          item_title: 'Sales',
          item_url: '/explore/?slice_id=1',
          time_delta_humanized: 'an hour ago',
        },
      ],
    },
    '/api/v1/chart/': { count: 1, result: [{ ...row, datasource_type: 'table', datasource_name_text: 'sales' }] },
    'POST /api/v1/chart/data': (call: Call) => {
      const made_at = Date.now() - 190 * 60_000
      return { result: [{ ...numberOf(call).result[0], cost: { made_at } }] }
    },
  })
  draw(<RecentList userId={1} />)
  await waitForAssertion(() => expect(watched.size).toBe(1))
  inViewport()
  await waitForAssertion(() => expect(watched.size).toBeGreaterThan(1))
  inViewport()
  await waitForAssertion(() => expect(screen.getByText('Updated 3 hours ago').closest('[class*="picture"]')).toBeNull())
  expect(screen.getByText('Viewed an hour ago')).toBeDefined()
})
