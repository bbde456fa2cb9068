import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DatasetMenu } from './DatasetMenu.tsx'
import { createExploreStore, ExploreContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { field, userInput, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'

const mine = reader(5, ['can_read', 'Dataset'])
const admin: CurrentUser = { ...reader(6), roles: { Admin: [] } }
const otherUser = reader(7, ['can_read', 'Dataset'])

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'flights',
  columns: [{ column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  owners: [{ id: 5, first_name: 'A', last_name: 'B' }],
}

async function open(user: CurrentUser, over: Partial<DatasetResponse> = {}) {
  const whole = { ...dataset, ...over }
  openSession({ user })
  mockResponses({ '/datasource/get/table/3/': whole, '/api/v1/dataset/3': { id: 3, result: whole } })
  const form = { viz_type: 'table', datasource: '3__table' }
  const store = createExploreStore({ slice: null, dataset: whole, form, title: '' })
  render(
    <QueryClientProvider client={queryClient}>
      <ExploreContext value={store}>
        <DatasetMenu />
      </ExploreContext>
    </QueryClientProvider>,
  )
  await press('Options for the dataset')
}
const item = () => screen.getByRole('menuitem', { name: 'Edit dataset' })
const dialog = () => screen.findByRole('dialog', { name: 'Edit dataset flights' }, { timeout: 20_000 })

beforeEach(() => queryClient.clear())

describe('the item that edits the dataset', () => {
  it.each([
    ['an owner', mine],
    ['an admin', admin],
  ])('E-DATASET-24: opens the editor to %s', async (_, user) => {
    await open(user)
    expect(item().getAttribute('aria-disabled')).not.toBe('true')
    await userInput().click(item())
    expect(await dialog()).toBeDefined()
  })

  it('E-DATASET-25: is disabled for other users, with the reason', async () => {
    await open(otherUser)
    expect(item().getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(item().getAttribute('aria-describedby')?.split(' ')[0] ?? '')
    expect(why?.textContent).toBe(
      'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
    )
    await userInput().click(item())
    expect(screen.queryByRole('dialog', { name: /^Edit dataset/ })).toBeNull()
  })
})

describe('Save', () => {
  const managed = "This dataset is managed externally, and can't be edited in the product"

  it('E-DATASET-23: is disabled for an externally managed dataset, with the reason', async () => {
    await open(admin, { is_managed_externally: true })
    await userInput().click(item())
    await dialog()
    await waitForAssertion(() => expect(isOpen('Save')).toBe(false))
    const hand = userInput()
    await hand.hover(document.body)
    await hand.hover(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe(managed)
  })

  it('E-DATASET-23: is open for any other', async () => {
    await open(admin)
    await userInput().click(item())
    await dialog()
    await waitForAssertion(() => expect(isOpen('Save')).toBe(true))
    await press(/^Settings/, 'tab')
    expect(field('Description').value).toBe('')
  })

  it('is closed while a new metric has no SQL, which is a hint next to it and no error', async () => {
    await open(admin)
    await userInput().click(item())
    const editor = within(await dialog())
    await press(/^Metrics/, 'tab')
    await press('Add item')
    expect(isOpen('Save')).toBe(false)
    expect(editor.getByText('SQL expression required: new metric').getAttribute('role')).toBe('status')
    expect(editor.queryByRole('alert')).toBeNull()
  })
})
