import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { batchResponse } from '#testing/frames.ts'
import {
  box,
  button,
  type Call,
  choose,
  userInput,
  isOpen,
  press,
  mockResponses,
  waitForAssertion,
} from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import NewChartPage from './NewChartPage.tsx'
import { createQueryClient } from '#client/session/query-client.ts'

const head = { cost: { cache: 'miss', capped: false }, applied_filters: [], rejected_filters: [] }
const answer = { ...head, rowcount: 1, colnames: ['count'], coltypes: [0], columns: [[42]] }
/** 1,000 rows over 3,000 days. */
const counted = {
  ...head,
  rowcount: 1,
  colnames: ['rows', 'MIN', 'MAX'],
  coltypes: [0, 2, 2],
  columns: [[1000], [0], [3000 * 86_400_000]],
}
const column = (column_name: string) => ({ column_name, type: 'TIMESTAMP', type_generic: 2, is_dttm: true })
const count = { metric_name: 'count', expression: 'COUNT(*)' }
const sales = { id: 3, table_name: 'sales', columns: [column('sold')], metrics: [count] }
const bare = { id: 4, table_name: 'bare', columns: [], metrics: [] }

beforeEach(() => void openSession({ settings: { defaultVizType: 'pie' } }))

async function open(address = '/chart/add', over: Parameters<typeof mockResponses>[0] = {}) {
  mockResponses({
    '/api/v1/chart/data/batch': (call: Call) => batchResponse(call, () => answer),
    '/api/v1/chart/data': { result: [counted] },
    '/api/v1/dataset/3/samples': { result: { ...head, rowcount: 0, colnames: [], coltypes: [], data: [] } },
    '/api/v1/dataset/4/samples': { result: { ...head, rowcount: 0, colnames: [], coltypes: [], data: [] } },
    '/api/v1/dataset/3': { result: sales },
    '/api/v1/dataset/4': { result: bare },
    '/api/v1/dataset/': { result: [sales, bare], count: 2 },
    ...over,
  })
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/chart/add', component: NewChartPage })
  const explore = createRoute({ getParentRoute: () => root, path: '/explore', component: () => 'Explore' })
  const history = createMemoryHistory({ initialEntries: [address] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page, explore]), history }) as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('combobox')
  return { went: () => new URL(history.location.href, 'http://localhost') }
}

it('a chart that suits the dataset is pressed, and explore opens with its form, by a grain that fits its days', async () => {
  const { went } = await open('/chart/add?dashboard_id=8')
  expect(screen.queryByRole('button', { name: 'For your data' })).toBeNull()
  await choose('Dataset', 'sales')
  await screen.findByRole('button', { name: /^Rows over time/ })
  await press(/^Rows over time/)
  await waitForAssertion(() => expect(went().pathname).toBe('/explore'))
  expect([went().searchParams.get('dataset_id'), went().searchParams.get('dashboard_id')]).toEqual(['3', '8'])
  expect(went().searchParams.get('slice_name')).toBe('Rows over time')
  expect(JSON.parse(went().searchParams.get('form_data') ?? '{}')).toMatchObject({
    viz_type: 'echarts_timeseries_line',
    datasource: '3__table',
    metrics: ['count'],
    // 99 of 30.4 days.
    time_grain_sqla: 'P1M',
  })
})

it('reports that examples are being loaded while there are no datasets', async () => {
  openSession({ settings: { isLoadingExamples: true } })
  await open('/chart/add', {
    '/api/v1/dataset/': { result: [], count: 0 },
    '/api/v1/example_load/': { result: { state: 'loading', loaded: 2, total: 16 } },
  })
  expect(await screen.findByText('2 of 16 parts loaded')).toBeDefined()
  expect(screen.queryByText('No dataset to draw a chart of')).toBeNull()
})

it('one press selects one of the datasets that changed last', async () => {
  const changed = Array.from({ length: 8 }, (_, at) => ({
    id: at + 10,
    table_name: `table ${at}`,
    changed_on_utc: `2026-01-0${at + 1}T00:00:00`,
  }))
  await open('/chart/add', {
    '/api/v1/dataset/': { result: [...changed, { ...sales, changed_on_utc: '2026-01-09T00:00:00' }], count: 9 },
  })
  const recent = await screen.findByRole('group', { name: 'Recently changed datasets' })
  const names = within(recent)
    .getAllByRole('button')
    .map((each) => each.textContent)
  expect(names).toEqual(['sales', 'table 7', 'table 6', 'table 5', 'table 4', 'table 3'])
  await press('sales')
  expect(await screen.findByRole('button', { name: /^Rows over time/ })).toBeDefined()
  expect(box('Dataset').textContent).toBe('sales')
  expect(button('sales').getAttribute('aria-pressed')).toBe('true')
})

it('a chart needs a dataset; with one, a type opens by its button or a double click', async () => {
  const { went } = await open()
  const tiles = () => within(screen.getByRole('group', { name: 'Chart types' }))
  expect(tiles().getByRole('button', { name: 'Pie Chart' }).getAttribute('aria-pressed')).toBe('true')
  expect(isOpen('Create new chart')).toBe(false)
  fireEvent.doubleClick(tiles().getByRole('button', { name: 'Pie Chart' }))
  expect(went().pathname).toBe('/chart/add')
  await choose('Dataset', 'bare')
  expect(await screen.findByText('Nothing in this dataset suggests a chart')).toBeDefined()
  await press(/^All charts/)
  await press('Treemap')
  await press('Create new chart')
  await waitForAssertion(() =>
    expect(went().pathname + went().search).toBe('/explore?dataset_id=4&viz_type=treemap_v2'),
  )
})

it('the page has seven tab stops from the dataset to the button: lists of datasets, tags and types are one each', async () => {
  const { went } = await open()
  await choose('Dataset', 'bare')
  await screen.findByText('Nothing in this dataset suggests a chart')
  await press(/^All charts/)
  const hand = userInput()
  act(() => box('Dataset').focus())
  const stops: string[] = []
  while (stops.length < 9 && stops.at(-1) !== 'Create new chart') {
    await hand.keyboard('{Tab}')
    const { activeElement } = document
    stops.push(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '')
  }
  expect(stops.map((name) => name.replace(/\d+$/, ''))).toEqual([
    'bare',
    'All charts',
    'Search all charts',
    'Pie Chart',
    'Details',
    'Aesthetic',
    'Create new chart',
  ])
  act(() => button('Pie Chart').focus())
  await hand.keyboard('{ArrowRight}')
  const next = document.activeElement
  expect(next?.getAttribute('aria-pressed')).toBe('false')
  await hand.keyboard('{Enter}')
  expect(next?.getAttribute('aria-pressed')).toBe('true')
  await hand.keyboard('{Enter}')
  await waitForAssertion(() => expect(went().pathname).toBe('/explore'))
})

it('names contacts to a user who may not read any dataset', async () => {
  await open('/chart/add', {
    '/api/v1/dataset/': { result: [], count: 0 },
    '/api/v1/security/grants/contacts': { result: ['Ana Lee'] },
  })
  expect(await screen.findByText('Ask one of the administrators: Ana Lee.')).toBeDefined()
  expect(screen.getByText(/^You may not read any dataset yet/)).toBeDefined()
})
