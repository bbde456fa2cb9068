import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { reportFirstSizes } from '#testing/resize-observer.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { Tabs } from './Tabs.tsx'

afterEach(() => vi.restoreAllMocks())

const items = ['a', 'b', 'c'].map((id) => ({ id, label: id }))

function Example() {
  const [selected, select] = useState('a')
  return <Tabs label="Tabs" items={items} selected={selected} onSelect={select} />
}

it('scrolls a selected tab into view within its list', async () => {
  // A list of 100 pixels with tabs 60 pixels wide.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, 100, 20)
    const at = items.findIndex(({ id }) => id === this.textContent)
    const scrolled = this.closest('[role=tablist]')?.scrollLeft ?? 0
    return new DOMRect(at * 60 - scrolled, 0, 60, 20)
  })
  render(<Example />)
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(0)
  // The third tab ends at 180, which is 80 pixels beyond the list.
  await press('c', 'tab')
  expect(list.scrollLeft).toBe(80)
  // The second starts at 60, which is 20 before the visible part.
  await press('b', 'tab')
  expect(list.scrollLeft).toBe(60)
})

it('shows that further tabs are beyond its end, until they are scrolled into view', async () => {
  reportFirstSizes()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(180)
  render(<Example />)
  const list = screen.getByRole('tablist')
  await waitForAssertion(() => expect(list.dataset['more']).toBe('right'))
  list.scrollLeft = 80
  fireEvent.scroll(list)
  expect(list.dataset['more']).toBeUndefined()
})
