import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { FullscreenExit } from './FullscreenExit.tsx'
import { leaveFullscreen, useFullscreen } from './use-fullscreen.ts'

function Page() {
  const { toggle } = useFullscreen(false)
  return (
    <>
      <button type="button" onClick={toggle}>
        Fill
      </button>
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
      <FullscreenExit />
    </>
  )
}

const standalone = () => new URLSearchParams(window.location.search).get('standalone')
const exit = () => screen.queryByRole('button', { name: 'Exit full screen' })
const isShown = () => exit()?.closest('[data-shown]') !== null

beforeEach(() => {
  // Another test file of the same process may have entered full screen.
  act(leaveFullscreen)
  window.history.replaceState(null, '', '/dashboard/5')
})
afterEach(() => {
  act(leaveFullscreen)
  vi.useRealTimers()
  toast.clear()
})

it('shows a button that exits full screen, only in full screen', async () => {
  render(<Page />)
  expect(exit()).toBeNull()
  await press('Fill')
  expect([standalone(), isShown()]).toEqual(['1', true])
  await press('Exit full screen')
  expect([standalone(), exit()]).toEqual([null, null])
})

it('Escape leaves full screen that the browser denied, but closes a dialog first', async () => {
  document.documentElement.requestFullscreen = () => Promise.reject(new Error('denied'))
  render(<Page />)
  await press('Fill')
  await waitForAssertion(() => expect(toast.first()?.text).toBe('The browser did not let the page fill the screen.'))
  fireEvent.keyDown(screen.getByRole('button', { name: 'In a dialog' }), { key: 'Escape' })
  expect(standalone()).toBe('1')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([standalone(), exit()]).toEqual([null, null])
})

it('hides the exit button without activity, and shows it when the pointer moves', () => {
  vi.useFakeTimers()
  render(<Page />)
  fireEvent.click(screen.getByRole('button', { name: 'Fill' }))
  expect(isShown()).toBe(true)
  act(() => void vi.advanceTimersByTime(3000))
  expect(isShown()).toBe(false)
  fireEvent.pointerMove(document.body)
  expect(isShown()).toBe(true)
})
