import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '#client/session/query-client.ts'
import { tablesPage } from '#testing/sql-editor-server.ts'
import { choose, mockResponses, press, userInput, waitForAssertion } from '#testing/user-input.ts'
import { AddDataset } from './AddDataset.tsx'

const tables = Array.from({ length: 1000 }, (_, index) => ({
  value: `t${String(index).padStart(3, '0')}`,
  type: 'table',
}))

const schemas = Array.from({ length: 10_000 }, (_, index) => `s${index}`)

it('lists a page of many tables of one of 10,000 schemas, and finds the others by the typed text', async () => {
  const added: number[] = []
  const calls = mockResponses({
    'GET /api/v1/database/1/schemas/': { result: ['main', ...schemas] },
    'GET /api/v1/database/1/tables/': tablesPage(tables),
    'GET /api/v1/database/': { result: [{ id: 1, database_name: 'warehouse' }], count: 1, ids: [1] },
    'POST /api/v1/dataset/': { id: 9 },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AddDataset isOpen onClose={() => {}} onAdded={(id) => added.push(id)} />
    </QueryClientProvider>,
  )
  await screen.findByRole('combobox', { name: /^Database/ })
  await waitForAssertion(() => expect(calls.some(({ path }) => path === '/api/v1/database/')).toBe(true))
  await choose(/^Database/, 'warehouse')
  await userInput().click(screen.getByRole('combobox', { name: /^Schema main/ }))
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  await userInput().type(screen.getByRole('combobox', { name: 'Search' }), '9876')
  await userInput().click(screen.getByRole('option', { name: 's9876' }))
  expect(await screen.findByText('200 of 1,000 tables. Search for the others.')).toBeDefined()
  await userInput().click(screen.getByRole('combobox', { name: /^Table/ }))
  await userInput().type(await screen.findByRole('combobox', { name: 'Search' }), '875')
  const option = await screen.findByRole('option', { name: 't875' })
  await waitForAssertion(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await userInput().click(option)
  await waitForAssertion(() => expect(screen.getByRole('combobox', { name: /^Table/ }).textContent).toContain('t875'))
  await press('Create dataset and explore')
  await waitForAssertion(() => expect(added).toEqual([9]))
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    database: 1,
    schema: 's9876',
    table_name: 't875',
  })
  // Searches are sent after typing has paused.
  const searched = calls.filter(({ query }) => query.get('q')?.includes('filter'))
  expect(searched.length).toBeLessThanOrEqual(4)
})
