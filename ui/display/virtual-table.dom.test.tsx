import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '#testing/hands.ts'
import { VirtualTableHead } from './VirtualTableHead.tsx'

it('what explains a column stands by its name, before the room of the arrow; the head sorts', async () => {
  const onSort = vi.fn<(column: number) => void>()
  const columns = [{ id: 'a', title: 'Change', isSortable: true, align: 'end' as const, headEnd: <b>why</b> }]
  render(
    <VirtualTableHead
      gridId="g"
      columns={columns}
      seen={[{ key: 'a', index: 0, start: 0, size: 90, end: 90, lane: 0 }]}
      isPinned={false}
      width={90}
      height={28}
      active={undefined}
      sort={undefined}
      onSort={onSort}
    />,
  )
  const [title, ...rest] = screen.getByRole('columnheader').children
  expect(title?.textContent).toBe('Change')
  expect(rest.map((each) => each.textContent)).toEqual(['why', ''])
  await press(/^Change/, 'columnheader')
  expect(onSort).toHaveBeenCalledExactlyOnceWith(0)
})
