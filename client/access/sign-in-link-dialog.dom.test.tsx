import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { openSession } from '#testing/session.ts'
import { button, press, mockResponses } from '#testing/user-input.ts'
import { SignInLinkDialog } from './SignInLinkDialog.tsx'

const INVITATION = 'POST /api/v1/security/users/7/invitation'

beforeEach(() => queryClient.clear())

function open({ sendsMail, email }: { readonly sendsMail: boolean; readonly email: string | null }) {
  openSession({ settings: { sendsMail } })
  const calls = mockResponses({
    [INVITATION]: { result: { sent_to: 'ana@example.org', expires_on: '2024-05-02T12:00:00' } },
    'GET /api/v1/security/users/': { count: 0, ids: [], result: [] },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <SignInLinkDialog user={{ id: 7, username: 'ana', email }} hasPassword={false} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  return calls
}

it('sends an invitation by email and names the recipient, without a link', async () => {
  const calls = open({ sendsMail: true, email: 'ana@example.org' })
  await press('Send by email')
  await screen.findByText('A link was sent to ana@example.org. It works once, for 24 hours.')
  expect(calls.filter(({ path }) => path.endsWith('/invitation'))).toHaveLength(1)
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
})

it.each([
  { sendsMail: false, email: 'ana@example.org' },
  { sendsMail: true, email: null },
])('offers only the link with %j', (options) => {
  open(options)
  expect(screen.queryByRole('button', { name: 'Send by email' })).toBeNull()
  expect(button('Create link')).toBeDefined()
})
