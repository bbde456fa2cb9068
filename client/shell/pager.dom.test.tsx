import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { button, press } from '#testing/user-input.ts'
import { Pager } from './Pager.tsx'

function shown(page: number, count: number): number[] {
  const requested: number[] = []
  render(<Pager page={page} size={25} count={count} onPage={(next) => requested.push(next)} />)
  return requested
}

it('shows the range and total of rows, and links to the adjacent pages', async () => {
  const requested = shown(1, 60)
  expect(screen.getByText('26 – 50 of 60')).toBeDefined()
  await press('Previous page')
  await press('Next page')
  expect(requested).toEqual([0, 2])
})

it('disables the button beyond the last page', () => {
  shown(2, 60)
  expect(screen.getByText('51 – 60 of 60')).toBeDefined()
  expect([button('Previous page').disabled, button('Next page').disabled]).toEqual([false, true])
})

it('shows only the count for one page, and nothing without rows', () => {
  shown(0, 25)
  expect(screen.getByText('25 items')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  shown(0, 0)
  expect(screen.queryByText(/of 0/)).toBeNull()
})
