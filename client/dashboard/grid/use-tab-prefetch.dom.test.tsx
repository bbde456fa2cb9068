import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { dashboardAnswer, openDashboard } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { serve, userInput } from '#testing/user-input.ts'
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

function open() {
  openSession()
  const calls = serve({})
  const store = createDashboardStore(
    openDashboard({}, { dashboard: dashboardAnswer({ position_json: JSON.stringify(positions) }) }),
  )
  render(
    <DashboardContext value={store}>
      <LoaderContext value={{ ...createDashboardLoader(store, 60_000), fetchView: fetched }}>
        <TopTabs />
      </LoaderContext>
    </DashboardContext>,
  )
  const { charts } = store.getState()
  return { calls, typeOf: (id: number) => charts[id]?.form_data.viz_type }
}

it('hovering a tab loads the code of its charts, and queries nothing within 2 s', async () => {
  const { calls, typeOf } = open()
  await userInput().hover(screen.getByRole('tab', { name: 'Second' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(fetched.mock.calls.map(([type]) => type))).toEqual(new Set([typeOf(11), typeOf(12)]))
  expect(calls).toEqual([])
})

it('leaving the tab cancels it', async () => {
  open()
  const pointer = userInput()
  await pointer.hover(screen.getByRole('tab', { name: 'Second' }))
  await pointer.unhover(screen.getByRole('tab', { name: 'Second' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetched).not.toHaveBeenCalled()
})
