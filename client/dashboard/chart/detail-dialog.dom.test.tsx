import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DetailDialog } from './DetailDialog.tsx'
import { selectionConditions } from '../drilling/selection-conditions.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import type { QueryFilter } from '#core/query/query-object.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { type Call, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

beforeEach(() => queryClient.clear())

const rows = ({ query }: Call) => ({
  result: {
    colnames: ['origin', 'delay'],
    coltypes: [1, 0],
    data: [{ origin: 'ORD', delay: Number(query.get('page')) }],
    rowcount: 1,
    total_count: 120,
  },
})

const dataset = {
  id: 3,
  table_name: 'flights',
  columns: [
    { column_name: 'origin', verbose_name: 'From', type_generic: 1, is_dttm: false },
    { column_name: 'day', verbose_name: null, type_generic: 2, is_dttm: true },
  ],
} as unknown as DatasetResponse

async function open(answer: unknown = rows, conditions?: readonly QueryFilter[]) {
  const calls = mockResponses({ 'POST /datasource/samples': answer })
  const charts = [dashboardChart(10, { viz_type: 'pie', groupby: ['origin'], metric: 'count' })]
  const store = createDashboardStore(openDashboard({}, { charts, datasets: [dataset] }))
  actions.setMask(store, '10', {
    id: '10',
    extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
    filterState: { value: ['ORD'], picked: [{ origin: 'ORD' }] },
  })
  const form = formDataOf(store.getState(), 10)
  if (!form) throw new Error('There is no such chart.')
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <DetailDialog
          title="Share"
          form={form}
          conditions={conditions ?? selectionConditions(store.getState(), 10)}
          onClose={vi.fn<() => void>()}
        />
      </DashboardContext>
    </QueryClientProvider>,
  )
  const requests = () => calls.map(({ query, body }) => [query.get('page'), (body as { filters: unknown }).filters])
  return { requests }
}

it('pages the rows of a selected mark, and shows all rows of the chart without the condition', async () => {
  const { requests } = await open()
  await screen.findByText('Rows 1 – 50 of 120')
  await press('Next page')
  await screen.findByText('Rows 51 – 100 of 120')
  await press('Remove the condition From = ORD')
  await waitForAssertion(() => expect(requests()).toHaveLength(3))
  const of = [{ col: 'origin', op: 'IN', val: ['ORD'] }]
  expect(requests()).toEqual([
    ['1', of],
    ['2', of],
    ['1', []],
  ])
})

it('shows conditions with labels of columns, and times as dates', async () => {
  const moments = [Date.parse('2001-03-01'), Date.parse('2001-03-01T10:30Z')]
  await open(rows, [
    { col: 'origin', op: 'IN', val: ['ORD', null] },
    { col: 'day', op: 'IN', val: moments },
    { col: 'delay', op: '>', val: 15 },
  ])
  await screen.findByText('Rows 1 – 50 of 120')
  for (const text of ['From = ORD, <NULL>', 'day = 2001-03-01, 2001-03-01 10:30:00', 'delay > 15'])
    expect(screen.getByText(text)).toBeDefined()
})

it('shows a message when there are no rows', async () => {
  await open({ result: { colnames: [], coltypes: [], data: [], rowcount: 0, total_count: 0 } })
  expect(await screen.findByText('No rows were found')).toBeTruthy()
})

it("an error shows the server's message", async () => {
  await open(() => Response.json({ message: 'This is not for you' }, { status: 403 }))
  expect(await screen.findByText('This is not for you')).toBeTruthy()
})
