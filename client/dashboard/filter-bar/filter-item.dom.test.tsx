import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FilterItem } from './FilterItem.tsx'
import { type SendQuery, createDashboardLoader, LoaderContext } from '../state/loading.ts'
import { maskOf } from '../state/masks.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { queryClient } from '#client/session/query-client.ts'
import { isAdhocMetric } from '#core/metric/metric.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { ApiResponseError } from '#calls/call.ts'
import { dashboardChart, openDashboard, reader, selectFilter } from '#testing/dashboard.ts'
import { isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'

const range = selectFilter('NATIVE_FILTER-time', 'Period', { filterType: 'filter_time', targets: [{}] })
const flights: DatasetResponse = { id: 3, table_name: 'flights', main_dttm_col: 'date', columns: [], metrics: [] }
const sales: DatasetResponse = { ...flights, id: 4, table_name: 'sales', main_dttm_col: null }
const spans: Readonly<Record<string, readonly [number, number]>> = {
  '3 date': [Date.UTC(2001, 2, 1), Date.UTC(2001, 6, 1)],
  '4 sold': [Date.UTC(2001, 0, 1), Date.UTC(2001, 1, 1)],
}

/** The columns and grains whose rows were counted. */
const counted: string[] = []

beforeEach(() => queryClient.clear())

/** Opens a filter over two datasets and returns the columns that were queried. */
async function open(datasets: readonly DatasetResponse[], isFailing = false): Promise<string[]> {
  mockResponses({ '/api/v1/time_range/': { result: { since: '2026-11-16T00:00:00', until: '2026-11-23T00:00:00' } } })
  const charts = [
    dashboardChart(10),
    dashboardChart(11),
    dashboardChart(12, { datasource: '4__table', granularity_sqla: 'sold' }),
  ]
  const metadata = { native_filter_configuration: [range] }
  const store = createDashboardStore(openDashboard(metadata, { charts, datasets }))
  const requested: string[] = []
  counted.length = 0
  const ask = vi.fn<SendQuery>(async ({ datasource, queries }) => {
    const [bucket] = queries[0]?.columns ?? []
    if (typeof bucket === 'object') {
      counted.push(`${datasource.id} ${bucket.sqlExpression} ${bucket.timeGrain}`)
      const entry = {
        colnames: ['bar', 'rows'],
        coltypes: [2, 0],
        columns: [[Date.UTC(2001, 0, 29), Date.UTC(2001, 2, 5)], datasource.id === 3 ? [0, 40] : [20, 0]],
        rowcount: 2,
      }
      return [entry] as unknown as Awaited<ReturnType<SendQuery>>
    }
    const [metric, min] = queries[0]?.metrics ?? []
    if (isAdhocMetric(metric) && metric.aggregate === 'COUNT_DISTINCT') {
      // More distinct times than there are months, so they cannot be starts of months.
      const entry = { colnames: ['distinct'], coltypes: [0], columns: [[182]], rowcount: 1 }
      return [entry] as unknown as Awaited<ReturnType<SendQuery>>
    }
    const column = isAdhocMetric(min) ? min.column?.column_name : undefined
    requested.push(`${datasource.id} ${column}`)
    if (isFailing && column === 'sold') throw new Error('gone')
    const [first, last] = spans[`${datasource.id} ${column}`] ?? []
    const entry = {
      colnames: ['rows', 'MIN', 'MAX'],
      coltypes: [0, 2, 2],
      columns: [[9], [first], [last]],
      rowcount: 1,
    }
    return [entry] as unknown as Awaited<ReturnType<SendQuery>>
  })
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
          <FilterItem config={range} />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  await waitForAssertion(() => expect(isOpen(/^Period: /)).toBe(true))
  expect(requested).toEqual([])
  await press(/^Period: /)
  await waitForAssertion(() => expect(isOpen('APPLY')).toBe(true))
  return requested
}

it('shows the range of a dashboard with the time extent of its charts, queried once per time column', async () => {
  const requested = await open([flights, sales])
  expect(requested.toSorted()).toEqual(['3 date', '4 sold'])
  expect(screen.getByText('Data from Jan 1 to Jul 1, 2001')).toBeDefined()
  expect(screen.getByText('Data ends on Jul 1, 2001: this range is empty')).toBeDefined()
  await press('CANCEL')
  await press(/^Period: /)
  await waitForAssertion(() => expect(screen.getByText('Data from Jan 1 to Jul 1, 2001')).toBeDefined())
  expect(requested).toHaveLength(2)
})

it('shows no time extent while that of one chart is unknown', async () => {
  await open([flights, sales], true)
  expect(screen.queryByText(/^Data /)).toBeNull()
  expect(screen.queryByText(/this range is empty/)).toBeNull()
})

it('sends no query while a dataset loads', async () => {
  expect(await open([flights])).toEqual([])
  expect(screen.queryByText(/^Data /)).toBeNull()
})

it('draws the rows of all charts over their common time extent, with one query per time column', async () => {
  await open([flights, sales])
  const spread = await screen.findByRole('img', { name: /^Rows over time: 0 of 26 bars/ })
  expect(counted.toSorted()).toEqual(['3 date P1W', '4 sold P1W'])
  const titles = [...spread.querySelectorAll('[title]')].map((bar) => bar.getAttribute('title') ?? '')
  expect(titles.filter((title) => !title.endsWith(': 0 rows'))).toEqual([
    'Jan 29 – Feb 4, 2001: 20 rows',
    'Mar 5 – 11, 2001: 40 rows',
  ])
  await press('CANCEL')
  await press(/^Period: /)
  await screen.findByRole('img', { name: /^Rows over time/ })
  expect(counted).toHaveLength(2)
})

it('shows the distribution of a number range, queried once its minimum and maximum are known', async () => {
  const distance = selectFilter('NATIVE_FILTER-distance', 'distance', { filterType: 'filter_range' })
  const columns = [{ column_name: 'distance', type: 'BIGINT', type_generic: 0, is_dttm: false } as const]
  const store = createDashboardStore(
    openDashboard({ native_filter_configuration: [distance] }, { datasets: [{ ...flights, columns }] }),
  )
  const requested: unknown[] = []
  const ask = vi.fn<SendQuery>(async ({ queries }) => {
    requested.push(queries[0]?.columns)
    const isSpread = queries[0]?.columns?.length === 1
    const answer = isSpread
      ? {
          colnames: ['bin', 'rows'],
          columns: [
            [0, 3, 12],
            [40, 10, 2],
          ],
        }
      : { colnames: ['min', 'max'], columns: [[0], [1200]] }
    return [{ ...answer, coltypes: [0, 0], rowcount: 1 }] as unknown as Awaited<ReturnType<SendQuery>>
  })
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
          <FilterItem config={distance} />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  const bars = () => [...document.querySelectorAll<HTMLElement>('[aria-hidden] > i')]
  await waitForAssertion(() => expect(bars()).toHaveLength(12))
  expect(bars().map(({ style }) => style.height)).toEqual([
    '100%',
    '0%',
    '0%',
    '25%',
    '0%',
    '0%',
    '0%',
    '0%',
    '0%',
    '0%',
    '0%',
    '5%',
  ])
  expect(requested).toEqual([[], [{ label: 'bin', sqlExpression: expect.stringContaining('"distance"') }]])
  const all = bars().map(({ className }) => className)
  expect(new Set(all).size).toBe(1)
  act(() => actions.select(store, distance.id, maskOf(distance, [600, null])))
  await waitForAssertion(() => expect(bars().filter(({ className }) => className !== all[0])).toHaveLength(6))
})

function draw(dataset: DatasetResponse, ask: SendQuery, pairs: readonly (readonly [string, string])[] = []) {
  const origin = selectFilter('NATIVE_FILTER-origin', 'origin', {
    targets: [{ datasetId: 3, column: { name: 'origin' } }],
  })
  const metadata = { native_filter_configuration: [origin] }
  const store = createDashboardStore(openDashboard(metadata, { datasets: [dataset], user: reader(1, ...pairs) }))
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
          <FilterItem config={origin} />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  return store
}

it('shows a message without values to a user who may not see them', async () => {
  mockResponses({})
  const columns = [{ column_name: 'origin' }] as DatasetResponse['columns'] & object
  draw({ ...flights, columns }, () => {
    throw new ApiResponseError('No access to the dataset secret', 'answer', 403)
  })
  expect(await screen.findByText('You may not see these values')).toBeDefined()
  expect(document.body.textContent).not.toContain('secret')
})

it('a filter with a missing column shows an error, sends no query, and links to its settings', async () => {
  mockResponses({})
  const ask = vi.fn<SendQuery>()
  const store = draw(flights, ask, [['can_write', 'Dashboard']])
  expect(screen.getByText('The dataset has no column origin any more: nothing is filtered by it.')).toBeDefined()
  expect(ask).not.toHaveBeenCalled()
  await press('Repair')
  expect(store.getState().configuring).toEqual({ selected: 'NATIVE_FILTER-origin' })
})

it('the time filter shows a range selected in a chart, and removes it', async () => {
  const metadata = { native_filter_configuration: [range] }
  const store = createDashboardStore(openDashboard(metadata, { charts: [dashboardChart(10)], datasets: [flights] }))
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={createDashboardLoader(store, 60_000)}>
          <FilterItem config={range} />
        </LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  await waitForAssertion(() => expect(isOpen(/^Period: /)).toBe(true))
  const stretch = (kind: 'time' | 'number') => ({ kind, first: 0, last: 1 })
  const brushed = (kind: 'time' | 'number', label: string) => ({
    extraFormData: {},
    filterState: { label, value: [0, 1], stretch: stretch(kind) },
  })
  act(() => actions.setMask(store, '10', brushed('number', '5 – 6')))
  expect(screen.queryByText(/^Chart 10/)).toBeNull()
  act(() => actions.setMask(store, '10', brushed('time', 'Jan 2001 – Mar 2001')))
  expect(screen.getByText(/^Chart 10/).textContent).toBe('Chart 10: Jan 2001 – Mar 2001')
  await press('Remove the time range of Chart 10')
  expect(screen.queryByText(/^Chart 10/)).toBeNull()
  expect(store.getState().masks['10']?.filterState).toEqual({ value: null })
})
