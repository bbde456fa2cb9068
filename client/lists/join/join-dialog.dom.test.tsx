import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { box, button, choose, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { JoinDialog } from './JoinDialog.tsx'

const dataset = (id: number, table_name: string, columns: readonly string[]) => ({
  id,
  table_name,
  database: { id: 9, database_name: 'Local' },
  columns: columns.map((column_name) => ({ column_name })),
})
const orders = dataset(1, 'orders', ['id', 'customer'])
const customers = dataset(2, 'customers', ['customer', 'name'])

const joined = {
  database_id: 9,
  sql: 'SELECT 1',
  columns: [
    { name: 'customer', dataset: 0, column: 'customer' },
    { name: 'customers_customer', dataset: 1, column: 'customer' },
  ],
  rows: 1500,
  first_rows: [
    ['10', '10'],
    ['99', null],
  ],
  datasets: [
    { id: 1, table_name: 'orders', rows: 1400, repeated: 0, unmatched: 0 },
    { id: 2, table_name: 'customers', rows: 30, repeated: 1370, unmatched: 1 },
  ],
  mismatched_keys: [],
  metrics: [{ dataset: 0, metric_name: 'revenue', expression: 'SUM(amount)' }],
  refused_metrics: [{ dataset: 1, metric_name: 'credit', reason: 'rows_repeated' }],
}

function open(result: object = joined) {
  openSession()
  queryClient.clear()
  const calls = mockResponses({
    'GET /api/v1/dataset/1': { id: 1, result: orders },
    'GET /api/v1/dataset/2': { id: 2, result: customers },
    'GET /api/v1/dataset/': { count: 2, ids: [1, 2], result: [orders, customers] },
    'POST /api/v1/dataset/join/': { result },
    'POST /api/v1/dataset/': { id: 77 },
  })
  const onAdded = vi.fn<(id: number) => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <JoinDialog onClose={() => undefined} onAdded={onAdded} />
    </QueryClientProvider>,
  )
  return { calls, onAdded }
}

async function chooseBoth() {
  await screen.findByRole('combobox', { name: /^Dataset 1/ })
  await waitForAssertion(() => expect(box('Dataset 1').getAttribute('aria-busy')).not.toBe('true'))
  await choose('Dataset 1', 'orders')
  await choose('Dataset 2', 'customers')
}

it('guesses the key, shows rows before and after, warns of repeated rows and saves the SQL', async () => {
  const { calls, onAdded } = open()
  await chooseBoth()
  expect(await screen.findByText('After the join: 1,500 rows')).toBeDefined()
  expect(screen.getByText('customers: 30 rows')).toBeDefined()
  expect(screen.getByText(/The join repeats rows of customers 1,370 times/)).toBeDefined()
  expect(screen.getByText('1 row of customers is not in the result')).toBeDefined()
  expect(screen.getByText('Columns with a prefix: customers_customer')).toBeDefined()
  expect(screen.queryByText(/repeats rows of orders/)).toBeNull()
  const table = screen.getByRole('table', { name: 'First rows of the join' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))).toEqual([
    ['customer', 'customers_customer'],
    ['10', '10'],
    ['99', '<NULL>'],
  ])
  expect(calls.find(({ path }) => path.endsWith('/join/'))?.body).toEqual({
    datasets: [
      { dataset_id: 1 },
      { dataset_id: 2, type: 'left', keys: [{ column: 'customer', with: 0, with_column: 'customer' }] },
    ],
  })
  expect(screen.getByText('Metrics of the new dataset: revenue')).toBeDefined()
  expect(screen.getByText('Metrics left out: customers.credit (the join repeats its rows)')).toBeDefined()
  await press('Create dataset and explore')
  await waitForAssertion(() => expect(onAdded.mock.calls).toEqual([[77]]))
  expect(calls.at(-1)?.body).toEqual({
    database: 9,
    table_name: 'orders_customers',
    sql: 'SELECT 1',
    metrics: [{ metric_name: 'revenue', expression: 'SUM(amount)' }],
  })
})

it('reports keys of different types and saves nothing', async () => {
  const key = { dataset: 1, column: 'name', type: 'VARCHAR', with: 0, with_column: 'id', with_type: 'INTEGER' }
  open({ ...joined, sql: null, rows: null, mismatched_keys: [key] })
  await chooseBoth()
  expect(
    await screen.findByText(/Keys have different types: customers.name \(VARCHAR\) and orders.id \(INTEGER\)/),
  ).toBeDefined()
  expect(button('Create dataset and explore').disabled).toBe(true)
})

it('reports keys of different collations and saves nothing', async () => {
  const key = { dataset: 1, column: 'name', type: 'NOCASE', with: 0, with_column: 'code', with_type: 'default' }
  open({ ...joined, sql: null, rows: null, mismatched_keys: [{ ...key, reason: 'collation' }] })
  await chooseBoth()
  expect(
    await screen.findByText(/Keys have different collations: customers.name \(NOCASE\) and orders.code \(default\)/),
  ).toBeDefined()
  expect(button('Create dataset and explore').disabled).toBe(true)
})
