import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { UserImportResponse } from '#core/rest/security.ts'
import { openSession } from '#testing/session.ts'
import { button, type Call, press, mockResponses, waitForAssertion, userInput } from '#testing/user-input.ts'
import { ImportUsersDialog } from './ImportUsersDialog.tsx'

const PATH = '/api/v1/security/users/import'
const CSV = 'username,roles\nana,Gamma\n'
const answer: UserImportResponse = {
  dry_run: true,
  created: 1,
  changed: 1,
  unchanged: 3,
  rejected: 1,
  result: [
    { line: 2, username: 'ana', action: 'create', fields: [{ name: 'roles', before: '', after: 'Gamma' }] },
    { line: 3, username: 'bob', action: 'change', fields: [{ name: 'email', before: 'b@example.org', after: '' }] },
    { line: 4, username: 'eve', action: 'reject', reason: 'There is no role Boss', fields: [] },
  ],
  sent: 0,
  mail_problem: null,
  invitations: [],
}

async function open(dry: UserImportResponse = answer, settings: { readonly sendsMail?: boolean } = {}) {
  openSession({ settings })
  const calls = mockResponses({
    [`POST ${PATH}`]: ({ body }: Call) => {
      const { dry_run, invite } = body as { dry_run: boolean; invite: boolean }
      if (dry_run) return dry
      const link = { username: 'ana', url: 'http://localhost/login/link/x', expires_on: '2024-05-02T12:00:00' }
      return { ...dry, dry_run, invitations: invite ? [link] : [] }
    },
  })
  const onClose = vi.fn<() => void>()
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <ImportUsersDialog onClose={onClose} />
    </QueryClientProvider>,
  )
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no file input')
  await userInput().upload(input, new File([CSV], 'users.csv', { type: 'text/csv' }))
  await screen.findByRole('table', { name: 'Rows of the file' })
  return { calls, onClose }
}
const sent = (calls: readonly Call[]) => calls.filter(({ path }) => path === PATH).map(({ body }) => body)

beforeEach(() => queryClient.clear())

it('shows what a file would change and why rows are rejected, then imports and shows the links once', async () => {
  const { calls, onClose } = await open()
  const table = within(screen.getByRole('table', { name: 'Rows of the file' }))
  expect(table.getByText('roles: Gamma')).toBeDefined()
  expect(table.getByText('email: b@example.org to nothing')).toBeDefined()
  expect(table.getByText('There is no role Boss')).toBeDefined()
  expect(screen.getByText('Nothing is stored yet. New: 1, changed: 1, unchanged: 3, rejected: 1.')).toBeDefined()
  await press('Import')
  await screen.findByRole('button', { name: 'Copy 1 links' })
  expect(sent(calls)).toEqual([
    { csv: CSV, dry_run: true, invite: false },
    { csv: CSV, dry_run: false, invite: true },
  ])
  await userInput().click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onClose).not.toHaveBeenCalled()
})

it('imports without links if they are switched off', async () => {
  const { calls, onClose } = await open()
  await press('Create sign-in links for new users', 'switch')
  await press('Import')
  await waitForAssertion(() => expect(sent(calls).at(-1)).toEqual({ csv: CSV, dry_run: false, invite: false }))
  await screen.findByText('Imported. New: 1, changed: 1, unchanged: 3, rejected: 1.')
  await userInput().click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})

it('sends the links by email if configured, and shows the links that could not be sent with the reason', async () => {
  const problem = 'Too many invitations in the last hour'
  const { calls } = await open({ ...answer, sent: 4, mail_problem: problem }, { sendsMail: true })
  await press('Import')
  expect(await screen.findByText('4 links were sent by email.')).toBeDefined()
  expect(screen.getByText(`Some links were not sent: ${problem}`)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy 1 links' })).toBeDefined()
  expect(sent(calls).at(-1)).toEqual({ csv: CSV, dry_run: false, invite: true, send: true })
})

it('a file that changes nothing cannot be imported', async () => {
  await open({ ...answer, created: 0, changed: 0, rejected: 0, result: [] })
  expect(button('Import').disabled || button('Import').getAttribute('aria-disabled') === 'true').toBe(true)
})
