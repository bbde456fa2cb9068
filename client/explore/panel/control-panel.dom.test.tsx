import { act, render, screen, within } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it, vi } from 'vitest'
import { ControlPanel } from './ControlPanel.tsx'
import { RunButton } from './RunButton.tsx'
import { RunnerContext } from '../state/chart-runner.ts'
import { createChartElements } from '#client/chart/chart-elements.ts'
import { updateFailed, updateStarted } from '#client/chart/chart-state.ts'
import { actions, createExploreStore, ExploreContext } from '../state/store.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import {
  findCodeEditor,
  userInput,
  isOpen,
  press,
  mockResponses,
  waitForAssertion,
  write,
} from '#testing/user-input.ts'

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'flights',
  columns: [{ column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

/** Renders the control panel of a form, or a part of it; returns its store and runner. */
function open(form: Record<string, unknown> & { viz_type: string }, part = <ControlPanel />) {
  const run = vi.fn<() => void>()
  const whole = { datasource: '3__table', ...form }
  const store = createExploreStore({ slice: null, dataset, form: whole, title: '' })
  render(
    <ExploreContext value={store}>
      <RunnerContext value={{ run, layOver: () => undefined, stop: () => undefined, elements: createChartElements() }}>
        {part}
      </RunnerContext>
    </ExploreContext>,
  )
  return { run, store, form: () => store.getState().form as Readonly<Record<string, unknown>> }
}

it('E-CONTROLS-29: an invalid number is reported at its field, and nothing runs without a valid one', async () => {
  const { run, form } = open({ viz_type: 'pie', metric: 'count', groupby: ['origin'] })
  await press('Create chart')
  expect(run).toHaveBeenCalledOnce()
  await press('Customize', 'tab')
  await write('Percentage threshold', '')
  await waitForAssertion(() => expect(form()['show_labels_threshold']).toBeNull())
  expect(screen.getByText('is expected to be a number')).toBeDefined()
  expect(isOpen('Create chart')).toBe(false)
  await write('Percentage threshold', '2.5')
  await waitForAssertion(() => expect(form()['show_labels_threshold']).toBe(2.5))
  expect(screen.queryByText('is expected to be a number')).toBeNull()
  expect(isOpen('Create chart')).toBe(true)
})

it('shows a type that is not among the tiles as an additional, highlighted tile', async () => {
  open({ viz_type: 'time_table' })
  const tiles = () => within(screen.getByRole('group', { name: 'Visualization type' })).getAllByRole('button')
  const highlightedTiles = () => tiles().filter((tile) => tile.getAttribute('aria-pressed') === 'true')
  expect(tiles()).toHaveLength(7)
  expect(highlightedTiles().map((tile) => tile.getAttribute('aria-label'))).toEqual(['Time-series Table'])
  await press('Pie Chart')
  expect(tiles()).toHaveLength(6)
  expect(highlightedTiles().map((tile) => tile.getAttribute('aria-label'))).toEqual(['Pie Chart'])
})

it('E-CONTROLS-05: a color is selected in the panel', async () => {
  const { form } = open({
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', lonCol: 'origin', latCol: 'origin' },
    color_picker: { r: 0, g: 122, b: 135, a: 1 },
  })
  await press('Customize', 'tab')
  await press('Fixed Color')
  await write('Color', '#ff8800')
  await userInput().keyboard('{Enter}')
  await waitForAssertion(() => expect(form()['color_picker']).toEqual({ r: 255, g: 136, b: 0, a: 1 }))
})

it('the time range editor shows the extent of the time column, queried with the permissions of the user', async () => {
  const calls = mockResponses({
    '/api/v1/time_range/': { result: {} },
    '/api/v1/chart/data': {
      result: [
        {
          colnames: ['rows', 'MIN', 'MAX'],
          coltypes: [0, 2, 2],
          columns: [[9], [Date.UTC(2001, 0, 1)], [Date.UTC(2001, 6, 1)]],
          rowcount: 1,
        },
      ],
    },
  })
  // Whether the column has buckets is a separate query.
  const isDistinct = (body: unknown) => JSON.stringify(body).includes('COUNT_DISTINCT')
  const requests = () => calls.filter(({ path, body }) => path === '/api/v1/chart/data' && !isDistinct(body))
  open({ viz_type: 'pie', metric: 'count', groupby: ['origin'], granularity_sqla: 'date', time_range: 'No filter' })
  await waitForAssertion(() => expect(isOpen(/^Time range: /)).toBe(true))
  expect(requests()).toEqual([])
  await press(/^Time range: /)
  await waitForAssertion(() => expect(screen.getByText('Data from Jan 1 to Jul 1, 2001')).toBeDefined())
  await waitForAssertion(() => expect(requests()).toHaveLength(2))
  expect(requests()[1]?.body).toMatchObject({
    datasource: { id: 3 },
    queries: [{ columns: [{ sqlExpression: 'date', timeGrain: 'P1W', columnType: 'BASE_AXIS' }] }],
  })
  expect(requests()[0]?.body).toMatchObject({
    datasource: { id: 3 },
    queries: [{ metrics: [{}, { aggregate: 'MIN', column: { column_name: 'date' } }, { aggregate: 'MAX' }] }],
  })
})

it('SQL of a metric shows the name that failed in the last query, until the next query', async () => {
  const metric = { expressionType: 'SQL', sqlExpression: 'MAX(orign)', label: 'MAX(orign)', optionName: 'm' }
  const { store } = open({ viz_type: 'big_number_total', metric })
  const mistake = { kind: 'column', name: 'orign', candidates: ['origin'] } as const
  act(() => actions.changeCharts(store, (all) => updateFailed(all, 0, { error: 'no column orign', mistake }, 1)))
  await press('MAX(orign)')
  await findCodeEditor('SQL expression')
  const wrong = () => [...document.querySelectorAll('.cm-wrong')].map(({ textContent }) => textContent)
  await waitForAssertion(() => expect(wrong()).toEqual(['orign']))
  const form = store.getState().form
  act(() => actions.changeCharts(store, (all) => updateStarted(all, 0, new AbortController(), form, 2)))
  await waitForAssertion(() => expect(wrong()).toEqual([]))
})

/** Returns the elements of the visible controls by name. */
const shownControls = () =>
  new Map([...document.querySelectorAll('[data-control]')].map((each) => [each.getAttribute('data-control'), each]))

it('another chart type does not move shared controls, also in other rows', () => {
  const { store } = open({ viz_type: 'table', query_mode: 'aggregate', groupby: ['origin'], metrics: ['count'] })
  const before = shownControls()
  act(() => actions.setVizType(store, 'echarts_timeseries_line'))
  const after = shownControls()
  const stored = [...after.keys()].filter((name) => after.get(name) === before.get(name))
  // the row limit has its own line in a table, and shares one with the series limit in a line chart
  expect(stored).toEqual([
    'granularity_sqla',
    'time_range',
    'metrics',
    'groupby',
    'adhoc_filters',
    'row_limit',
    'timeseries_limit_metric',
  ])
  expect([...after.keys()].filter((name) => !before.has(name))).toEqual([
    'time_grain_sqla',
    'x_axis',
    'contributionMode',
    'limit',
    'truncate_metric',
  ])
})

it('renders the run button again only if its text changes', () => {
  const drawn = vi.fn<() => void>()
  const part = (
    <Profiler id="run" onRender={drawn}>
      <RunButton />
    </Profiler>
  )
  const { store } = open({ viz_type: 'pie', metric: 'count', groupby: ['origin'] }, part)
  drawn.mockClear()
  act(() => actions.setVizType(store, 'table'))
  act(() => actions.setControl(store, 'row_limit', 50))
  expect(drawn).not.toHaveBeenCalled()
  act(() => actions.setControl(store, 'row_limit', 'many'))
  expect(isOpen('Create chart')).toBe(false)
  expect(drawn).toHaveBeenCalledOnce()
})

it('an empty required control of a new chart shows no error before its first run, and shows one after it', async () => {
  const { store } = open({ viz_type: 'pie', metric: null, groupby: ['origin'] })
  expect(screen.queryByText('cannot be empty')).toBeNull()
  expect(isOpen('Create chart')).toBe(false)
  act(() =>
    actions.changeCharts(store, (all) =>
      updateStarted(all, 0, new AbortController(), store.getState().form, Date.now()),
    ),
  )
  expect(await screen.findByText('cannot be empty')).toBeDefined()
})

it('a required control of a new chart whose values were removed shows an error at once', async () => {
  open({ viz_type: 'time_table', metrics: ['count'], column_collection: [] })
  expect(await screen.findByText('cannot be empty')).toBeDefined()
})
