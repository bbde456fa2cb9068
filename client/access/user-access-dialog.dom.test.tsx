import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion, userInput } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'
import { UserAccessDialog } from './UserAccessDialog.tsx'

const USER = '/api/v1/security/users/7'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const firefox: SessionResponse = {
  id: '0123456789abcdef',
  is_current: false,
  created_on: '2024-05-01T12:30:00.000000',
  last_seen: '2024-05-02T12:30:00.000000',
  expires_on: '2024-06-02T12:30:00.000000',
  user_agent: FIREFOX,
  address: '198.51.100.0/24',
}
const chrome: SessionResponse = { ...firefox, id: 'fedcba9876543210', user_agent: CHROME, address: null }

function open(sessions: () => readonly SessionResponse[], over: Parameters<typeof mockResponses>[0] = {}) {
  openSession()
  const calls = mockResponses({
    [`GET ${USER}/sessions`]: () => ({ count: sessions().length, result: sessions() }),
    [`GET ${USER}/tokens`]: { count: 0, result: [], roles: [] },
    ...over,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <UserAccessDialog user={{ id: 7, username: 'ana', is_service: false, active: true }} onClose={() => {}} />
    </QueryClientProvider>,
  )
  return () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => [method, path])
}
const sessionTable = async () => within(await screen.findByRole('table', { name: 'Sessions' }))

beforeEach(() => {
  queryClient.clear()
  toast.clear()
})

it('shows the sessions of a user with browser, network and time, and ends one', async () => {
  let shown = [firefox, chrome]
  const writes = open(() => shown, {
    [`DELETE ${USER}/sessions/${firefox.id}`]: () => {
      shown = [chrome]
      return { message: 'OK' }
    },
  })
  const table = await sessionTable()
  const row = (await table.findByText('Firefox on Linux')).closest('tr')
  expect(row?.textContent).toContain('198.51.100.0/24')
  expect(table.getByText('Chrome on Windows')).toBeDefined()
  await press('Sign out Firefox on Linux')
  await waitForAssertion(() => expect(table.queryByText('Firefox on Linux')).toBeNull())
  expect(writes()).toEqual([['DELETE', `${USER}/sessions/${firefox.id}`]])
})

it('ends all sessions after a confirmation, and offers it only if there are some', async () => {
  let shown = [firefox, chrome]
  const writes = open(() => shown, {
    [`DELETE ${USER}/sessions`]: () => {
      shown = []
      return { message: 'OK', count: 2 }
    },
  })
  await (await sessionTable()).findByText('Chrome on Windows')
  await press('End all sessions')
  expect(writes()).toEqual([])
  const dialog = within(await screen.findByRole('alertdialog', { name: 'End all sessions' }))
  expect(dialog.getByText(/Every browser of ana is signed out/)).toBeDefined()
  await userInput().click(dialog.getByRole('button', { name: 'End all sessions' }))
  await screen.findByText('No sessions')
  expect(writes()).toEqual([['DELETE', `${USER}/sessions`]])
  expect(screen.getByRole('button', { name: 'End all sessions' }).hasAttribute('disabled')).toBe(true)
})

it('offers no end for the session of the current administrator', async () => {
  open(() => [{ ...firefox, is_current: true }])
  const table = await sessionTable()
  await table.findByText('This device')
  expect(table.queryByRole('button', { name: /^Sign out/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'End all sessions' }).hasAttribute('disabled')).toBe(true)
})
