import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { editMeta } from '#core/layout/node-changes.ts'
import { lastRenderedNames } from '#testing/rendered-components.ts'
import { dashboardResponse, openDashboard } from '#testing/dashboard.ts'
import { mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { editLayout, redo, undo } from '../state/edit.ts'
import { EditCanvas } from './EditCanvas.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { createSession, SessionContext } from './session.ts'
import { TopTabs } from './TopTabs.tsx'

const parents = ['ROOT_ID', 'TABS', 'TAB', 'ROW']
const node = (type: string, id: string, depth: number, children: readonly string[], meta = {}) => ({
  type,
  id,
  children,
  parents: parents.slice(0, depth),
  meta,
})

/** A tab with a chart in a row, and another tab. */
const layout = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: node('ROOT', 'ROOT_ID', 0, ['TABS']),
  GRID_ID: node('GRID', 'GRID_ID', 1, []),
  TABS: node('TABS', 'TABS', 1, ['TAB', 'OTHER']),
  TAB: node('TAB', 'TAB', 2, ['ROW'], { text: 'One' }),
  OTHER: node('TAB', 'OTHER', 2, [], { text: 'Two' }),
  ROW: node('ROW', 'ROW', 3, ['CHART-10']),
  'CHART-10': node('CHART', 'CHART-10', 4, [], { chartId: 10, width: 6, height: 30, sliceName: 'Regions' }),
}

function open() {
  openSession()
  mockResponses({})
  const dashboard = dashboardResponse({ position_json: JSON.stringify(layout) })
  const store = createDashboardStore(openDashboard({}, { dashboard }))
  const session = createSession()
  session.setState({ selected: 'CHART-10' })
  const saving = { isSaving: false, save: () => undefined } as never
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <SessionContext value={session}>
            <EditorHeader saving={saving} />
            <TopTabs />
            <EditCanvas />
          </SessionContext>
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  act(() => editLayout(store, (before) => editMeta(before, 'CHART-10', { height: 40 })))
  return { store, container }
}

it('undoing a height renders only the box of its chart and the undo controls', () => {
  const { store, container } = open()
  for (const way of [undo, redo, undo]) {
    act(() => way(store))
    const drawn = lastRenderedNames(container)
    expect(drawn).toEqual(expect.arrayContaining(['EditNode', 'ResizeHandles', 'History', 'Unsaved']))
    for (const name of ['ChartHolder', 'ChartCard', 'NodeTools', 'TabBar', 'Tab', 'Row'])
      expect(drawn, name).not.toContain(name)
    // The undo and redo buttons.
    expect(drawn.filter((name) => name === 'IconButton')).toHaveLength(2)
  }
  expect(container.querySelector<HTMLElement>('[data-box="CHART-10"]')?.style.height).toBe('240px')
})

it('announces an undo of the dashboard once while other undo steps exist', () => {
  const { store } = open()
  act(() => editLayout(store, (before) => editMeta(before, 'CHART-10', { height: 50 })))
  const logged = vi.fn<() => void>()
  store.subscribe(logged)
  act(() => undo(store))
  expect(logged).toHaveBeenCalledOnce()
  expect(store.getState().hasUnsavedChanges).toBe(true)
  act(() => undo(store))
  expect(store.getState().hasUnsavedChanges).toBe(false)
})

it('shows when the draft was last saved while there are unsaved changes', async () => {
  vi.useFakeTimers()
  const { store } = open()
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
  await pass(300)
  expect(screen.getByText('Draft saved a moment ago')).toBeDefined()
  await pass(120_000)
  expect(screen.getByText('Draft saved 2 minutes ago')).toBeDefined()
  act(() => editLayout(store, (before) => editMeta(before, 'CHART-10', { height: 50 })))
  await pass(300)
  expect(screen.getByText('Draft saved a moment ago')).toBeDefined()
  act(() => undo(store))
  act(() => undo(store))
  await pass(300)
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
})
