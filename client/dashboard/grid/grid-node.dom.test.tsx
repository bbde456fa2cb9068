import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DashboardView } from '#client/dashboard/DashboardView.tsx'
import { GridNode } from '#client/dashboard/grid/GridNode.tsx'
import { MAX_MOUNTED_TABS, MountedTabs } from '#client/dashboard/grid/MountedTabs.tsx'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { LayoutNode } from '#core/layout/node.ts'
import { dashboardResponse, openDashboard, reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  [id]: { type, id, children, meta },
})

const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ...node('ROOT', 'ROOT_ID', ['TABS-1']),
  ...node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
  ...node('TAB', 'TAB-1', ['HEADER-1', 'DIVIDER-1', 'ROW-1'], { text: 'First' }),
  ...node('TAB', 'TAB-2', ['ROW-2'], { text: 'Second' }),
  ...node('HEADER', 'HEADER-1', [], { text: 'Who flies' }),
  ...node('DIVIDER', 'DIVIDER-1', []),
  ...node('ROW', 'ROW-1', ['CHART-10', 'COLUMN-1']),
  ...node('COLUMN', 'COLUMN-1', ['CHART-11', 'MARKDOWN-1'], { width: 4 }),
  ...node('MARKDOWN', 'MARKDOWN-1', [], { code: 'Read *this*', width: 4, height: 20 }),
  ...node('ROW', 'ROW-2', ['CHART-12']),
  ...node('CHART', 'CHART-10', [], { chartId: 10, width: 4, height: 50 }),
  ...node('CHART', 'CHART-11', [], { chartId: 11, width: 4, height: 50 }),
  ...node('CHART', 'CHART-12', [], { chartId: 12, width: 4, height: 50 }),
}

it('D-LAYOUT-01: a dashboard is made of tabs, rows, columns, charts, headers, dividers and text', async () => {
  openSession()
  mockResponses({})
  const dashboard = dashboardResponse({ position_json: JSON.stringify(positions) })
  const store = createDashboardStore(openDashboard({}, { dashboard }))
  // Counts renders: the chart's title is read on each render and by nothing else.
  let drawn = 0
  store.setState(({ layout }) => {
    const counted = (id: string) => {
      const own = layout[id] as LayoutNode
      const meta = Object.defineProperty({ ...own.meta }, 'sliceNameOverride', { get: () => void (drawn += 1) })
      return { [id]: { ...own, meta } }
    }
    return { layout: { ...layout, ...counted('CHART-10'), ...counted('CHART-12') } }
  })
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <DashboardView onEdit={() => undefined} />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  const chart = (id: number) => document.querySelector(`[data-node=CHART-${id}]`)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['First', 'Second'])
  expect(screen.getByRole('heading', { name: 'Who flies' })).toBeDefined()
  expect(document.querySelectorAll('hr')).toHaveLength(1)
  expect((await screen.findByText('this', {}, { timeout: 20_000 })).tagName).toBe('EM')
  const column = chart(11)?.parentElement?.parentElement
  expect(column?.querySelector('[data-node=MARKDOWN-1]')).not.toBeNull()
  const row = column?.parentElement?.parentElement
  expect(row?.style.gridTemplateColumns).toBe('repeat(12, minmax(0, 1fr))')
  expect(row?.contains(chart(10))).toBe(true)
  expect(chart(12)).toBeNull()
  const isAway = (id: number) => chart(id)?.closest('[inert]') !== null
  await press('Second', 'tab')
  expect([isAway(10), isAway(12)]).toEqual([true, false])

  // A visited tab keeps what was drawn in it.
  const first = chart(10)
  const before = drawn
  expect(before).toBeGreaterThan(1)
  await press('First', 'tab')
  await press('Second', 'tab')
  await press('First', 'tab')
  expect([chart(10) === first, isAway(10), isAway(12)]).toEqual([true, false, true])
  expect(drawn).toBe(before)
})

it('an empty tab shows a message and an edit button; a dashboard without filters shows the summary', async () => {
  openSession()
  mockResponses({})
  const empty = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...node('ROOT', 'ROOT_ID', ['TABS-1']),
    ...node('TABS', 'TABS-1', ['TAB-1']),
    ...node('TAB', 'TAB-1', [], { text: 'First' }),
  }
  const dashboard = dashboardResponse({ position_json: JSON.stringify(empty) })
  const user = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
  const onEdit = vi.fn<() => void>()
  const store = createDashboardStore(openDashboard({}, { dashboard, user, charts: [] }))
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <DashboardView onEdit={onEdit} />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  expect(screen.getByText('This tab is empty')).toBeDefined()
  expect(screen.getByRole('group', { name: 'What narrows this page' }).textContent).toBe('All rows')
  const below = screen.getAllByRole('button', { name: 'Edit dashboard' }).at(-1)
  if (below) await userInput().click(below)
  expect(onEdit).toHaveBeenCalled()
})

it('an empty tab in a row shows a hint, and can be edited by users who may edit', async () => {
  openSession()
  mockResponses({})
  const nested = {
    DASHBOARD_VERSION_KEY: 'v2',
    ...node('ROOT', 'ROOT_ID', ['GRID_ID']),
    ...node('GRID', 'GRID_ID', ['TABS-1']),
    ...node('TABS', 'TABS-1', ['TAB-1']),
    ...node('TAB', 'TAB-1', [], { text: 'First' }),
  }
  const dashboard = dashboardResponse({ position_json: JSON.stringify(nested) })
  const open = (user: ReturnType<typeof reader>) => {
    const store = createDashboardStore(openDashboard({}, { dashboard, user, charts: [] }))
    const { unmount } = render(
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <GridNode id="TABS-1" columns={12} />
        </LoaderContext>
      </DashboardContext>,
    )
    return { store, unmount }
  }
  const { unmount } = open(reader(2, ['can_read', 'Dashboard']))
  expect(screen.getByText('This tab is empty')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  const { store } = open(reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard']))
  await press('Edit dashboard')
  expect(store.getState().editMode).toBe(true)
})

it('shows small tiles in pairs on a phone; a remaining one has the full width', () => {
  openSession()
  mockResponses({})
  const tile = (id: string, height: number) => node('CHART', id, [], { chartId: 7, width: 2, height })
  const narrow = (heights: readonly number[]) => {
    const ids = heights.map((_, at) => `CHART-${at}`)
    const row = {
      DASHBOARD_VERSION_KEY: 'v2',
      ...node('ROOT', 'ROOT_ID', ['GRID_ID']),
      ...node('GRID', 'GRID_ID', ['ROW-1']),
      ...node('ROW', 'ROW-1', ids),
      ...Object.assign({}, ...ids.map((id, at) => tile(id, heights[at] as number))),
    }
    const dashboard = dashboardResponse({ position_json: JSON.stringify(row) })
    const { container, unmount } = render(
      <DashboardContext value={createDashboardStore(openDashboard({}, { dashboard, charts: [] }))}>
        <GridNode id="ROW-1" columns={12} />
      </DashboardContext>,
    )
    const row1 = container.querySelector('[data-figure]')?.parentElement
    const marks = [...(row1?.children ?? [])].map((each) => each.hasAttribute('data-figure'))
    unmount()
    return marks
  }
  expect(narrow([16, 16])).toEqual([true, true])
  expect(narrow([16, 16, 16])).toEqual([true, true, false])
  expect(narrow([16, 16, 16, 16])).toEqual([true, true, true, true])
  expect(narrow([16, 50, 16, 16, 16])).toEqual([false, false, true, true, false])
  expect(narrow([16])).toEqual([])
})

it('keeps the most recently opened tabs mounted, and mounts others again', () => {
  const tabs = Array.from({ length: MAX_MOUNTED_TABS + 2 }, (_, at) => `t${at}`)
  const page = (open: string) => (
    <MountedTabs tabs={tabs} open={open}>
      {(id) => <p>{id}</p>}
    </MountedTabs>
  )
  const { container, rerender } = render(page('t0'))
  const stored = () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  for (const id of ['t1', 't2', 't3', 't4', 't5', 't0', 't6', 't7']) rerender(page(id))
  expect(stored()).toEqual(tabs.slice(0, MAX_MOUNTED_TABS))
  const [first] = container.querySelectorAll('p')
  rerender(page('t8'))
  // The second tab is the least recently used; the first was opened again.
  expect(stored()).toEqual(['t0', ...tabs.slice(2, MAX_MOUNTED_TABS + 1)])
  expect(container.querySelector('p')).toBe(first)
})
