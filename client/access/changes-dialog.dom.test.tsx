import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { ChangesDialog } from './ChangesDialog.tsx'

const URL = '/api/v1/rowlevelsecurity/5/changes/'
const ada = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lee' }
const change = (more: object) => ({
  id: 8,
  action: 'update',
  made_on: '2024-05-01T12:30:00',
  made_by: ada,
  json: JSON.stringify({ before: { clause: 'n = 1' }, after: { clause: 'n = 2' } }),
  can_undo: true,
  ...more,
})

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('lists the changes with their authors, and undoes one whose values are still present', async () => {
  openSession()
  const created = { before: null, after: { uuid: '0f', name: 'north' } }
  const rows = [
    change({}),
    change({ id: 7, can_undo: false, made_by: null, action: 'create', json: JSON.stringify(created) }),
  ]
  const calls = mockResponses({
    [`GET ${URL}`]: { count: 2, ids: [8, 7], result: rows },
    [`POST ${URL}8/undo`]: { id: 5, version: 3 },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ChangesDialog name="rowlevelsecurity" id={5} title="north" onClose={() => undefined} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Ada Lee')).toBeDefined()
  expect(screen.getByText('The application')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'Changes of north' }).textContent).toContain('n = 2')
  expect(screen.getByText('Created: “north”')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1)
  await press(/^Undo/)
  await waitForAssertion(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`${URL}8/undo`]),
  )
  await waitForAssertion(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2))
})
