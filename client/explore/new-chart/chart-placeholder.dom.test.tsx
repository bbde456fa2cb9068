import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ColumnExtent } from '#core/query/column-extent.ts'
import type { ChartResponse, DatasetResponse } from '#core/rest/responses.ts'
import { ChartPane } from '#client/explore/results/ChartPane.tsx'
import { ResultsPane } from '#client/explore/results/ResultsPane.tsx'
import { createRunner, RunnerContext } from '#client/explore/state/chart-runner.ts'
import { createExploreStore, ExploreContext } from '#client/explore/state/store.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { batchResponse, batchItemsOf } from '#testing/frames.ts'
import { type Call, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { fitGrain } from './suitable-grain.ts'
import { newForm } from './new-form.ts'
import { createQueryClient } from '#client/session/query-client.ts'

// Charts are drawn here as soon as their code has loaded.
beforeEach(() => takeCanvas())

const column = (column_name: string, type_generic: 0 | 1 | 2) => ({
  column_name,
  type: '',
  type_generic,
  is_dttm: type_generic === 2,
  groupby: true,
})
const dataset: DatasetResponse = {
  id: 3,
  table_name: 'sales',
  columns: [column('region', 1), column('revenue', 0), column('sold', 2)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}
const DATA = '/api/v1/chart/data'
const BATCH = '/api/v1/chart/data/batch'
const cost = { queue: 0, plan: 0, engine: 1, post: 0, serialise: 0, cache: 'miss', capped: false }
const head = { cost, applied_filters: [], rejected_filters: [] }
const regions = ['North', 'South', 'North', 'South']
const samples = {
  ...head,
  rowcount: 4,
  colnames: ['region', 'revenue'],
  coltypes: [1, 0],
  data: regions.map((region, row) => ({ region, revenue: row * 7 })),
}
/** The column profile: 4 rows, 2 regions, 4 amounts, over 90 days. */
const counted = {
  ...head,
  rowcount: 1,
  colnames: ['rows', 'distinct_0', 'distinct_1', 'MIN', 'MAX'],
  coltypes: [0, 0, 0, 2, 2],
  columns: [[4], [2], [4], [0], [90 * 86_400_000]],
}
const figure = { ...head, rowcount: 1, colnames: ['SUM(revenue)'], coltypes: [0], columns: [[42]] }
const nothing = { ...head, rowcount: 0, colnames: ['region', 'count'], coltypes: [1, 0], columns: [[], []] }

const said = (of: unknown): unknown => (typeof of === 'function' ? (of as () => unknown)() : of)

interface Server {
  readonly counts?: unknown
  readonly of?: (vizType: string) => unknown
}

/** The chart and results of a new chart on the dataset. */
function open(
  from: DatasetResponse = dataset,
  { counts = { result: [counted] }, of = () => figure }: Server = {},
  slice: ChartResponse | null = null,
) {
  const calls = mockResponses({
    [BATCH]: (call: Call) => batchResponse(call, ({ viz_type }) => of(viz_type)),
    [DATA]: ({ body }: Call) => ((body as { form_data?: unknown }).form_data ? { result: [figure] } : said(counts)),
    '/api/v1/dataset/3/samples': { result: samples },
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const form = { ...newForm('table', from), time_grain_sqla: 'P1W' }
  const store = createExploreStore({ slice, dataset: from, form, title: '' })
  const runner = createRunner(store, 60_000)
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <RunnerContext value={runner}>
          <ChartPane />
          <ResultsPane />
        </RunnerContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  const requests = (path: string) => calls.filter((call) => call.path === path)
  return { store, requests, view }
}

const picture = () => within(screen.getByRole('region', { name: 'Chart' }))
const offered = () =>
  within(screen.getByRole('list', { name: 'Charts of your data' }))
    .getAllByRole('button')
    .map((each) => each.textContent)

it('a new chart shows samples and suggestions by one query; a click applies one and undo removes it', async () => {
  const { store, requests } = open()
  expect(await screen.findByRole('button', { name: /^Rows over time/ })).toBeDefined()
  expect(offered()).toEqual([
    'Rows over timeLine Chart',
    'Rows by regionBar Chart',
    'Sum of revenueBig Number',
    'Share by regionPie Chart',
    'Parts of Rows over time by regionArea Chart',
    'Rows day by dayCalendar Heatmap',
  ])
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Samples')
  expect(screen.queryByText('Say what to draw')).toBeNull()
  const before = store.getState().form
  await waitForAssertion(() => expect(picture().getByText('42').closest('[inert]')).not.toBeNull())
  // One request for the column profile, one for all suggestions.
  expect([requests(DATA).length, requests(BATCH).length]).toEqual([1, 1])
  expect(requests(BATCH).flatMap(batchItemsOf)).toHaveLength(6)
  await press(/^Sum of revenue/)
  await waitForAssertion(() => expect(picture().getByText('42').closest('[inert]')).toBeNull())
  expect(requests(DATA)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Rows over time/ })).toBeNull()
  expect(store.getState().form).toMatchObject({
    viz_type: 'big_number_total',
    metric: { aggregate: 'SUM', label: 'SUM(revenue)' },
    granularity_sqla: 'sold',
    time_grain_sqla: 'P1W',
  })
  expect(store.getState().title).toBe('Sum of revenue')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Results')
  store.temporal.getState().undo()
  expect(store.getState().form).toBe(before)
  expect(store.getState().title).toBe('')
})

it('a suggestion keeps the name that the user typed', async () => {
  const { store } = open()
  store.setState({ title: 'My revenue' })
  await screen.findByRole('button', { name: /^Sum of revenue/ })
  await press(/^Sum of revenue/)
  expect(store.getState().title).toBe('My revenue')
})

it('suggestions of a new chart wait for its time grain, and are queried once with it', async () => {
  const { store, requests } = open()
  let answer: (span: ColumnExtent) => void = () => {}
  const fitted = fitGrain(store, () => new Promise((resolve) => (answer = resolve)))
  await waitForAssertion(() => expect(requests(DATA)).toHaveLength(1))
  expect(await screen.findByText('Looking at the dataset')).toBeDefined()
  await act(async () => {
    answer({ rows: 4, span: 20 * 365 * 86_400_000 })
    await fitted
  })
  // 20 years are 80 quarters; as months they are too many to distinguish.
  expect(store.getState().form['time_grain_sqla']).toBe('P3M')
  await waitForAssertion(() => expect(picture().getByText('42')).toBeDefined())
  expect(requests(BATCH)).toHaveLength(1)
  const forms = requests(BATCH).flatMap((call) =>
    batchItemsOf(call).map(({ query_context }) => query_context.form_data),
  )
  expect(forms).toContainEqual(expect.objectContaining({ viz_type: 'echarts_timeseries_line', time_grain_sqla: 'P3M' }))
  expect(forms).not.toContainEqual(expect.objectContaining({ time_grain_sqla: 'P1W' }))
})

it('does not offer an empty chart, and requests a chart type if there is no other', async () => {
  open(dataset, { of: (vizType) => (vizType === 'pie' ? nothing : figure) })
  await waitForAssertion(() => expect(offered()).toHaveLength(5))
  expect(screen.queryByRole('button', { name: /Pie Chart$/ })).toBeNull()
  cleanup()
  open(dataset, { of: () => nothing })
  expect(await screen.findByText('Say what to draw')).toBeDefined()
  expect(screen.queryByText('Suggested charts')).toBeNull()
})

it('shows why a profile failed, and loads it again on a click', async () => {
  let isDown = true
  const counts = () =>
    isDown ? Response.json({ message: 'The disk is full' }, { status: 500 }) : { result: [counted] }
  open(dataset, { counts })
  expect((await screen.findByRole('alert')).textContent).toContain('The disk is full')
  isDown = false
  await press('Try again')
  expect(await screen.findByRole('button', { name: /^Rows over time/ })).toBeDefined()
})

it('sends no query before the page is painted, and leaving cancels queries', async () => {
  const due: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => due.push(callback))
  const signals: (AbortSignal | null | undefined)[] = []
  const { requests, view } = open(dataset, { counts: () => new Promise(() => undefined) })
  const fetched = fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.endsWith(DATA)) signals.push(init?.signal)
    return fetched(path, init)
  })
  expect(await screen.findByText('Looking at the dataset')).toBeDefined()
  expect(requests(DATA)).toHaveLength(0)
  act(() => {
    for (const each of due) each(0)
  })
  await waitForAssertion(() => expect(requests(DATA)).toHaveLength(1))
  expect(signals.map((each) => each?.aborted)).toEqual([false])
  view.unmount()
  expect(signals.map((each) => each?.aborted)).toEqual([true])
})

it('requests a chart type when there are no suggestions', async () => {
  open({ ...dataset, columns: [], metrics: [] })
  expect(await screen.findByText('Say what to draw')).toBeDefined()
})

it('a saved chart is not drawn over', async () => {
  const { requests } = open(dataset, {}, { id: 5, slice_name: 'Mine' } as ChartResponse)
  expect(await screen.findByText('Say what to draw')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Rows over time/ })).toBeNull()
  expect(requests(DATA)).toHaveLength(0)
})
