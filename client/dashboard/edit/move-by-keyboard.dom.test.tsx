import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createDashboardLoader, LoaderContext } from '#client/dashboard/state/loading.ts'
import { createDashboardStore, DashboardContext } from '#client/dashboard/state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { childrenOf } from '#core/layout/node.ts'
import { openDashboard } from '#testing/dashboard.ts'
import { button, userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { undo } from '../state/edit.ts'
import { EditCanvas } from './EditCanvas.tsx'
import { createSession, SessionContext } from './session.ts'

/** The editor with charts 10 and 11 in one row; chart 10 is selected. */
function open() {
  openSession()
  mockResponses({})
  const store = createDashboardStore(openDashboard())
  const session = createSession()
  session.setState({ selected: 'CHART-10' })
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <SessionContext value={session}>
            <EditCanvas />
            <button type="button">Elsewhere</button>
          </SessionContext>
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  const box = () => container.querySelector<HTMLElement>('[data-box="CHART-10"]')
  return {
    store,
    session,
    row: () => childrenOf(store.getState().layout, 'ROW-1').map(({ id }) => id),
    isBoxFocused: () => waitForAssertion(() => expect(document.activeElement).toBe(box())),
  }
}

const announced = (text: string | RegExp) =>
  waitForAssertion(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0))

it('Move focuses the box, arrow keys move it and announce its position, Escape restores it', async () => {
  const { row, session, isBoxFocused } = open()
  button('Move').focus()
  await userInput().keyboard('{Enter}')
  await isBoxFocused()
  await announced('Chart 10 picked up. Arrows move it, Space drops it, Escape puts it back.')
  await userInput().keyboard('{ArrowRight}')
  expect(row()).toEqual(['CHART-11', 'CHART-10'])
  await announced(/^Chart 10: .*2 of 2/)
  await isBoxFocused()
  await userInput().keyboard('{Escape}')
  expect(row()).toEqual(['CHART-10', 'CHART-11'])
  await announced('Put back.')
  await isBoxFocused()
  expect(session.getState().carried).toBeNull()
})

it('Space drops the box, and one undo restores it', async () => {
  const { store, row, session, isBoxFocused } = open()
  await press('Move')
  await isBoxFocused()
  await userInput().keyboard('{ArrowRight}')
  await isBoxFocused()
  await userInput().keyboard(' ')
  expect([row(), session.getState().carried]).toEqual([['CHART-11', 'CHART-10'], null])
  await announced(/^Dropped: /)
  act(() => undo(store))
  expect(row()).toEqual(['CHART-10', 'CHART-11'])
})

it('leaving the box drops it, and keeps the new focus', async () => {
  const { row, session, isBoxFocused } = open()
  await press('Move')
  await isBoxFocused()
  await userInput().keyboard('{ArrowRight}')
  await isBoxFocused()
  act(() => button('Elsewhere').focus())
  expect([row(), session.getState().carried]).toEqual([['CHART-11', 'CHART-10'], null])
  await announced(/^Dropped: /)
  expect(document.activeElement).toBe(button('Elsewhere'))
})

it('Escape restores the box also without focus', async () => {
  const { row, isBoxFocused } = open()
  await press('Move')
  await isBoxFocused()
  await userInput().keyboard('{ArrowRight}')
  act(() => (document.activeElement as HTMLElement).blur())
  await userInput().keyboard('{Escape}')
  expect(row()).toEqual(['CHART-10', 'CHART-11'])
})

const focusedBox = () => (document.activeElement as HTMLElement | null)?.dataset['box']

it('arrow keys, Home and End move the focus between elements that are not being moved', async () => {
  open()
  screen.getByRole('group', { name: /^row/ }).focus()
  const user = userInput()
  await user.keyboard('{ArrowDown}')
  expect(focusedBox()).toBe('CHART-10')
  await user.keyboard('{ArrowRight}')
  expect(focusedBox()).toBe('CHART-11')
  await user.keyboard('{ArrowRight}')
  expect(focusedBox()).toBe('CHART-11')
  await user.keyboard('{ArrowLeft}')
  expect(focusedBox()).toBe('CHART-10')
  await user.keyboard('{Home}')
  expect(focusedBox()).toBe('ROW-1')
  await user.keyboard('{End}')
  expect(focusedBox()).toBe('CHART-11')
})

it('the tools of an element are one tab stop with arrow keys between them', async () => {
  open()
  const stops = () =>
    within(screen.getByRole('toolbar', { name: 'Tools of Chart 10' }))
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
      .map((each) => each.getAttribute('aria-label'))
  expect(stops()).toEqual(['Move'])
  button('Move').focus()
  await userInput().keyboard('{ArrowRight}')
  expect([document.activeElement, stops()]).toEqual([button('Rename'), ['Rename']])
})
