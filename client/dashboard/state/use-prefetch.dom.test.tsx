import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { updateStarted, updateSucceeded } from '#client/chart/chart-state.ts'
import { MarkMenu } from '#client/dashboard/chart/MarkMenu.tsx'
import { FilterItem } from '#client/dashboard/filter-bar/FilterItem.tsx'
import { createQueryClient } from '#client/session/query-client.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { dashboardChart, openDashboard, selectFilter } from '#testing/dashboard.ts'
import { frame, batchItemsOf } from '#testing/frames.ts'
import { openSession } from '#testing/session.ts'
import { type Call, mockResponses, userInput } from '#testing/user-input.ts'
import { formDataOf } from './chart-form.ts'
import { createDashboardLoader, LoaderContext } from './loading.ts'
import { maskOf } from './masks.ts'
import { actions, createDashboardStore, DashboardContext } from './store.ts'

const region = selectFilter('F-1', 'region', { name: 'Region' })
const columns = ['region', 'product'].map((column_name) => ({
  column_name,
  type: 'VARCHAR',
  type_generic: 1,
  groupby: true,
  is_dttm: false,
}))
const sales = { id: 3, table_name: 'sales', main_dttm_col: null, columns, metrics: [] } as unknown as DatasetResponse
const pie = dashboardChart(10, { viz_type: 'pie', groupby: ['region'] })

interface Item {
  readonly id: string
  readonly only_cached?: boolean
  readonly query_context: {
    readonly queries: readonly {
      readonly columns?: readonly unknown[]
      readonly filters?: readonly { readonly val: unknown }[]
    }[]
  }
}
const entry = (colname: string, values: readonly unknown[]) =>
  ({ colnames: [colname], coltypes: [1], columns: [values], rowcount: values.length, error: null }) as unknown
const cachedEntry = entry('region', ['cached']) as ColumnarResult

/** The queries for cached results that the server received. */
let ahead: Item[] = []
let store: ReturnType<typeof createDashboardStore>

beforeEach(() => {
  ahead = []
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return () => void vi.useRealTimers()
})

/** Renders parts of a dashboard whose charts 10 and 11 show results; `answer` answers queries for cached results. */
function open(part: React.ReactNode, answer: (item: Item) => Uint8Array) {
  openSession()
  const calls = mockResponses({
    'POST /api/v1/chart/data/batch': (call: Call) => {
      const frames = (batchItemsOf(call) as unknown as readonly Item[]).map((item) => {
        if (!item.only_cached) return frame(item.id, { result: [entry('region', ['EU', 'US'])] })
        ahead.push(item)
        return answer(item)
      })
      return new Response(Uint8Array.from(frames.flatMap((each) => [...each])))
    },
  })
  const charts = [pie, dashboardChart(11), dashboardChart(12)]
  store = createDashboardStore(openDashboard({ native_filter_configuration: [region] }, { charts, datasets: [sales] }))
  for (const id of [10, 11]) {
    const form = formDataOf(store.getState(), id) ?? pie.form_data
    actions.changeCharts(store, (all) =>
      updateSucceeded(updateStarted(all, id, new AbortController(), form, 1), id, [cachedEntry], 2),
    )
  }
  const load = createDashboardLoader(store, 60_000)
  render(
    <DashboardContext value={store}>
      <QueryClientProvider client={createQueryClient()}>
        <LoaderContext value={{ ...load, fetchView: async () => {} }}>{part}</LoaderContext>
      </QueryClientProvider>
    </DashboardContext>,
  )
  return { calls, loader: load.loader }
}

const cached = (item: Item) => frame(item.id, { result: [cachedEntry] })
const notCached = (item: Item) => frame(item.id, { message: 'not cached' }, 422)
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const valuesOf = (items: readonly Item[]) =>
  items.map(({ query_context: { queries } }) => queries[0]?.filters?.[0]?.val)
const rowsOf = (id: number) => store.getState().charts[id]?.queriesResponse?.[0]?.columns

it('the cached results of a hovered filter value are shown at once when it is applied', async () => {
  const { calls, loader } = open(<FilterItem config={region} />, cached)
  const option = await screen.findByRole('option', { name: /^EU/ })
  const before = calls.length
  await userInput().hover(option)
  await wait(2000)
  expect(valuesOf(ahead)).toEqual([['EU'], ['EU']])
  expect(calls).toHaveLength(before + 1)
  act(() => actions.setMask(store, 'F-1', maskOf(region, ['EU'])))
  await act(() => loader.load(10, formDataOf(store.getState(), 10) ?? pie.form_data))
  expect(rowsOf(10)).toEqual([['cached']])
  expect(calls).toHaveLength(before + 1)
})

it('a value without cached results is queried when it is applied', async () => {
  const { calls, loader } = open(<FilterItem config={region} />, notCached)
  await userInput().hover(await screen.findByRole('option', { name: /^US/ }))
  await wait(2000)
  expect(valuesOf(ahead)).toEqual([['US'], ['US']])
  const before = calls.length
  act(() => actions.setMask(store, 'F-1', maskOf(region, ['US'])))
  await act(() => loader.load(10, formDataOf(store.getState(), 10) ?? pie.form_data))
  expect(rowsOf(10)).toEqual([['EU', 'US']])
  expect(calls).toHaveLength(before + 1)
})

it('sends no request when the pointer leaves at once, or in data saver mode', async () => {
  open(<FilterItem config={region} />, cached)
  const pointer = userInput()
  const option = await screen.findByRole('option', { name: /^EU/ })
  await pointer.hover(option)
  await pointer.unhover(option)
  await wait(2000)
  expect(ahead).toEqual([])
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { connection: { saveData: true } }))
  await pointer.hover(option)
  await wait(2000)
  expect(ahead).toEqual([])
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { connection: { saveData: false } }))
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-data: reduce)' }))
  await pointer.unhover(option)
  await pointer.hover(option)
  await wait(2000)
  expect(ahead).toEqual([])
})

it('hovering a column to drill by requests its cached result', async () => {
  const target = { selection: { region: 'EU' }, at: { x: 1, y: 1 }, mark: undefined }
  open(<MarkMenu chartId={10} target={target} onSelect={undefined} onDetail={undefined} onClose={() => {}} />, cached)
  const pointer = userInput()
  await pointer.click(await screen.findByRole('menuitem', { name: 'Drill by' }))
  await pointer.hover(await screen.findByRole('menuitem', { name: 'product' }))
  await wait(2000)
  expect(ahead.map(({ query_context: { queries } }) => queries[0]?.columns)).toEqual([['product']])
  expect(valuesOf(ahead)).toEqual([['EU']])
})
