import { render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { checkEdit, type DatasetEdit, type EditableDataset, savedData, startEdit } from './edit-draft.ts'
import { choose, press, userInput, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { FoldersTab } from './FoldersTab.tsx'

const dataset = {
  id: 3,
  table_name: 'sales',
  metrics: [{ id: 1, uuid: 'm1', metric_name: 'revenue', expression: 'SUM(n)' }],
  columns: [
    { id: 2, uuid: 'c1', column_name: 'city' },
    { id: 3, uuid: 'c2', column_name: 'day' },
  ],
} as unknown as EditableDataset

interface Saved {
  readonly name: string
  readonly children?: readonly Saved[]
}

const print = (children: readonly Saved[]): string =>
  children.map((each) => (each.children ? `${each.name}(${print(each.children)})` : each.name)).join(' ')

function open(stored: object = { folders: [] }) {
  openSession()
  let now: DatasetEdit = startEdit({ ...dataset, ...stored })
  function Editor() {
    const [edit, setEdit] = useState(now)
    now = edit
    return <FoldersTab edit={edit} onChange={(change) => setEdit({ ...edit, ...change })} />
  }
  render(
    <>
      <Editor />
      <ToastRegion />
    </>,
  )
  return { saved: () => print(savedData(3, now)['folders'] as Saved[]), edit: () => now }
}

it('creates, names, fills, moves and removes folders', async () => {
  const { saved } = open()
  await press('Add folder')
  await write('Name of folder New folder', 'Money')
  await press('Add folder')
  await write('Name of folder New folder', 'Place')
  await choose('Add to Money', /revenue/)
  await choose('Add to Place', /city/)
  await choose('Add to Place', /day/)
  expect(saved()).toBe('Money(revenue) Place(city day)')
  await press('Move day up')
  await press('Move Place up')
  expect(saved()).toBe('Place(day city) Money(revenue)')
  await choose('Place of Money', 'Place')
  await choose('Add to Money', /city/)
  expect(saved()).toBe('Place(day Money(revenue city))')
  await press('Take day out of the folder')
  await press('Remove folder Money')
  expect(saved()).toBe('Place()')
})

it('undoes the removal of a folder, until the folders change again', async () => {
  toast.clear()
  const part = { type: 'column', uuid: 'c1', name: 'city' }
  const folder = { type: 'folder', uuid: 'f', name: 'Place', description: null, children: [part] }
  const { saved } = open({ folders: [folder] })
  await press('Remove folder Place')
  expect(saved()).toBe('')
  await press('Undo')
  expect(saved()).toBe('Place(city)')
  await press('Take city out of the folder')
  expect(saved()).toBe('Place()')
  await press('Add folder')
  expect(toast.first()).toBeUndefined()
  expect(saved()).toBe('Place() New folder()')
})

it('folders can be edited by keyboard only', async () => {
  const { saved } = open()
  const user = userInput()
  await user.tab()
  await user.keyboard('{Enter}')
  const entry = within(screen.getByRole('listitem', { name: 'New folder' }))
  const name = entry.getByRole('textbox')
  while (document.activeElement !== name) await user.tab()
  await user.keyboard('{Control>}a{/Control}Time')
  expect(saved()).toBe('Time()')
  const remove = screen.getByRole('button', { name: 'Remove folder Time' })
  while (document.activeElement !== remove) await user.tab()
  await user.keyboard('{Enter}')
  expect(saved()).toBe('')
})

it('a folder without a name is not saved, and a removed column leaves its folder', async () => {
  const part = { type: 'column', uuid: 'c1', name: 'city' }
  const folder = { type: 'folder', uuid: 'f', name: 'Place', description: null, children: [part] }
  const { edit, saved } = open({ folders: [folder] })
  expect(saved()).toBe('Place(city)')
  const columns = edit().columns.filter(({ uuid }) => uuid !== 'c1')
  expect(print(savedData(3, { ...edit(), columns })['folders'] as Saved[])).toBe('Place()')
  await write('Name of folder Place', ' ')
  expect(checkEdit(edit())).toEqual([{ kind: 'folder-name' }])
})

it('leaves the folders unchanged when a draft is older than the folders', () => {
  expect(savedData(3, startEdit(dataset))).not.toHaveProperty('folders')
})
