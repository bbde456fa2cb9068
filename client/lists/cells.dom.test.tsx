import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { nameColumn, ownersColumn } from './cells.tsx'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { userInput } from '#testing/user-input.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index, first_name: `First${index}`, last_name: `Last${index}` }))

/** Returns the tooltips of the owners of a row, hovered one by one. */
async function shown(count: number): Promise<(string | null)[]> {
  const { unmount } = render(<>{ownersColumn().cell({ owners: people(count) })}</>)
  const group = screen.getByRole('group', { name: 'Owners' })
  const marks = within(group).queryAllByTitle(/./)
  for (const mark of marks) await userInput().hover(mark)
  const titles = marks.map((mark) => mark.getAttribute('title'))
  unmount()
  return titles
}

it('E-CONTROLS-19: a group of avatars shows at most four users, and the number of others', async () => {
  const four = ['First0 Last0', 'First1 Last1', 'First2 Last2', 'First3 Last3']
  expect(await shown(1)).toEqual(four.slice(0, 1))
  expect(await shown(4)).toEqual(four)
  expect(await shown(7)).toEqual([...four, 'First4 Last4, First5 Last5, First6 Last6'])
})

it('I-36: a row shows its certifier and external management; otherwise only its name', async () => {
  const cell = nameColumn(
    { id: 'name', title: 'Name' },
    () => 'Sales',
    () => '/dashboard/1',
  ).cell
  const row = { id: 1, certified_by: 'Data team', certification_details: 'Checked daily', is_managed_externally: true }
  const { unmount } = render(<>{cell(row)}</>)
  const mark = screen.getByLabelText('Certified by Data team')
  await userInput().hover(mark)
  expect(mark.closest('[title]')?.getAttribute('title')).toBe('Certified by Data team. Checked daily')
  expect(screen.getByLabelText('Managed by another program: it cannot be edited here')).toBeDefined()
  unmount()
  render(<>{cell({ id: 2 })}</>)
  expect(screen.queryByLabelText(/Certified|Managed/)).toBeNull()
  expect(screen.getByRole('link').textContent).toBe('Sales')
})

it('a row with unsaved changes of the user in this browser is marked', () => {
  openSession({ user: reader(7) })
  localStorage.setItem('facet:left:explore:7:chart:1', '{}')
  localStorage.setItem('facet:draft:dashboard:7:2', '{}')
  localStorage.setItem('facet:left:explore:8:chart:3', '{}')
  const name = { id: 'name', title: 'Name' }
  const column = (type: 'chart' | 'dashboard') =>
    nameColumn<{ readonly id: number }>(
      name,
      ({ id }) => `${type} ${id}`,
      () => '/',
      undefined,
      type,
    )
  render(
    <>
      {[1, 2, 3].map((id) => (
        <p key={id}>
          {column('chart').cell({ id })}; {column('dashboard').cell({ id })}
        </p>
      ))}
    </>,
  )
  const rows = screen.getAllByRole('paragraph').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'chart 1Unsaved changes; dashboard 1',
    'chart 2; dashboard 2Unsaved changes',
    'chart 3; dashboard 3',
  ])
  localStorage.clear()
})
