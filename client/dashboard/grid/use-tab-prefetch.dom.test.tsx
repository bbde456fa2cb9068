import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { dashboardResponse, openDashboard } from '#testing/dashboard.ts'
import { frame, batchItemsOf } from '#testing/frames.ts'
import { openSession } from '#testing/session.ts'
import { type Call, mockResponses, userInput } from '#testing/user-input.ts'
import { TopTabs } from '../OpenTab.tsx'

const fetched = vi.fn<(vizType: string) => Promise<void>>()

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  [id]: { type, id, children, meta },
})
const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ...node('ROOT', 'ROOT_ID', ['TABS-1']),
  ...node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
  ...node('TAB', 'TAB-1', ['ROW-1'], { text: 'First' }),
  ...node('TAB', 'TAB-2', ['ROW-2'], { text: 'Second' }),
  ...node('ROW', 'ROW-1', ['CHART-10']),
  ...node('ROW', 'ROW-2', ['CHART-11', 'CHART-12']),
  ...node('CHART', 'CHART-10', [], { chartId: 10, width: 4, height: 50 }),
  ...node('CHART', 'CHART-11', [], { chartId: 11, width: 4, height: 50 }),
  ...node('CHART', 'CHART-12', [], { chartId: 12, width: 4, height: 50 }),
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fetched.mockReset().mockResolvedValue(undefined)
  return () => void vi.useRealTimers()
})

interface Item {
  readonly id: string
  readonly only_cached?: boolean
}
const itemsOfCalls = (calls: readonly Call[]) =>
  calls.flatMap((call) => batchItemsOf(call) as unknown as readonly Item[])

function open(answer: (call: Call) => unknown = () => new Response('', { status: 500 })) {
  openSession()
  const calls = mockResponses({ 'POST /api/v1/chart/data/batch': answer })
  const store = createDashboardStore(
    openDashboard({}, { dashboard: dashboardResponse({ position_json: JSON.stringify(positions) }) }),
  )
  const load = createDashboardLoader(store, 60_000)
  render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...load, fetchView: fetched }}>
        <TopTabs />
      </LoaderContext>
    </DashboardContext>,
  )
  const { charts } = store.getState()
  return { calls, store, loader: load.loader, typeOf: (id: number) => charts[id]?.form_data.viz_type }
}

const entry = { colnames: ['count'], coltypes: [0], columns: [[7]], rowcount: 1, error: null }

it('hovering a tab loads the code of its charts and requests their cached results only', async () => {
  const { calls, typeOf } = open()
  await userInput().hover(screen.getByRole('tab', { name: 'Second' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(fetched.mock.calls.map(([type]) => type))).toEqual(new Set([typeOf(11), typeOf(12)]))
  expect(itemsOfCalls(calls).map(({ only_cached: isCached }) => isCached)).toEqual([true, true])
})

it('a chart with a cached result is shown without a further request, once', async () => {
  const { calls, store, loader } = open((call) => {
    const frames = batchItemsOf(call).map(({ id }) => frame(id, { result: [entry] }))
    return new Response(Uint8Array.from(frames.flatMap((each) => [...each])))
  })
  await userInput().hover(screen.getByRole('tab', { name: 'Second' }))
  await vi.advanceTimersByTimeAsync(2000)
  const form = formDataOf(store.getState(), 12) ?? { viz_type: 'table' }
  await loader.load(12, form)
  expect(store.getState().charts[12]?.queriesResponse?.[0]?.columns).toEqual([[7]])
  expect(calls).toHaveLength(1)
  const again = loader.load(12, form)
  await vi.advanceTimersByTimeAsync(100)
  await again
  expect(calls).toHaveLength(2)
})

it('leaving the tab cancels it, also a request in progress', async () => {
  const { calls } = open(() => new Promise(() => {}))
  const pointer = userInput()
  const tab = screen.getByRole('tab', { name: 'Second' })
  await pointer.hover(tab)
  await pointer.unhover(tab)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).not.toHaveBeenCalled()
  expect(calls).toEqual([])
  const signals: AbortSignal[] = []
  const plain = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (init?.signal) signals.push(init.signal)
    return plain(url, init)
  })
  await pointer.hover(tab)
  await vi.advanceTimersByTimeAsync(200)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await pointer.unhover(tab)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
