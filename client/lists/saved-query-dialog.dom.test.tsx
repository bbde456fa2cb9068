import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { userInput, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { SavedQueryDialog } from './SavedQueryDialog.tsx'

const row = {
  id: 5,
  label: 'Late',
  sql: 'SELECT 1',
  tags: [{ id: 9, name: 'weekly' }],
  abilities: { can_read: true, can_write: true, can_delete: true },
}

function open(user = reader(1, ['can_write', 'Tag']), put: unknown = { result: {} }) {
  openSession({ user })
  queryClient.clear()
  const calls = mockResponses({
    'GET /api/v1/saved_query/related/tags': { result: [{ value: 7, text: 'sales' }], count: 1 },
    'POST /api/v1/tag/': { id: 11, result: {} },
    'PUT /api/v1/saved_query/5': put,
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <SavedQueryDialog row={row as never} name="Late" onClose={onClose} />
    </QueryClientProvider>,
  )
  const writes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])
  return { onClose, writes }
}

it('adds existing tags to a saved query and creates new ones on save', async () => {
  const { onClose, writes } = open()
  const field = await screen.findByRole('combobox', { name: /^Tags/ })
  expect(isOpen('Save')).toBe(false)
  await userInput().click(field)
  await userInput().click(await screen.findByRole('option', { name: 'sales' }))
  await userInput().type(field, 'brand new')
  await userInput().click(await screen.findByRole('option', { name: /brand new/ }))
  await userInput().keyboard('{Escape}')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  expect(writes()).toEqual([
    ['POST', '/api/v1/tag/', { name: 'brand new' }],
    ['PUT', '/api/v1/saved_query/5', { tags: [9, 7, 11] }],
  ])
})

it('an error is shown at the field, and the dialog stays', async () => {
  const { onClose } = open(undefined, () => Response.json({ message: 'The disk is full' }, { status: 500 }))
  await userInput().click(await screen.findByRole('combobox', { name: /^Tags/ }))
  await userInput().click(await screen.findByRole('option', { name: 'sales' }))
  await userInput().keyboard('{Escape}')
  await press('Save')
  expect(await screen.findByText('The disk is full')).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

it('users who may not tag read and copy it', async () => {
  open(reader(1, ['can_read', 'SavedQuery']))
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: /^Tags/ })).toBeNull()
})
