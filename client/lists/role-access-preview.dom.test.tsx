import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import type { RoleAccessResponse } from '#core/rest/responses.ts'
import { openSession } from '#testing/session.ts'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { RoleAccessPreview } from './RoleAccessPreview.tsx'

const PATH = 'GET /api/v1/dashboard_grant/by_role'
const audience = { id: 3, name: 'Audience' }
const answer: RoleAccessResponse = {
  is_on: false,
  is_truncated: false,
  result: [
    {
      role: audience,
      dashboards: [{ id: 1, name: 'Board' }],
      charts: [{ id: 2, name: 'Prices' }],
      datasets: [{ id: 4, name: 'prices' }],
    },
  ],
  restricted: [{ dashboard: { id: 1, name: 'Board' }, roles: [audience] }],
}

beforeEach(() => queryClient.clear())

function show(response: RoleAccessResponse) {
  openSession()
  const calls = mockResponses({ [PATH]: response })
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <RoleAccessPreview />
    </QueryClientProvider>,
  )
  return { calls, container }
}

it('lists the dashboards that roles would see, and those they would no longer see', async () => {
  show(answer)
  const opener = await screen.findByRole<HTMLButtonElement>('button', { name: 'Access by role is off' })
  await waitForAssertion(() => expect(opener.disabled).toBe(false))
  await press('Access by role is off')
  const gains = await screen.findByRole('table', { name: 'Also visible to roles' })
  expect(within(gains).getByText('Audience')).toBeDefined()
  for (const name of ['Board', 'Prices', 'prices']) expect(within(gains).getByText(name)).toBeDefined()
  const closed = screen.getByRole('table', { name: 'Dashboards with roles' })
  expect(within(closed).getByText('Audience')).toBeDefined()
})

it('shows nothing if roles of dashboards are enforced', async () => {
  const { calls, container } = show({ ...answer, is_on: true })
  await waitForAssertion(() => expect(calls).toHaveLength(1))
  await waitForAssertion(() => expect(container.innerHTML).toBe(''))
})
