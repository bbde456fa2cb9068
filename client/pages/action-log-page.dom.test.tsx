import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import ActionLogPage from '#client/pages/ActionLogPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { exactTimestampText } from '#client/session/timestamps.ts'
import { openSession } from '#testing/session.ts'
import { serve, userInput } from '#testing/user-input.ts'

beforeEach(() => queryClient.clear())

it('lists entries in words, with dates of the locale, and shows their JSON on demand', async () => {
  openSession()
  const json = JSON.stringify({ type: 'chart', id: 7, before: null, after: { slice_name: 'Sales', params: '{}' } })
  const entry = { id: 1, action: 'create', dttm: '2024-05-01T12:30:05.000000', json, user: null, user_id: null }
  serve({ 'GET /api/v1/log/': { count: 1, result: [entry] } })
  render(
    <QueryClientProvider client={queryClient}>
      <ActionLogPage />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('“Sales”')).toBeDefined()
  expect(screen.getByText(exactTimestampText(Date.UTC(2024, 4, 1, 12, 30, 5)))).toBeDefined()
  const details = screen.getByText('JSON').closest('details') as HTMLDetailsElement
  expect(details.open).toBe(false)
  await userInput().click(screen.getByText('JSON'))
  expect(details.open).toBe(true)
  expect(details.querySelector('pre')?.textContent).toContain('"params"')
})
