import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { RecycleBinList } from './RecycleBinList.tsx'
import { restoredMessage } from './restored-message.ts'

const row = (id: number, name: string) => ({
  id,
  name,
  deleted_on: '2024-05-01T12:00:00.000000+0000',
  deleted_on_delta_humanized: '3 days ago',
  deleted_by: null,
  deleted_by_name: 'Ann Test',
  days_left: 27,
})

function open(rows: readonly object[], over: Parameters<typeof mockResponses>[0] = {}) {
  openSession()
  const calls = mockResponses({
    'DELETE /api/v1/chart/bin/': { message: 'OK', count: rows.length },
    '/api/v1/chart/bin/': { count: rows.length, days: 30, result: rows },
    ...over,
  })
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <RecycleBinList name="chart" title="Charts" />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return calls
}

const sent = (calls: ReturnType<typeof open>) =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query }) => `${method} ${path} ${query.get('q') ?? ''}`)

it('shows its content and the retention', async () => {
  open([row(4, 'Delays')])
  const line = await screen.findByRole('row', { name: /Delays/ })
  for (const text of ['3 days ago', 'Ann Test', 'in 27 days']) expect(within(line).getByText(text)).toBeDefined()
})

it('explains its purpose when it is empty', async () => {
  open([])
  expect(await screen.findByText('Deleted items are kept for 30 days and can be restored.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('restores one by a click, and shows its new name', async () => {
  const calls = open([row(4, 'Delays')], {
    '/api/v1/chart/4/restore': { message: 'OK', changes: { table_name: 'Delays (2)' } },
  })
  await screen.findByRole('row', { name: /Delays/ })
  await press('Restore Delays')
  await waitForAssertion(() => expect(sent(calls)).toEqual(['POST /api/v1/chart/4/restore ']))
  expect(await screen.findByText('Restored Delays. Its name was in use and is now “Delays (2)”.')).toBeDefined()
})

it('explains why a version cannot be restored', async () => {
  const message = 'Another dashboard with the slug "delays" exists'
  open([row(4, 'Delays')], { '/api/v1/chart/4/restore': new Response(JSON.stringify({ message }), { status: 422 }) })
  await screen.findByRole('row', { name: /Delays/ })
  await press('Restore Delays')
  expect(await screen.findByText(`Not everything could be restored: ${message}`)).toBeDefined()
  expect(screen.getByRole('row', { name: /Delays/ })).toBeDefined()
})

it('deletes permanently only after confirmation, and only the selection', async () => {
  const calls = open([row(4, 'Delays'), row(5, 'Routes')])
  const line = await screen.findByRole('row', { name: /Routes/ })
  await userInput().click(within(line).getByRole('checkbox'))
  await press('Delete for good')
  expect(await screen.findByText('This cannot be undone.')).toBeDefined()
  await press('Cancel')
  expect(sent(calls)).toEqual([])
  await press('Delete for good')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Routes for good?' })
  await userInput().click(within(dialog).getByRole('button', { name: 'Delete for good' }))
  await waitForAssertion(() => expect(sent(calls)).toEqual(['DELETE /api/v1/chart/bin/ !(5)']))
})

it('the confirmation counts the items to delete and lists their names', async () => {
  open([row(4, 'Delays'), row(5, 'Routes'), row(6, 'Fares')])
  for (const name of [/Delays/, /Fares/])
    await userInput().click(within(await screen.findByRole('row', { name })).getByRole('checkbox'))
  await press('Delete for good')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 items for good?' })
  expect(within(dialog).getByText('Delays, Fares')).toBeDefined()
})

it('the recycle bin is emptied in one step', async () => {
  const calls = open([row(4, 'Delays'), row(5, 'Routes')])
  await screen.findByRole('row', { name: /Routes/ })
  await press('Empty bin')
  const dialog = await screen.findByRole('alertdialog', { name: 'Empty bin?' })
  await userInput().click(within(dialog).getByRole('button', { name: 'Empty bin' }))
  await waitForAssertion(() => expect(sent(calls)).toEqual(['DELETE /api/v1/chart/bin/ ']))
})

it('a restored object is reported with its new URL, or without one', () => {
  expect(restoredMessage('A', undefined)).toBe('Restored A')
  expect(restoredMessage('A', { uuid: 'x' })).toBe('Restored A')
  expect(restoredMessage('A', { slug: 'a-2' })).toBe('Restored A. Its URL was in use and is now “a-2”.')
  expect(restoredMessage('A', { slug: null })).toBe('Restored A. Its URL was in use and was removed.')
})
