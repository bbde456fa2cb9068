import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import ActionLogPage from '#client/pages/ActionLogPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import { exactTimestampText } from '#client/session/timestamps.ts'
import { openSession } from '#testing/session.ts'
import { choose, press, mockResponses, waitForAssertion, userInput, write } from '#testing/user-input.ts'

beforeEach(() => queryClient.clear())

it('lists entries in words, with dates of the locale, and shows their JSON on demand', async () => {
  openSession()
  const json = JSON.stringify({ type: 'chart', id: 7, before: null, after: { slice_name: 'Sales', params: '{}' } })
  const entry = {
    id: 1,
    action: 'create',
    dttm: '2024-05-01T12:30:05.000000',
    json,
    user: null,
    user_id: null,
    address: '192.0.2.7',
  }
  mockResponses({ 'GET /api/v1/log/': { count: 1, result: [entry] } })
  render(
    <QueryClientProvider client={queryClient}>
      <ActionLogPage />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('“Sales”')).toBeDefined()
  expect(screen.getByText(exactTimestampText(Date.UTC(2024, 4, 1, 12, 30, 5)))).toBeDefined()
  expect(screen.getByText('192.0.2.7')).toBeDefined()
  const details = screen.getByText('JSON').closest('details') as HTMLDetailsElement
  expect(details.open).toBe(false)
  await userInput().click(screen.getByText('JSON'))
  expect(details.open).toBe(true)
  expect(details.querySelector('pre')?.textContent).toContain('"params"')
})

it('selects entries by action, user and days of the local time zone, and downloads what is selected', async () => {
  openSession()
  const calls = mockResponses({
    'GET /api/v1/log/export/': () => new Response('time,user_id\n', { headers: { 'content-type': 'text/csv' } }),
    'GET /api/v1/log/': { count: 0, result: [] },
    'GET /api/v1/chart/related/owners': { count: 1, result: [{ value: 7, text: 'Bob Test' }] },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ActionLogPage />
    </QueryClientProvider>,
  )
  await choose('Action', 'Deleted')
  await choose('User', 'Bob Test')
  await write('From', '2024-05-01')
  await write('To', '2024-05-02')
  await userInput().tab()
  const filters = [
    '(col:action,opr:eq,value:delete)',
    '(col:user,opr:rel_o_m,value:7)',
    `(col:dttm,opr:gt,value:'${new Date(new Date(2024, 4, 1).getTime() - 1).toISOString()}')`,
    `(col:dttm,opr:lt,value:'${new Date(2024, 4, 3).toISOString()}')`,
  ]
  const q = `filters:!(${filters.join()})`
  await waitForAssertion(() => expect(calls.at(-1)?.query.get('q')).toBe(`(page:0,page_size:50,${q})`))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  await press('Download as CSV')
  await waitForAssertion(() => expect(saved).toEqual(['action-log.csv']))
  expect(calls.at(-1)).toMatchObject({ path: '/api/v1/log/export/' })
  expect(calls.at(-1)?.query.get('q')).toBe(`(${q})`)
})
