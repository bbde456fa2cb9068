import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ChartAnswer, DatasetAnswer } from '#core/rest/answers.ts'
import { ChartPane } from '#client/explore/results/ChartPane.tsx'
import { ResultsPane } from '#client/explore/results/ResultsPane.tsx'
import { createRunner, RunnerContext } from '#client/explore/state/run.ts'
import { createExploreStore, ExploreContext } from '#client/explore/state/store.ts'
import { press, serve, soon } from '#testing/hands.ts'
import { newForm } from './new-form.ts'

const column = (column_name: string, type_generic: 0 | 1 | 2) => ({
  column_name,
  type: '',
  type_generic,
  is_dttm: type_generic === 2,
  groupby: true,
})
const dataset: DatasetAnswer = {
  id: 3,
  table_name: 'sales',
  columns: [column('region', 1), column('revenue', 0), column('sold', 2)],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}
const DATA = '/api/v1/chart/data'
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
const answer = { ...head, rowcount: 1, colnames: ['SUM(revenue)'], coltypes: [0], columns: [[42]] }

/** Picture and rows of a chart over the dataset. */
function open(of: DatasetAnswer = dataset, slice: ChartAnswer | null = null) {
  const calls = serve({ [DATA]: { result: [answer] }, '/api/v1/dataset/3/samples': { result: samples } })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const form = { ...newForm('table', of), time_grain_sqla: 'P1W' }
  const store = createExploreStore({ slice, dataset: of, form, title: '' })
  const runner = createRunner(store, 60_000)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExploreContext value={store}>
        <RunnerContext value={runner}>
          <ChartPane />
          <ResultsPane />
        </RunnerContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  const asked = () => calls.filter(({ path }) => path === DATA)
  return { store, asked }
}

const picture = () => within(screen.getByRole('region', { name: 'Chart' }))

it('a new chart shows samples and charts to begin with; one press draws one, one undo takes it back', async () => {
  const { store, asked } = open()
  expect(await screen.findByRole('button', { name: /^Rows over time/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Rows by region/ })).toBeDefined()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Samples')
  expect(screen.queryByText('Say what to draw')).toBeNull()
  const before = store.getState().form
  await soon(() => expect(picture().getByText('42').closest('[inert]')).not.toBeNull())
  expect(asked()).toHaveLength(3)
  await press(/^Sum of revenue/)
  await soon(() => expect(picture().getByText('42').closest('[inert]')).toBeNull())
  expect(asked()).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /^Rows over time/ })).toBeNull()
  expect(store.getState().form).toMatchObject({
    viz_type: 'big_number_total',
    metric: { aggregate: 'SUM', label: 'SUM(revenue)' },
    granularity_sqla: 'sold',
    time_grain_sqla: 'P1W',
  })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Results')
  store.temporal.getState().undo()
  expect(store.getState().form).toBe(before)
})

it('where nothing can be suggested, it asks what to draw', async () => {
  open({ ...dataset, columns: [], metrics: [] })
  expect(await screen.findByText('Say what to draw')).toBeDefined()
})

it('a saved chart is not drawn over', async () => {
  open(dataset, { id: 5, slice_name: 'Mine' } as ChartAnswer)
  expect(await screen.findByText('Say what to draw')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Rows over time/ })).toBeNull()
})
