import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userInput, press } from '#testing/user-input.ts'
import { reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { NewDatasetMenu } from './NewDatasetMenu.tsx'

async function open(...permissions: readonly [string, string][]) {
  openSession({ user: reader(1, ...permissions) })
  const pressed = vi.fn<(entry: string) => void>()
  render(
    <NewDatasetMenu onTable={() => pressed('table')} onFile={() => pressed('file')} onJoin={() => pressed('join')} />,
  )
  await press('Dataset')
  return pressed
}
const entry = (name: RegExp) => screen.getByRole('menuitem', { name })

it('offers a table, a query, a file and a join as sources of a new dataset', async () => {
  const pressed = await open(
    ['can_sqllab', 'Superset'],
    ['can_this_form_get', 'CsvToDatabaseView'],
    ['can_write', 'Dataset'],
  )
  expect(
    screen.getAllByRole('menuitem').map((each) => each.textContent.match(/^(Table|Query|File|Join)/)?.[0]),
  ).toEqual(['Table', 'Query', 'File', 'Join'])
  expect(entry(/^Query/).getAttribute('href')).toBe('/sqllab')
  await userInput().click(entry(/^File/))
  await press('Dataset')
  await userInput().click(entry(/^Table/))
  await press('Dataset')
  await userInput().click(entry(/^Join/))
  expect(pressed.mock.calls).toEqual([['file'], ['table'], ['join']])
})

it('explains to a user without permission why SQL, files or joins are not available', async () => {
  const pressed = await open()
  expect(entry(/^Query/).textContent).toContain('You do not have permission to use SQL Lab.')
  expect(entry(/^File/).textContent).toContain('You do not have permission to upload files.')
  expect(entry(/^Join/).textContent).toContain('You do not have permission to create datasets.')
  await userInput().click(entry(/^File/))
  expect(pressed).not.toHaveBeenCalled()
})
