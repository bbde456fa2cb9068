import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderFailed } from '#client/chart/chart-state.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { type Call, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { createRunner, RunnerContext } from '../state/chart-runner.ts'
import { actions, createExploreStore, ExploreContext } from '../state/store.ts'
import { Labels } from './Labels.tsx'
import { ResultsPane } from './ResultsPane.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  columns: [{ column_name: 'sold', type: 'DATE', type_generic: 2, is_dttm: true, verbose_name: 'Sold on' }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'Orders', d3format: ',d' }],
}
const cost = { queue: 0, plan: 0, engine: 1, post: 0, serialise: 0, cache: 'miss', capped: false }
const months = [3, 1, 2].map((month) => Date.UTC(2001, month, 1))

/** Renders the rows of a bar chart by month, returned unsorted. */
function open(rowcount = months.length, answered: Promise<void> = Promise.resolve()) {
  const entry = {
    rowcount,
    colnames: ['__timestamp', 'count'],
    coltypes: [2, 0],
    columns: [months.slice(0, rowcount), [1261, 1200, 1188].slice(0, rowcount)],
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  mockResponses({
    '/api/v1/chart/data': async () => {
      await answered
      return { result: [entry] }
    },
    '/api/v1/dataset/3/samples': {
      result: { rowcount: 1, colnames: ['sold', 'n'], coltypes: [2, 0], data: [{ sold: months[1], n: 7 }], cost },
    },
  })
  return show({})
}

/** Runs a chart of orders by month. */
function show(own: Record<string, unknown>) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  const form = {
    viz_type: 'echarts_timeseries_bar',
    datasource: '3__table',
    granularity_sqla: 'sold',
    time_grain_sqla: 'P1M',
    metrics: ['count'],
    ...own,
  }
  const store = createExploreStore({ slice: null, dataset, form, title: '' })
  const runner = createRunner(store, 60_000)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <RunnerContext value={runner}>
          <Labels />
          <ResultsPane />
        </RunnerContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  runner.run()
  return { store }
}

const cells = () => screen.getAllByRole('row').map((row) => within(row).queryAllByRole('gridcell'))
const lines = () => cells().flatMap((row) => (row.length === 0 ? [] : [row.map((cell) => cell.textContent)]))

it('shows rows with labels and formats of the chart, along the time axis', async () => {
  open()
  expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual([
    'Sold on',
    'Orders',
  ])
  const byTime = [
    ['Feb 2001', '1,200'],
    ['Mar 2001', '1,188'],
    ['Apr 2001', '1,261'],
  ]
  expect(lines()).toEqual(byTime)
  await press(/^Orders/, 'columnheader')
  await waitForAssertion(() =>
    expect(lines().map(([, orders]) => orders)).not.toEqual(byTime.map(([, orders]) => orders)),
  )
})

it('shows that the chart runs, while it runs', async () => {
  let answer: () => void = () => undefined
  open(1, new Promise((resolve) => (answer = resolve)))
  expect(await screen.findByText('The chart is running')).toBeDefined()
  expect(screen.queryByText('Run the chart to see its rows')).toBeNull()
  answer()
  await screen.findAllByText('1 row')
  expect(screen.queryByText('The chart is running')).toBeNull()
})

it('shows the count of one row in the singular', async () => {
  open(1)
  await screen.findAllByText('1 row')
  expect(screen.queryByText('1 rows')).toBeNull()
})

it('samples and their copy have the display names', async () => {
  open()
  await press('Samples', 'tab')
  const heads = () => screen.queryAllByRole('columnheader').map(({ textContent }) => textContent)
  await waitForAssertion(() => expect(heads()).toEqual(['Sold on', 'n']))
  vi.stubGlobal('isSecureContext', true)
  await press('Copy to clipboard')
  expect(await navigator.clipboard.readText()).toBe('Sold on\tn\n2001-02-01 00:00:00\t7')
})

it('queries the complete rows behind a sampled chart, up to their limit', async () => {
  const at = Array.from({ length: 3 }, (_, day) => Date.UTC(2001, 0, 1 + day))
  const entry = (values: readonly number[], more: object) => ({
    rowcount: values.length,
    colnames: ['__timestamp', 'count'],
    coltypes: [2, 0],
    columns: [at.slice(0, values.length), values],
    cost,
    applied_filters: [],
    rejected_filters: [],
    ...more,
  })
  const calls = mockResponses({
    '/api/v1/chart/data': (call: Call) => {
      const { queries } = call.body as { queries: readonly { sample?: unknown }[] }
      const isSampled = queries[0]?.sample !== undefined
      const sampled = { sampled: { points: 20_000, width: 2048 } }
      return { result: [isSampled ? entry([7, 9], sampled) : entry([7, 8, 9], { cost: { ...cost, capped: true } })] }
    },
  })
  const { store } = show({ viz_type: 'echarts_timeseries_line', zoomable: true })
  expect(await screen.findByText('shown: first, last, least and greatest of each pixel; 20,000 points')).toBeDefined()
  expect(await screen.findByText('first 3 rows: the row limit was reached')).toBeDefined()
  expect(lines().map((line) => line[1])).toEqual(['7', '8', '9'])
  await press('Copy to clipboard')
  const requested = calls.filter(({ path }) => path === '/api/v1/chart/data').map(({ body }) => body)
  const samples = (requested as readonly { queries: readonly { sample?: object }[] }[]).map(
    ({ queries }) => queries[0]?.sample,
  )
  expect(samples).toEqual([{ width: expect.any(Number) }, undefined])
  expect(store.getState().ownState).toEqual({})
})

it('all rows of a second query are requested by themselves', async () => {
  const entry = (values: readonly number[], more: object) => ({
    rowcount: values.length,
    colnames: ['__timestamp', 'count'],
    coltypes: [2, 0],
    columns: [values.map((_, day) => Date.UTC(2001, 0, 1 + day)), values],
    cost,
    applied_filters: [],
    rejected_filters: [],
    ...more,
  })
  const calls = mockResponses({
    '/api/v1/chart/data': (call: Call) => {
      const { queries } = call.body as { queries: readonly { sample?: unknown }[] }
      const sampled = { sampled: { points: 20_000, width: 2048 } }
      const result = queries.map(({ sample }) => (sample ? entry([7, 9], sampled) : entry([4, 5, 6], {})))
      return { result }
    },
  })
  show({ viz_type: 'mixed_timeseries', metrics_b: ['count'], groupby_b: ['origin'] })
  expect(await screen.findByText('shown: first, last, least and greatest of each pixel; 40,000 points')).toBeDefined()
  await press('Results 2', 'tab')
  await waitForAssertion(() => expect(lines().map((line) => line[1])).toEqual(['4', '5', '6']))
  const requested = calls.filter(({ path }) => path === '/api/v1/chart/data').map(({ body }) => body)
  const whole = (requested as { queries: { sample?: object; columns: unknown[] }[] }[]).at(-1)?.queries
  expect(whole).toHaveLength(1)
  expect([whole?.[0]?.sample, whole?.[0]?.columns.includes('origin')]).toEqual([undefined, true])
})

it.each<[string, () => Response]>([
  ['the database reports an error', () => Response.json({ message: 'The engine said no' }, { status: 400 })],
  ['the server does not respond', () => Response.error()],
])('says "Not run" after a first run without rows when %s', async (_, answer) => {
  const calls = mockResponses({
    '/api/v1/chart/data': answer,
    '/api/v1/dataset/3/samples': { result: { rowcount: 0, colnames: [], coltypes: [], data: [], cost } },
  })
  show({})
  const results = within(screen.getByRole('region', { name: 'Results' }))
  expect(await results.findByText('Not run')).toBeDefined()
  expect(calls.some(({ path }) => path === '/api/v1/chart/data')).toBe(true)
  expect(results.queryByText('Run the chart to see its rows')).toBeNull()
  expect(results.queryByText('No results were returned for this query')).toBeNull()
})

it('shows "Not run" when a chart fails before its first query', async () => {
  const calls = mockResponses({
    '/api/v1/dataset/3/samples': { result: { rowcount: 0, colnames: [], coltypes: [], data: [], cost } },
  })
  const { store } = show({ metrics: [] })
  act(() => actions.changeCharts(store, (all) => renderFailed(all, 0, 'no canvas', null, 0)))
  const results = within(screen.getByRole('region', { name: 'Results' }))
  expect(await results.findByText('Not run')).toBeDefined()
  expect(calls.filter(({ path }) => path === '/api/v1/chart/data')).toEqual([])
})
