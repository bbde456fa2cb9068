import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { choose, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { ColumnMasksDialog } from './ColumnMasksDialog.tsx'

const URL = '/api/v1/dataset/3/masks'
const stored = { column_name: 'salary', method: 'null', filter_type: 'Base', roles: [{ id: 4, name: 'HR' }] }

function open(answers: Parameters<typeof mockResponses>[0] = {}) {
  openSession()
  const calls = mockResponses({
    [`GET ${URL}`]: { id: 3, version: 17, result: [stored] },
    [`PUT ${URL}`]: { id: 3, version: 18, result: [] },
    'GET /api/v1/rowlevelsecurity/related/roles': { result: [{ value: 5, text: 'Sales' }], count: 1 },
    ...answers,
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <ColumnMasksDialog dataset={{ id: 3, name: 'staff' }} columns={['name', 'salary']} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { writes: () => calls.filter(({ method }) => method === 'PUT'), onClose }
}

beforeEach(() => queryClient.clear())

it('changes, adds and removes masks, and saves them with the version that was loaded', async () => {
  const { writes, onClose } = open()
  await screen.findByRole('dialog', { name: 'Column masks of staff' })
  await choose('Mask of salary', 'Hash')
  await press('Add mask')
  await choose('Mask of name', 'First letter')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  const masks = [
    { column_name: 'salary', method: 'hash', filter_type: 'Base', roles: [4] },
    { column_name: 'name', method: 'first', filter_type: 'Base', roles: [] },
  ]
  expect(writes().map(({ body }) => body)).toEqual([{ masks }])
  expect(writes()[0]?.headers.get('if-match')).toBe('"17"')
})

it('a mask for roles needs a role', async () => {
  const { writes } = open()
  await screen.findByRole('dialog', { name: 'Column masks of staff' })
  await press('Remove mask of salary')
  await press('Add mask')
  await choose('Applies to', 'These roles')
  expect(isOpen('Save')).toBe(false)
  await choose('Roles', 'Sales')
  expect(isOpen('Save')).toBe(true)
  expect(writes()).toEqual([])
})

it('shows why the masks cannot be loaded', async () => {
  open({ [`GET ${URL}`]: () => Response.json({ message: 'Forbidden' }, { status: 403 }) })
  expect(await screen.findByText(/Forbidden/)).toBeDefined()
})
