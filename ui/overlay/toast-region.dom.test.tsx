import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForAssertion } from '#testing/user-input.ts'
import { toast, type ToastMessage } from './toast.ts'
import { ToastRegion } from './ToastRegion.tsx'

beforeEach(() => toast.clear())
afterEach(() => void vi.useRealTimers())

/** Shows a message at 400 to 800 px above an action bar; returns the distance of the region from the bottom. */
async function bottomOver(bar: { left: number; right: number; top: number }): Promise<string> {
  vi.stubGlobal('innerHeight', 900)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const box = this.hasAttribute('data-action-bar') ? bar : { left: 400, right: 800, top: 850 }
    return { ...box, height: 40, width: box.right - box.left } as DOMRect
  })
  render(
    <>
      <footer data-action-bar />
      <ToastRegion />
    </>,
  )
  toast.show({ text: 'Saved' })
  await waitForAssertion(() => screen.getByRole('group', { name: 'Saved' }))
  const region = screen.getByRole('group', { name: 'Saved' }).closest<HTMLElement>('[data-react-aria-top-layer]')
  return region?.style.bottom ?? ''
}

it.each([
  [{ left: 320, right: 620, top: 844 }, '64px'],
  [{ left: 0, right: 300, top: 844 }, ''],
  [{ left: 320, right: 620, top: 300 }, ''],
])('a message above a bar at %j has a bottom of "%s"', async (bar, bottom) => {
  expect(await bottomOver(bar)).toBe(bottom)
})

it('an error is replaced by the next message after 5 s, another message after 2 s, and one with an action never', () => {
  vi.useFakeTimers()
  render(<ToastRegion />)
  const shownFor = (message: ToastMessage) => {
    act(() => {
      toast.clear()
      toast.show(message)
      toast.show({ text: 'Next' })
    })
    let seconds = 0
    for (; seconds < 20 && screen.queryByRole('group', { name: 'Next' }) === null; seconds++)
      act(() => void vi.advanceTimersByTime(1000))
    return seconds
  }
  const action = { label: 'Undo', onPress: () => undefined }
  expect(shownFor({ text: 'Failed', tone: 'danger' })).toBe(5)
  expect(shownFor({ text: 'Saved' })).toBe(2)
  expect(shownFor({ text: 'Deleted', action, seconds: 10 })).toBe(10)
})
