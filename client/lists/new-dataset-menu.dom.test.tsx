import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hands, press } from '#testing/hands.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { NewDatasetMenu } from './NewDatasetMenu.tsx'

async function open(...permissions: readonly [string, string][]) {
  openSession({ user: reader(1, ...permissions) })
  const pressed = vi.fn<(entry: string) => void>()
  render(<NewDatasetMenu onTable={() => pressed('table')} onFile={() => pressed('file')} />)
  await press('Dataset')
  return pressed
}
const entry = (name: RegExp) => screen.getByRole('menuitem', { name })

it('offers a table, a query and a file as sources of a new dataset', async () => {
  const pressed = await open(['can_sqllab', 'Superset'], ['can_this_form_get', 'CsvToDatabaseView'])
  expect(screen.getAllByRole('menuitem').map((each) => each.textContent.match(/^(Table|Query|File)/)?.[0])).toEqual([
    'Table',
    'Query',
    'File',
  ])
  expect(entry(/^Query/).getAttribute('href')).toBe('/sqllab')
  await hands().click(entry(/^File/))
  await press('Dataset')
  await hands().click(entry(/^Table/))
  expect(pressed.mock.calls).toEqual([['file'], ['table']])
})

it('says why a user without the permissions cannot use SQL or files', async () => {
  const pressed = await open()
  expect(entry(/^Query/).textContent).toContain('You do not have permission to use SQL Lab.')
  expect(entry(/^File/).textContent).toContain('You do not have permission to upload files.')
  await hands().click(entry(/^File/))
  expect(pressed).not.toHaveBeenCalled()
})
