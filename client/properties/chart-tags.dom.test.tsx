import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { reader } from '#testing/dashboard.ts'
import { userInput, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { ChartPropertiesDialog } from './ChartPropertiesDialog.tsx'

const chart = {
  id: 5,
  slice_name: 'Delays',
  viz_type: 'pie',
  params: '{}',
  datasource_id: 3,
  datasource_type: 'table',
  owners: [],
  tags: [{ id: 9, name: 'weekly' }],
  version: 2,
}

async function open(user = reader(1, ['can_read', 'Tag'], ['can_write', 'Tag'])) {
  openSession({ user })
  queryClient.clear()
  const calls = mockResponses({
    'GET /api/v1/chart/5': { id: 5, result: chart },
    'GET /api/v1/chart/related/tags': { result: [{ value: 7, text: 'sales' }], count: 1 },
    'GET /api/v1/chart/related/owners': { result: [], count: 0 },
    'POST /api/v1/tag/': { id: 11, result: {} },
    'PUT /api/v1/chart/5': { result: {} },
  })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <ChartPropertiesDialog id={5} onClose={onClose} />
    </QueryClientProvider>,
  )
  const field = await screen.findByRole('combobox', { name: /^Tags/ })
  return { calls, onClose, field }
}

const writes = (calls: ReturnType<typeof mockResponses>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

it('a chart gets an existing tag and a new one, which is created when the chart is saved', async () => {
  const { calls, onClose, field } = await open()
  await userInput().click(field)
  await userInput().click(await screen.findByRole('option', { name: 'sales' }))
  await userInput().type(field, 'brand new')
  await userInput().click(await screen.findByRole('option', { name: /brand new/ }))
  expect(writes(calls)).toEqual([])
  await userInput().keyboard('{Escape}')
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  expect(writes(calls)).toEqual([
    ['POST', '/api/v1/tag/', { name: 'brand new' }],
    ['PUT', '/api/v1/chart/5', { tags: [7, 9, 11] }],
  ])
})

it('users who may not write tags see them and leave them unchanged', async () => {
  const { calls, onClose, field } = await open(reader(1, ['can_read', 'Chart']))
  expect([field.hasAttribute('disabled'), screen.getByText('weekly').textContent]).toEqual([true, 'weekly'])
  await press('Save')
  await waitForAssertion(() => expect(onClose).toHaveBeenCalled())
  expect(writes(calls)).toEqual([])
})
