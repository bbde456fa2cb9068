import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { dashboardChart, openDashboard, reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { toast } from '#ui/overlay/toast.ts'
import { createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { ChartHolder } from './ChartTile.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const all = [
  ['can_read', 'Dashboard'],
  ['can_explore', 'Superset'],
  ['can_csv', 'Superset'],
  ['can_share_chart', 'Superset'],
] as const

const answer = (over: object = {}) =>
  ({
    colnames: ['count'],
    coltypes: [0],
    columns: [[1234567]],
    rowcount: 1,
    is_cached: true,
    query: 'SELECT 1',
    applied_filters: [{ column: 'region' }],
    rejected_filters: [{ column: 'gone', reason: 'not_in_datasource' }],
    from_dttm: null,
    to_dttm: null,
    cost: { made_at: Date.now() - 180_000, capped: false, row_limit: 10_000, engine: 1, plan: 1, cache: 'hit' },
    ...over,
  }) as unknown as ColumnarResult

function open(permissions: readonly (readonly [string, string])[] = all, over: object = {}, settings = {}) {
  const user = reader(2, ...permissions)
  openSession({ user, settings })
  const calls = mockResponses({
    'POST /api/v1/chart/data/batch': () => new Response('', { status: 500 }),
    'POST /api/v1/chart/data': { result: [{ query: 'SELECT COUNT(*) FROM flights' }] },
    'POST /api/v1/explore/permalink': { key: 'e', url: '/superset/explore/p/e/' },
    'POST /api/v1/dashboard/5/permalink': { key: 'k', url: '/superset/dashboard/p/k/' },
  })
  const charts = [{ ...dashboardChart(10), description: 'What is **counted**.' }]
  const store = createDashboardStore(openDashboard({}, { user, charts }))
  actions.datasetsArrived(store, 1)
  const form = store.getState().charts[10]?.form_data ?? { viz_type: 'table' }
  actions.changeCharts(store, (known) =>
    updateSucceeded(updateStarted(known, 10, new AbortController(), form, 1), 10, [answer(over)], 2),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <ChartHolder node={store.getState().layout['CHART-10'] as LayoutNode} />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  return { store, calls }
}

const opened = async () => {
  await press('Options for Chart 10')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const item = (name: RegExp | string) => press(name, 'menuitem')

beforeEach(() => toast.clear())

it('D-META-05: the flags of the dashboard control the menu of a chart', async () => {
  open([['can_read', 'Dashboard']])
  expect(await opened()).toEqual([
    'Force refreshCached 3 minutes ago',
    'Enter fullscreen',
    'Show chart description',
    'View query',
    'View as table',
    'Copy pictureCtrlC',
    'Download',
  ])
  await item('Download')
  const files = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(files.filter((each) => /CSV|Excel/.test(each))).toEqual([])
})

it('a right click anywhere on the card except on a link opens the menu', async () => {
  open()
  const card = screen.getByRole('article', { name: 'Chart 10' })
  fireEvent.contextMenu(screen.getByRole('heading', { name: 'Chart 10' }), { clientX: 40, clientY: 30 })
  await screen.findByRole('menuitem', { name: 'View query' })
  await item('View query')
  await screen.findByRole('dialog')
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options for Chart 10' })),
  )
  const link = document.createElement('a')
  card.append(link)
  expect(fireEvent.contextMenu(link)).toBe(true)
  expect(screen.queryByRole('menu')).toBeNull()
})

it('the menu of a truncated chart offers a download of all rows, and names the limit', async () => {
  open(all, { cost: { made_at: Date.now(), capped: true, row_limit: 10, engine: 1, plan: 1, cache: 'miss' } })
  await opened()
  await item('Download')
  const files = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(files).toContain('.CSVThe first 10 rows')
  expect(files).toContain('Full .CSVUp to 100,000 rows')
})

it('I-10: a chart fills the window until Escape, which keeps the selection', async () => {
  const { store } = open()
  actions.setMask(store, '10', { filterState: { value: ['a'] }, extraFormData: { filters: [] } })
  await opened()
  await item('Enter fullscreen')
  expect(store.getState().fullChart).toBe(10)
  expect(await opened()).toContain('Exit fullscreen')
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(store.getState().fullChart).toBe(10)
  await userInput().keyboard('{Escape}')
  expect(store.getState().fullChart).toBeUndefined()
  expect(store.getState().masks['10']?.filterState?.value).toEqual(['a'])
})

it('shows the description of a chart below its header for this visit only', async () => {
  const { store } = open()
  expect(screen.queryByText('counted')).toBeNull()
  await opened()
  await item('Show chart description')
  expect((await screen.findByText('counted', {}, { timeout: 20_000 })).tagName).toBe('STRONG')
  expect(store.getState().info.metadata['expanded_slices']).toBeUndefined()
  await opened()
  await item('Hide chart description')
  await waitForAssertion(() => expect(screen.queryByText('counted')).toBeNull())
})

it('I-10: View query shows the query, the applied filters and the rejected ones', async () => {
  open()
  await opened()
  await item('View query')
  await screen.findByText('Filters applied', {}, { timeout: 20_000 })
  expect(screen.getByText('region')).toBeDefined()
  expect(screen.getByText('gone: the dataset has no such column')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Run in SQL Lab' })).toBeNull()
})

it('I-10: View as table shows the rows of the chart in a grid', async () => {
  open()
  await opened()
  await item('View as table')
  expect(await screen.findByRole('grid', { name: 'Rows of Chart 10' }, { timeout: 20_000 })).toBeDefined()
})

it('I-10: Send by mail links to the chart with its active filters', async () => {
  const { calls } = open()
  const went = vi.spyOn(window.location, 'href', 'set').mockImplementation(() => undefined)
  await opened()
  await item('Share')
  await userInput().click(await screen.findByRole('menuitem', { name: 'Send by mail' }))
  await waitForAssertion(() => expect(went).toHaveBeenCalled())
  expect(String(went.mock.calls[0]?.[0])).toMatch(/^mailto:\?subject=Chart%2010&body=.*superset%2Fdashboard%2Fp%2Fk/)
  expect(calls.at(-1)?.body).toMatchObject({ anchor: 'CHART-10' })
  went.mockRestore()
})

it('offers embed code of the chart if the server allows frames', async () => {
  const { calls } = open(all, {}, { isFramed: true })
  await opened()
  await item('Share')
  await userInput().click(await screen.findByRole('menuitem', { name: 'Embed code' }))
  const code = await screen.findByRole('textbox', { name: 'Embed code' }, { timeout: 20_000 })
  await waitForAssertion(() =>
    expect(code.textContent).toMatch(/src="[^"]*\/superset\/explore\/p\/e\/\?standalone=1&amp;height=400"/),
  )
  const { body } = calls.find(({ path }) => path === '/api/v1/explore/permalink') ?? {}
  expect(body).toMatchObject({ formData: { slice_id: 10 } })
})

it('a chart that is loading is not queried', async () => {
  const { store } = open()
  const form = store.getState().charts[10]?.form_data ?? { viz_type: 'table' }
  act(() => actions.changeCharts(store, (known) => updateStarted(known, 10, new AbortController(), form, 3)))
  expect((await opened())[0]).toContain('Already loading.')
})
