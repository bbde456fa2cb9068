import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

afterEach(() => vi.restoreAllMocks())

const items = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const tabs = (selected: string) => <Tabs label="Tabs" items={items} selected={selected} onSelect={() => undefined} />

it('scrolls a selected tab into view within its list', () => {
  // A list of 100 pixels, whose tabs are 60 wide.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (this.getAttribute('role') === 'tablist') return new DOMRect(0, 0, 100, 20)
    const at = items.findIndex(({ id }) => id === this.textContent)
    const scrolled = this.closest('[role=tablist]')?.scrollLeft ?? 0
    return new DOMRect(at * 60 - scrolled, 0, 60, 20)
  })
  const view = render(tabs('a'))
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(0)
  // The third tab ends at 180: 80 pixels beyond the list.
  view.rerender(tabs('c'))
  expect(list.scrollLeft).toBe(80)
  // The second begins at 60, which is 20 before what is in view.
  view.rerender(tabs('b'))
  expect(list.scrollLeft).toBe(60)
})
