import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { choose, press, mockResponses, waitForAssertion, userInput, write } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { TokensTable } from './TokensTable.tsx'

const URL = '/api/v1/me/tokens'
const TOKEN = `facet_${'A'.repeat(43)}`
const row = {
  id: 4,
  name: 'nightly export',
  scope: 'read',
  role: null as { id: number; name: string | null } | null,
  prefix: 'facet_AAAAAA',
  created_on: '2024-05-01T12:30:00.000000',
  expires_on: '2024-05-31T12:30:00.000000',
  last_used_on: null,
}

function open(rows: readonly object[]) {
  openSession()
  const calls = mockResponses({
    [`GET ${URL}`]: { count: rows.length, result: rows, roles: [{ id: 3, name: 'Gamma' }] },
    [`POST ${URL}`]: { id: 4, result: { ...row, token: TOKEN } },
    [`DELETE ${URL}/4`]: { message: 'OK' },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <TokensTable />
    </QueryClientProvider>,
  )
  return calls
}

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('a token is created to read by default, and shown once', async () => {
  const calls = open([])
  await screen.findByText('No API tokens')
  await press('API token')
  await write('Name', ' nightly export ')
  await press('Create token')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Token' })).value).toBe(TOKEN)
  const created = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(created).toEqual([{ name: 'nightly export', scope: 'read', expires_in_days: 90 }])
  await userInput().click(screen.getByText('Close'))
  await waitForAssertion(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain(TOKEN)
})

it('a token is listed by its first characters and revoked', async () => {
  const calls = open([row])
  await screen.findByText('facet_AAAAAA…')
  await press('Revoke nightly export')
  await waitForAssertion(() =>
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === `${URL}/4`)).toBe(true),
  )
})

it('a token is limited to a role, which the list names', async () => {
  const calls = open([{ ...row, role: { id: 3, name: 'Gamma' } }])
  await screen.findByText('Read, role Gamma')
  await press('API token')
  await write('Name', 'limited')
  await choose('Role', 'Gamma')
  await press('Create token')
  await waitForAssertion(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  const created = calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(created).toEqual([{ name: 'limited', scope: 'read', role_id: 3, expires_in_days: 90 }])
})

it('the list names the deleted role of a token', async () => {
  open([{ ...row, role: { id: 3, name: null } }])
  expect(await screen.findByText('Read, deleted role')).toBeDefined()
})
