import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openDashboard, reader } from '#testing/dashboard.ts'
import { openSession } from '#testing/session.ts'
import { press } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { createDashboardStore, DashboardContext } from '../state/store.ts'
import { DraftOffer } from './DraftOffer.tsx'
import { draftStorageOf } from './use-draft.ts'

beforeEach(() => localStorage.clear())

const user = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])

/** Renders a dashboard whose draft in this browser has another title. */
function open() {
  openSession({ user })
  const store = createDashboardStore(openDashboard({}, { user }))
  const { info, layout } = store.getState()
  const drafts = draftStorageOf({ info })
  drafts.keep({ version: info.version ?? null, keptAt: Date.now(), title: 'Draft', published: info.published, layout })
  render(
    <DashboardContext value={store}>
      <DraftOffer>
        <p>The page</p>
      </DraftOffer>
    </DashboardContext>,
  )
  return { store, drafts }
}

const offer = () => screen.queryByText(/^Unsaved changes from /)

it('draws the offer of a draft in the same frame as the page, so that the page does not move later', () => {
  open()
  expect(screen.getByText('The page')).toBeDefined()
  expect(offer()).not.toBeNull()
})

it('Restore opens the editor with the draft', async () => {
  const { store } = open()
  await press('Restore')
  expect(store.getState()).toMatchObject({ editMode: true, hasUnsavedChanges: true, info: { title: 'Draft' } })
  expect(offer()).toBeNull()
})

it('Discard deletes the draft, and its undo restores it', async () => {
  const { store, drafts } = open()
  await press('Discard')
  expect([drafts.load(), offer(), store.getState().editMode]).toEqual([null, null, false])
  act(() => toast.first()?.action?.onPress())
  expect(store.getState()).toMatchObject({ editMode: true, info: { title: 'Draft' } })
  expect(drafts.load()?.title).toBe('Draft')
})
