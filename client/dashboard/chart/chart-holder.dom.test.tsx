import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ChartHolder } from '#client/dashboard/chart/ChartTile.tsx'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { type Charts, updateFailed, updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { AppliedFilterSummary } from '#client/dashboard/filter-bar/AppliedFilterSummary.tsx'
import { DashboardView } from '#client/dashboard/DashboardView.tsx'
import { useRetrySignedIn } from '#client/dashboard/state/use-retry-online.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { renewSignIn } from '#client/session/sign-in-expiry.ts'
import { userInput, press, mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { addChartView, fetchChartView } from '#client/views.ts'
import { createQueryClient } from '#client/session/query-client.ts'

it('D-HYDRATE-02: shows no error before the datasets have loaded', () => {
  openSession()
  mockResponses({})
  const store = createDashboardStore(openDashboard())
  const { layout, charts } = store.getState()
  const form = charts[10]?.form_data ?? { viz_type: 'table' }
  actions.changeCharts(store, (all) => {
    const requested = updateStarted(all, 10, new AbortController(), form, 1)
    return updateFailed(requested, 10, { error: 'no such column' }, 2)
  })
  render(
    <DashboardContext value={store}>
      <LoaderContext value={createDashboardLoader(store, 60_000)}>
        <ChartHolder node={layout['CHART-10'] as LayoutNode} />
      </LoaderContext>
    </DashboardContext>,
  )
  expect(store.getState().datasetsStatus).toBe('loading')
  expect(screen.queryByText('no such column')).toBeNull()
  act(() => actions.datasetsArrived(store, 3))
  expect(screen.getByText('no such column')).toBeDefined()
})

const answerOf = (rowcount: number): ColumnarResult =>
  ({
    colnames: ['n'],
    coltypes: [0],
    columns: [Array.from({ length: rowcount }, (_, n) => n)],
    rowcount,
    applied_filters: [{ column: 'region' }],
    rejected_filters: [],
    is_cached: false,
    query: 'SELECT 1',
    cost: { made_at: 1, engine: 1, plan: 0, cache: 'miss', capped: false, row_limit: 10_000 },
  }) as unknown as ColumnarResult

function opened(state = openDashboard()) {
  openSession()
  mockResponses({})
  const store = createDashboardStore(state)
  actions.datasetsArrived(store, 1)
  const form = store.getState().charts[10]?.form_data ?? { viz_type: 'table' }
  const change = (step: (charts: Charts) => Charts) => act(() => actions.changeCharts(store, step))
  return {
    store,
    answered: (rows: number) =>
      change((all) => {
        const requested = updateStarted(all, 10, new AbortController(), form, 1)
        return updateSucceeded(requested, 10, [answerOf(rows)], 2)
      }),
    asked: () => change((all) => updateStarted(all, 10, new AbortController(), form, 5)),
    lost: () => change((all) => updateFailed(updateStarted(all, 10, new AbortController(), form, 3), 10, undefined, 4)),
    shown: (what: React.ReactNode) =>
      render(
        <DashboardContext value={store}>
          <QueryClientProvider client={createQueryClient()}>
            <LoaderContext value={createDashboardLoader(store, 60_000)}>{what}</LoaderContext>
          </QueryClientProvider>
        </DashboardContext>,
      ),
  }
}

describe('a chart without rows', () => {
  const origin = selectFilter('NATIVE_FILTER-origin', 'region', { name: 'Origin' })
  const carrier = selectFilter('NATIVE_FILTER-carrier', 'region', { name: 'Carrier' })

  it('names the filters that leave no rows, and removes one of them', async () => {
    const fixture = opened(openDashboard({ native_filter_configuration: [origin, carrier] }))
    actions.setMask(fixture.store, origin.id, maskOf(origin, ['ATL']))
    actions.setMask(fixture.store, carrier.id, maskOf(carrier, ['XX']))
    fixture.answered(0)
    fixture.shown(<ChartHolder node={fixture.store.getState().layout['CHART-10'] as LayoutNode} />)
    expect(screen.getByText('No data for the combination of Origin and Carrier.')).toBeDefined()
    expect(screen.queryByText('Edit chart')).toBeNull()

    await press('Exclude Carrier')
    const { masks } = fixture.store.getState()
    expect(masks[carrier.id]?.filterState?.value).toBeNull()
    expect(masks[origin.id]?.filterState?.value).toEqual(['ATL'])
  })

  it('a chart without rows because of a required filter links to the value of that filter', async () => {
    const required = { ...origin, controlValues: { enableEmptyFilter: true } }
    const fixture = opened(openDashboard({ native_filter_configuration: [required] }))
    fixture.answered(0)
    fixture.shown(<ChartHolder node={fixture.store.getState().layout['CHART-10'] as LayoutNode} />)
    expect(screen.getByText('No data for the filter Origin.')).toBeDefined()
    await press('Select a value of Origin')
    expect(fixture.store.getState().sought).toBe(origin.id)
  })

  it('a chart without an active filter offers to edit the chart', () => {
    const fixture = opened()
    fixture.answered(0)
    fixture.shown(<ChartHolder node={fixture.store.getState().layout['CHART-10'] as LayoutNode} />)
    expect(screen.getByText('No data for the current filters or time range.')).toBeDefined()
  })
})

describe('a lost connection', () => {
  it('is reported once for all charts, which keep their content', async () => {
    const fixture = opened()
    fixture.answered(3)
    fixture.lost()
    fixture.shown(<DashboardView onEdit={() => {}} />)
    expect(screen.getAllByText(/^Connection lost/)).toHaveLength(1)
    expect(screen.queryByText("Couldn't load this chart")).toBeNull()
    expect(screen.queryByText('Network error.')).toBeNull()
    expect(document.querySelector('[data-status=rendered]')).not.toBeNull()

    fixture.answered(3)
    expect(screen.queryByText(/^Connection lost/)).toBeNull()
  })

  it('queries again on request', async () => {
    const fixture = opened()
    fixture.lost()
    fixture.shown(<DashboardView onEdit={() => {}} />)
    expect(fixture.store.getState().charts[10]?.triggerQuery).toBe(false)
    await press('Try now')
    expect(fixture.store.getState().charts[10]?.triggerQuery).toBe(true)
  })

  it('a chart without an earlier result shows that, also while it is queried again', async () => {
    const fixture = opened()
    fixture.lost()
    fixture.shown(<ChartHolder node={fixture.store.getState().layout['CHART-10'] as LayoutNode} />)
    expect(screen.getByText("Can't reach the server.")).toBeDefined()
    fixture.asked()
    expect(fixture.store.getState().charts[10]?.chartStatus).toBe('loading')
    expect(screen.getByText("Can't reach the server.")).toBeDefined()
    fixture.lost()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    fixture.answered(3)
    expect(screen.queryByText("Can't reach the server.")).toBeNull()
  })
})

describe('a server that fails', () => {
  const cause = { error: 'The disk is full', isServerError: true }
  function failing(ids: readonly number[]) {
    const page = opened()
    page.answered(3)
    const fail = (from = ids) =>
      act(() =>
        actions.changeCharts(page.store, (all) =>
          from.reduce((charts, id) => {
            const form = charts[id]?.form_data ?? { viz_type: 'table' }
            return updateFailed(updateStarted(charts, id, new AbortController(), form, 3), id, cause, 4)
          }, all),
        ),
      )
    fail()
    page.shown(<DashboardView onEdit={() => {}} />)
    return { ...page, fail }
  }

  it('shows one banner for all charts, and each chart keeps its content', () => {
    failing([10, 11])
    expect(screen.getAllByText('2 charts could not be loaded: The disk is full')).toHaveLength(1)
    expect(screen.getAllByText(/The disk is full/)).toHaveLength(1)
    // Chart 10 has a result, chart 11 has none.
    expect(document.querySelector('[data-status=rendered]')).not.toBeNull()
    expect(screen.getAllByText("Couldn't load this chart")).toHaveLength(1)
  })

  it('queries all failed charts again by one button, and hides the banner once they succeed', async () => {
    const { store, answered } = failing([10, 12])
    const banner = screen.getByText('2 charts could not be loaded: The disk is full').parentElement as HTMLElement
    await userInput().click(within(banner).getByRole('button', { name: 'Try again' }))
    // Chart 12 is on a tab that is not open: it is loaded when the tab is shown.
    expect([10, 11, 12].map((id) => store.getState().charts[id]?.triggerQuery)).toEqual([true, true, true])
    answered(3)
    act(() => actions.changeCharts(store, (all) => updateSucceeded(all, 12, [answerOf(1)], 5)))
    expect(screen.queryByText(/The disk is full/)).toBeNull()
  })

  it('is retried after a sign-in, because a chart also fails when the session has ended', () => {
    const { store } = failing([10])
    render(
      <DashboardContext value={store}>
        <Retrying />
      </DashboardContext>,
    )
    expect(store.getState().charts[10]?.triggerQuery).toBe(false)
    act(renewSignIn)
    expect(store.getState().charts[10]?.triggerQuery).toBe(true)
  })
})

function Retrying() {
  useRetrySignedIn()
  return null
}

it('a big number shows its filter count like every chart, next to the error', async () => {
  const origin = selectFilter('NATIVE_FILTER-origin', 'region', { name: 'Origin' })
  const fixture = opened(openDashboard({ native_filter_configuration: [origin] }))
  actions.setMask(fixture.store, origin.id, maskOf(origin, ['ATL']))
  fixture.answered(3)
  fixture.shown(
    <>
      <AppliedFilterSummary />
      <ChartHolder node={fixture.store.getState().layout['CHART-10'] as LayoutNode} />
    </>,
  )
  expect(screen.getByText('1 filter narrows this chart')).toBeDefined()
  await press('Remove the filter Origin')
  expect(screen.queryByText('1 filter narrows this chart')).toBeNull()
})

it('a chart is drawn once for each result and each selection in it, not for other changes', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const View = vi.fn<() => null>(() => null)
  const { store, answered, shown } = opened()
  const kind = store.getState().charts[10]?.form_data.viz_type ?? ''
  addChartView(kind, { View, toProps: () => ({}) })
  answered(3)
  shown(<ChartHolder node={store.getState().layout['CHART-10'] as LayoutNode} />)
  const first = View.mock.calls.length
  expect(first).toBeGreaterThan(0)
  const picked = (id: string) => {
    const extraFormData = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] }
    const filterState = { value: ['EU'], label: 'EU', picked: [{ region: 'EU' }] }
    act(() => actions.setMask(store, id, { id, extraFormData, filterState }))
  }
  picked('11')
  const form = store.getState().charts[10]?.form_data ?? { viz_type: kind }
  act(() => actions.changeCharts(store, (all) => updateStarted(all, 10, new AbortController(), form, 5)))
  expect(screen.getByRole('article').getAttribute('aria-busy')).toBe('true')
  expect(View).toHaveBeenCalledTimes(first)
  picked('10')
  expect(View).toHaveBeenCalledTimes(first + 1)
  await fetchChartView(kind)
})
