import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { StoredDashboardPropertiesDialog } from './StoredDashboardPropertiesDialog.tsx'
import { dashboardResponse, reader } from '#testing/dashboard.ts'
import { button, press, mockResponses, waitForAssertion, write } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

it('I-36: saves the properties of a dashboard from its list, and nothing else of it', async () => {
  openSession({ user: reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard']) })
  const calls = mockResponses({
    '/api/v1/dashboard/related': { result: [], count: 0 },
    '/api/v1/dashboard/5': { id: 5, result: dashboardResponse() },
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <StoredDashboardPropertiesDialog id={5} onClose={onClose} />
    </QueryClientProvider>,
  )
  await waitForAssertion(() => expect(button('Save')).toBeDefined())
  await write('Certified by', 'Data team')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { certified_by: 'Data team' },
  ])
})
