import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scrollWheel } from '#testing/user-input.ts'
import { VirtualTable } from '#ui/display/VirtualTable.tsx'

function sized(element: Element, client: number, whole: number): void {
  Object.defineProperty(element, 'clientHeight', { value: client })
  Object.defineProperty(element, 'scrollHeight', { value: whole })
}

it('a wheel over a table that is at its end scrolls the page, and before that the table', () => {
  render(
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <VirtualTable label="Rows" rowCount={3} columns={[{ id: 'a', title: 'A' }]} cell={() => 'x'} text={() => 'x'} />
    </div>,
  )
  const page = screen.getByTestId('page')
  const grid = screen.getByRole('grid', { name: 'Rows' })
  sized(page, 500, 2000)
  sized(grid, 100, 300)
  const turn = (deltaY: number) => scrollWheel(grid, deltaY)
  expect([turn(120), page.scrollTop]).toEqual([false, 0])
  grid.scrollTop = 200
  expect([turn(120), page.scrollTop]).toEqual([true, 120])
  expect([turn(-50), page.scrollTop]).toEqual([false, 120])
  grid.scrollTop = 0
  expect([turn(-50), page.scrollTop]).toEqual([true, 70])
})

it('wraps a header that is wider than its column', () => {
  const head = (title: string) => {
    const { unmount } = render(
      <VirtualTable
        label={title}
        rowCount={1}
        columns={[{ id: 'a', title, width: 90 }]}
        cell={() => 'x'}
        text={() => 'x'}
      />,
    )
    const row = screen.getByRole('grid', { name: title }).firstElementChild as HTMLElement
    const { height } = row.style
    unmount()
    return height
  }
  expect(head('Delay')).toBe('28px')
  // The title wraps into three lines: "Average", "delay of" and "flights".
  expect(head('Average delay of flights')).toBe('54px')
})
