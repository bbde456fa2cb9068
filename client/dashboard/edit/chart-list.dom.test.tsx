import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { chartIdsOf } from '#core/layout/charts.ts'
import { ChartList } from './ChartList.tsx'
import { createSession, SessionContext } from './session.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { choose, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'

beforeEach(() => queryClient.clear())

const chart = (id: number, slice_name: string, viz_type = 'table') => ({
  id,
  slice_name,
  viz_type,
  params: '{}',
  datasource_id: 3,
  datasource_type: 'table',
})

function open(answer: unknown, metadata: object = {}) {
  const calls = mockResponses({ 'GET /api/v1/chart/': answer })
  const store = createDashboardStore(openDashboard(metadata))
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <DashboardContext value={store}>
          <SessionContext value={createSession()}>
            <ChartList />
          </SessionContext>
        </DashboardContext>
      </QueryClientProvider>,
    )
  return { calls, show, store }
}

const listed = { result: [chart(7, 'Late'), chart(8, 'Box', 'filter_box')], count: 2, ids: [7, 8] }

it('shows loaded charts again when the palette reopens, and queries for another sort order', async () => {
  const { calls, show } = open(listed)
  const { unmount } = show()
  await screen.findByRole('button', { name: 'Add Late' })
  unmount()
  show()
  await screen.findByRole('button', { name: 'Add Late' })
  expect(calls).toHaveLength(1)
  await choose('Sort by', 'Name')
  await waitForAssertion(() => expect(calls).toHaveLength(2))
  await choose('Sort by', 'Recent')
  await press('Only my charts', 'checkbox')
  await waitForAssertion(() => expect(calls).toHaveLength(3))
})

it('R-SLICES-15: shows a failure as a message with its reason, instead of the charts', async () => {
  const { show } = open(() => Response.json({ message: 'the disk is full' }, { status: 500 }))
  show()
  await waitForAssertion(() => expect(screen.getByText('Could not fetch all saved charts')).toBeTruthy())
  expect(toast.first()).toMatchObject({
    text: 'Sorry there was an error fetching saved charts: the disk is full',
    tone: 'danger',
  })
  await userInput().type(screen.getByRole('searchbox', { name: 'Filter your charts' }), 'x')
})

it('boxes that became filters are not offered any more', async () => {
  open(listed, { filterboxMigrationState: 'CONVERTED' }).show()
  await screen.findByRole('button', { name: 'Add Late' })
  expect(screen.queryByRole('button', { name: 'Add Box' })).toBeNull()
})

it('a click or double click adds a chart once, and the toast undoes it', async () => {
  const { show, store } = open(listed)
  show()
  await userInput().dblClick(await screen.findByRole('button', { name: 'Add Late' }))
  expect(chartIdsOf(store.getState().layout)).toEqual([7, 10, 11, 12])
  expect(screen.getByRole('button', { name: 'Late, added' })).toBeDefined()
  expect(toast.first()).toMatchObject({ text: 'Added: Late', action: { label: 'Undo' } })
  act(() => toast.first()?.action?.onPress())
  expect(chartIdsOf(store.getState().layout)).toEqual([10, 11, 12])
  expect(screen.getByRole('button', { name: 'Add Late' })).toBeDefined()
})

it('reports the last added chart at once, without the delay of the previous one', async () => {
  toast.clear()
  const { show } = open({ result: [chart(7, 'Late'), chart(9, 'Early')], count: 2, ids: [7, 9] })
  show()
  await userInput().click(await screen.findByRole('button', { name: 'Add Late' }))
  await userInput().click(await screen.findByRole('button', { name: 'Add Early' }))
  expect(toast.first()?.text).toBe('Added: Early')
})

it('the list has one tab stop and arrow keys, and its accessible names contain the visible text', async () => {
  const { show } = open({ result: [chart(7, 'Late'), chart(9, 'Early')], count: 2, ids: [7, 9] })
  show()
  const late = await screen.findByRole('button', { name: 'Add Late' })
  const early = screen.getByRole('button', { name: 'Add Early' })
  expect([late.tabIndex, early.tabIndex]).toEqual([0, -1])
  late.focus()
  await userInput().keyboard('{ArrowDown}')
  expect([document.activeElement, late.tabIndex, early.tabIndex]).toEqual([early, -1, 0])
  const visible = late.cloneNode(true) as HTMLElement
  for (const each of visible.querySelectorAll('[aria-hidden=true]')) each.remove()
  expect([late.getAttribute('aria-label'), visible.textContent]).toEqual(['Add Late', 'Late'])
})
