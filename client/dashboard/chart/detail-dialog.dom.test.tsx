import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DetailDialog } from './DetailDialog.tsx'
import { conditionsOf } from '../state/picked-conditions.ts'
import { actions, createDashboardStore, DashboardContext, formOf } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { dashboardChart, openDashboard } from '#testing/dashboard.ts'
import { type Call, press, serve, soon } from '#testing/hands.ts'

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

async function open(answer: unknown = rows) {
  const calls = serve({ 'POST /datasource/samples': answer })
  const charts = [dashboardChart(10, { viz_type: 'pie', groupby: ['origin'], metric: 'count' })]
  const store = createDashboardStore(openDashboard({}, { charts }))
  actions.setMask(store, '10', {
    id: '10',
    extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ORD'] }] },
    filterState: { value: ['ORD'], picked: [{ origin: 'ORD' }] },
  })
  const form = formOf(store.getState(), 10)
  if (!form) throw new Error('There is no such chart.')
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardContext value={store}>
        <DetailDialog
          title="Share"
          form={form}
          conditions={conditionsOf(store.getState(), 10)}
          onClose={vi.fn<() => void>()}
        />
      </DashboardContext>
    </QueryClientProvider>,
  )
  const asked = () => calls.map(({ query, body }) => [query.get('page'), (body as { filters: unknown }).filters])
  return { asked }
}

it('the rows behind a picked mark come page by page, and without its condition all that the chart is made of', async () => {
  const { asked } = await open()
  await screen.findByText('Rows 1 – 50 of 120')
  await press('Next page')
  await screen.findByText('Rows 51 – 100 of 120')
  await press('Remove the condition origin = ORD')
  await soon(() => expect(asked()).toHaveLength(3))
  const of = [{ col: 'origin', op: 'IN', val: ['ORD'] }]
  expect(asked()).toEqual([
    ['1', of],
    ['2', of],
    ['1', []],
  ])
})

it('that there are none, or that they cannot be read, is said', async () => {
  await open({ result: { colnames: [], coltypes: [], data: [], rowcount: 0, total_count: 0 } })
  expect(await screen.findByText('No rows were found')).toBeTruthy()
})

it('a refusal is said in the words of the server', async () => {
  await open(() => Response.json({ message: 'This is not for you' }, { status: 403 }))
  expect(await screen.findByText('This is not for you')).toBeTruthy()
})
