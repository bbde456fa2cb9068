import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDashboard } from '#testing/dashboard.ts'
import { press, waitForAssertion, userInput } from '#testing/user-input.ts'
import { actions, createDashboardStore, DashboardContext, useDashboard } from '../state/store.ts'
import { Presentation } from './Presentation.tsx'
import { nextSlide } from './slide-after.ts'

function Page({ store }: { readonly store: ReturnType<typeof createDashboardStore> }) {
  const isPresenting = useDashboard((state) => state.isPresenting)
  return isPresenting ? <Presentation onClose={() => actions.present(store, false)} /> : <input aria-label="A field" />
}

function open() {
  const start = openDashboard()
  const slices = {
    10: { id: 10, slice_name: 'Chart 10', description: 'Say why it rose.' },
    11: { id: 11, slice_name: 'Chart 11' },
  }
  const store = createDashboardStore({ ...start, slices: slices as never })
  render(
    <DashboardContext value={store}>
      <main>
        <h1>Dashboard</h1>
        <Page store={store} />
      </main>
    </DashboardContext>,
  )
  const shown = () => store.getState().fullChart
  return { store, shown, hand: userInput() }
}

it('shows the charts of all tabs one after the other, by keys and buttons', async () => {
  const { store, shown, hand } = open()
  expect(screen.queryByRole('region', { name: 'Presentation' })).toBeNull()
  act(() => actions.present(store, true))
  expect(shown()).toBe(10)
  expect(screen.getByRole('region', { name: 'Presentation' }).textContent).toContain('1 of 3')
  await hand.keyboard('{ArrowRight}')
  expect(shown()).toBe(11)
  await press('Next slide')
  expect([shown(), store.getState().activeTabs.includes('TAB-2')]).toEqual([12, true])
  await hand.keyboard('{ArrowRight}')
  expect(shown()).toBe(12)
  await hand.keyboard('{Home}')
  expect(shown()).toBe(10)
})

it('shows the description of the chart as speaker notes', async () => {
  const { store } = open()
  act(() => actions.present(store, true))
  expect(screen.queryByText('Say why it rose.')).toBeNull()
  await press('Notes')
  expect(screen.getByRole('complementary', { name: 'Speaker notes' }).textContent).toBe('Say why it rose.')
  await press('Next slide')
  expect(screen.getByText('No notes. The description of a chart is shown here.')).toBeDefined()
})

it('ends with its button, and when Escape returns the chart to the layout', async () => {
  const { store, shown, hand } = open()
  act(() => actions.present(store, true))
  await press('End')
  expect([shown(), store.getState().isPresenting]).toEqual([undefined, false])
  act(() => actions.present(store, true))
  act(() => actions.fill(store, undefined))
  expect(store.getState().isPresenting).toBe(false)
  act(() => actions.present(store, true))
  await hand.keyboard('{Escape}')
  expect(store.getState().isPresenting).toBe(false)
})

it('focuses the heading of the dashboard at the end, because the menu item that started it is closed', async () => {
  const { store } = open()
  act(() => actions.present(store, true))
  await press('End')
  await waitForAssertion(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Dashboard' })))
})

it.each([
  ['ArrowRight', 0, 1],
  [' ', 0, 1],
  ['PageUp', 2, 1],
  ['End', 0, 2],
  ['Home', 2, 0],
  ['ArrowLeft', 0, undefined],
  ['ArrowRight', 2, undefined],
  ['End', 2, undefined],
  ['a', 1, undefined],
])('key %j on slide %s of 3 shows slide %s', (key, at, expected) => {
  expect(nextSlide(key, at, 3)).toBe(expected)
})
