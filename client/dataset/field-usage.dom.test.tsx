import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '#client/session/query-client.ts'
import { mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { FieldUsage } from './FieldUsage.tsx'

const result = {
  charts: [
    { id: 4, slice_name: 'Delays', viz_type: 'table' },
    { id: 5, slice_name: 'Routes', viz_type: 'table' },
  ],
  dashboards: [{ id: 7, title: 'Flights' }],
  filters: [{ dashboard_id: 7, id: 'A', name: 'Airline' }],
  columns: [{ name: 'airline', charts: [4], dashboards: [7], filters: [{ dashboard_id: 7, id: 'A' }] }],
  metrics: [{ name: 'count', charts: [5], dashboards: [], filters: [] }],
  datasets: [],
  undetermined_datasets: [],
  is_limited: false,
}

function open(type: 'columns' | 'metrics', name: string | undefined) {
  openSession()
  queryClient.clear()
  const calls = mockResponses({ '/api/v1/dataset/3/lineage': { id: 3, result } })
  render(
    <QueryClientProvider client={queryClient}>
      <FieldUsage datasetId={3} type={type} name={name} />
    </QueryClientProvider>,
  )
  return calls
}
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

it('links the charts, filters and dashboards that use a column', async () => {
  open('columns', 'airline')
  await waitForAssertion(() =>
    expect(links()).toEqual([
      ['Delays', '/explore?slice_id=4'],
      ['Airline on Flights', '/dashboard/7/'],
      ['Flights', '/dashboard/7/'],
    ]),
  )
})

it('links the charts that use a metric', async () => {
  open('metrics', 'count')
  await waitForAssertion(() => expect(links()).toEqual([['Routes', '/explore?slice_id=5']]))
})

it('shows that nothing uses a column, and sends no query for an unsaved one', async () => {
  open('columns', 'other')
  expect(await screen.findByText('No chart, filter or dashboard that you may see uses this')).toBeDefined()
  expect(open('columns', undefined)).toEqual([])
})
