import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useRefresh } from './use-refresh.ts'
import { updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { openDashboard, reader, selectFilter } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const answer = { colnames: ['n'], coltypes: [0], columns: [[1]], rowcount: 1 } as unknown as ColumnarResult

/** Opens a dashboard whose charts have all loaded; records which are queried again. */
function open(metadata: object, masks: Record<string, unknown> = {}) {
  mockResponses({})
  const store = createDashboardStore(openDashboard(metadata, { user: reader(1, ['can_write', 'Dashboard']), masks }))
  for (const id of [10, 11, 12]) {
    const form = store.getState().charts[id]?.form_data ?? { viz_type: 'table' }
    actions.changeCharts(store, (all) =>
      updateSucceeded(updateStarted(all, id, new AbortController(), form, 1), id, [answer], 2),
    )
  }
  const request = createDashboardLoader(store, 60_000)
  const { loader } = request
  let answers: (() => void)[] = []
  const load = vi.fn<typeof loader.load>(() => new Promise((resolve) => answers.push(resolve)))
  const Clock = () => {
    useAutoRefresh(useRefresh())
    return null
  }
  const { unmount: leave } = render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...request, loader: { ...loader, load } }}>
        <Clock />
      </LoaderContext>
    </DashboardContext>,
  )
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  const answered = async () => {
    for (const each of answers) each()
    answers = []
    await pass(0)
  }
  const requests = () => load.mock.calls.map(([id]) => id)
  return { store, pass, requests, answered, leave }
}

describe('a dashboard with auto-refresh', () => {
  it('does not query charts that wait for the check of a dependent filter', async () => {
    const country = selectFilter('NATIVE_FILTER-country', 'country')
    const city = selectFilter('NATIVE_FILTER-city', 'city', { cascadeParentIds: [country.id] })
    const masks = {
      [country.id]: { filterState: { value: ['UK'] } },
      [city.id]: { filterState: { value: ['New York'] } },
    }
    const filters = { native_filter_configuration: [country, city] }
    const { store, pass, requests } = open({ ...filters, refresh_frequency: 60 }, masks)
    await pass(60)
    expect(requests()).toEqual([])
    expect(store.getState().charts[10]?.triggerQuery).toBe(true)
  })

  it('I-10: refreshes the charts of the open tab past the cache, one after the other, except excluded ones', async () => {
    const { store, pass, requests, answered } = open({ refresh_frequency: 60, timed_refresh_immune_slices: [11] })
    await pass(59)
    expect(requests()).toEqual([])
    await pass(1)
    expect(requests()).toEqual([10])
    expect(store.getState().isRefreshing).toBe(true)
    // Chart 12 is on the other tab.
    expect(store.getState().charts[12]?.triggerQuery).toBe(true)
    await answered()
    expect(store.getState().isRefreshing).toBe(false)
    await pass(60)
    expect(requests()).toEqual([10, 10])
  })

  it('distributes its queries over a fifth of the interval', async () => {
    const { pass, requests, answered } = open({ refresh_frequency: 60 })
    await pass(60)
    expect(requests()).toEqual([10])
    await pass(11)
    expect(requests()).toEqual([10])
    await pass(1)
    expect(requests()).toEqual([10, 11])
    await answered()
    await pass(48)
    expect(requests()).toEqual([10, 11, 10])
  })

  it('does not refresh during a refresh, while hidden, offline or in edit mode', async () => {
    const { store, pass, requests, answered } = open({ refresh_frequency: 10, stagger_refresh: false })
    await pass(30)
    expect(requests()).toEqual([10, 11])
    await answered()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(30)
    hidden.mockReturnValue(false)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await pass(30)
    online.mockReturnValue(true)
    store.setState({ editMode: true })
    await pass(30)
    expect(requests()).toHaveLength(2)
    store.setState({ editMode: false })
    await pass(10)
    expect(requests()).toHaveLength(4)
  })

  it('skips charts that are due while the page is hidden, and stops when the page is left', async () => {
    // Charts 10 and 11 refresh 12 s apart.
    const { pass, requests, answered, leave } = open({ refresh_frequency: 60 })
    await pass(60)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(20)
    expect(requests()).toEqual([10])
    hidden.mockReturnValue(false)
    await answered()
    await pass(40)
    expect(requests()).toEqual([10, 10])
    await pass(12)
    expect(requests()).toEqual([10, 10, 11])
    await answered()
    await pass(48)
    expect(requests()).toEqual([10, 10, 11, 10])
    leave()
    await pass(60)
    expect(requests()).toEqual([10, 10, 11, 10])
  })

  it('is not refreshed without an interval, and is with one chosen for this visit', async () => {
    const { store, pass, requests } = open({})
    await pass(3600)
    expect(requests()).toEqual([])
    act(() => actions.refreshEvery(store, 30))
    await pass(30)
    expect(requests()).toEqual([10])
    expect(store.getState().info.metadata['refresh_frequency']).toBeUndefined()
  })
})
