import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ChartPane } from './ChartPane.tsx'
import { type ChartState, renderFailed } from '#client/chart/chart-state.ts'
import { createRunner, RunnerContext } from '../state/chart-runner.ts'
import { actions, createExploreStore, ExploreContext } from '../state/store.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { type MockResponses, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset: DatasetResponse = {
  id: 3,
  table_name: 'flights',
  columns: [{ column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false, groupby: true }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
}

const cost = { queue: 0, plan: 0, engine: 1, post: 0, serialise: 0, cache: 'miss', capped: false }
const DATA = '/api/v1/chart/data'
const refused = () => Response.json({ message: 'The engine said no' }, { status: 400 })

/** Renders the pane of a chart with this form, with a server that returns these results. */
function open(
  form: Record<string, unknown> & { viz_type: string },
  answer: unknown,
  more: { readonly dataset?: DatasetResponse; readonly user?: CurrentUser; readonly answers?: MockResponses } = {},
) {
  const calls = mockResponses({ [DATA]: answer, ...more.answers })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  const store = createExploreStore({
    slice: null,
    dataset: more.dataset ?? dataset,
    form: { datasource: '3__table', ...form },
    title: '',
    ...(more.user ? { user: more.user } : {}),
  })
  const runner = createRunner(store, 60_000)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExploreContext value={store}>
        <RunnerContext value={runner}>
          <ChartPane />
        </RunnerContext>
      </ExploreContext>
    </QueryClientProvider>,
  )
  return { store, runner, calls }
}

it('reports a failed first run', async () => {
  const { store, runner, calls } = open({ viz_type: 'table' }, refused)
  const unsuited = 'Chart suggestions could not be loaded'
  expect(await screen.findByText(unsuited)).toBeDefined()
  const requested = () => calls.filter(({ path }) => path === DATA).length
  const before = requested()
  actions.setControls(store, { metrics: ['count'] })
  runner.run()
  await waitForAssertion(() => expect(screen.queryByText(unsuited)).toBeNull())
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The engine said no')).toBeDefined()
  expect(alert.closest('[data-old]')).toBeNull()
  expect(requested()).toBe(before + 1)
  await press('Try again')
  await waitForAssertion(() => expect(requested()).toBe(before + 2))
})

it('a failed update is shown at full opacity, while the older chart is dimmed', async () => {
  const entry = {
    rowcount: 1,
    colnames: ['count'],
    coltypes: [0],
    columns: [[42]],
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  const answers = [Response.json({ result: [entry] }), refused()]
  const { store, runner } = open({ viz_type: 'big_number_total', metric: 'count' }, () => answers.shift())
  expect((await screen.findByText('42')).closest('[data-old]')).toBeNull()
  expect(screen.getByText('1 row')).toBeDefined()
  actions.setControls(store, { adhoc_filters: [{ expressionType: 'SQL', sqlExpression: 'x', clause: 'WHERE' }] })
  await waitForAssertion(() => expect(screen.getByText('42').closest('[data-old]')).not.toBeNull())
  runner.run()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('The engine said no')).toBeDefined()
  expect(alert.closest('[data-old]')).toBeNull()
  expect(screen.queryByText('1 row')).toBeNull()
  // The previous chart stays behind the error, inert.
  const behind = screen.getByText('42').closest('[inert]')
  expect(behind?.getAttribute('aria-hidden')).toBe('true')
  expect(behind?.contains(alert)).toBe(false)
})

it('a chart is not mounted again while another type is tried, nor when the previous is restored', async () => {
  let made = 0
  const entry = {
    rowcount: 1,
    colnames: ['count'],
    coltypes: [0],
    get columns() {
      made++
      return [[42]]
    },
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  const { store } = open({ viz_type: 'big_number_total', metric: 'count' }, () => Response.json({ result: [entry] }))
  await screen.findByText('42')
  act(() =>
    actions.changeCharts(store, (all) => ({
      ...all,
      0: { ...(all[0] as ChartState), queriesResponse: [entry as never] },
    })),
  )
  const before = made
  expect(before).toBeGreaterThan(0)
  act(() => actions.setVizType(store, 'pie'))
  expect(screen.getByText('42').closest('[data-old]')).not.toBeNull()
  act(() => actions.setVizType(store, 'big_number_total'))
  expect(screen.getByText('42').closest('[data-old]')).toBeNull()
  expect(made).toBe(before)
  act(() => actions.setControls(store, { header_font_size: 0.2 }))
  expect(made).toBeGreaterThan(before)
})

it('removes a chart whose drawing fails, and shows an error', async () => {
  const entry = {
    rowcount: 1,
    colnames: ['count'],
    coltypes: [0],
    columns: [[42]],
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  const { store } = open({ viz_type: 'big_number_total', metric: 'count' }, () => Response.json({ result: [entry] }))
  await screen.findByText('42')
  act(() => actions.changeCharts(store, (all) => renderFailed(all, 0, 'no canvas', null, Date.now())))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(/no canvas/)).toBeDefined()
  expect(screen.queryByText('42')).toBeNull()
})

it('replaces an unknown name on one click and runs again', async () => {
  const mistake = { kind: 'column', name: 'orign', candidates: ['origin'] }
  const failure = {
    message: 'no column orign',
    error_type: 'GENERIC_DB_ENGINE_ERROR',
    level: 'error',
    extra: { mistake },
  }
  const answers = [Response.json({ message: 'no column orign', errors: [failure] }, { status: 400 }), refused()]
  const metric = { expressionType: 'SQL', sqlExpression: 'MAX(orign)', label: 'MAX(orign)', optionName: 'm' }
  const { store, calls } = open({ viz_type: 'big_number_total', metric }, () => answers.shift())
  await screen.findByRole('alert')
  await press('Use "origin"')
  await waitForAssertion(() => expect(calls).toHaveLength(2))
  expect(store.getState().form['metric']).toMatchObject({ sqlExpression: 'MAX(origin)', label: 'MAX(origin)' })
  expect(JSON.stringify(calls[1])).toContain('MAX(origin)')
  await waitForAssertion(() => expect(screen.getByText('The engine said no')).toBeDefined())
  expect(screen.queryByRole('button', { name: 'Use "origin"' })).toBeNull()
})

it('a click replaces a misspelled value that returns no rows and runs the query again', async () => {
  const none = {
    rowcount: 0,
    colnames: ['count'],
    coltypes: [0],
    columns: [[]],
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  const values = {
    ...none,
    rowcount: 2,
    colnames: ['origin', '__count'],
    coltypes: [1, 0],
    columns: [
      ['ORDX', 'ATLANTA'],
      [7, 5],
    ],
  }
  const filter = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'origin',
    operator: 'IN',
    comparator: ['ATLANT'],
  }
  const answer = ({ body }: { body?: unknown }) =>
    Response.json({ result: [JSON.stringify(body).includes('__count') ? values : none] })
  const { store, calls } = open({ viz_type: 'big_number_total', metric: 'count', adhoc_filters: [filter] }, answer)
  await screen.findByText('No rows match')
  await press(await screen.findByRole('button', { name: 'Use "ATLANTA"' }).then(({ textContent }) => textContent ?? ''))
  expect(store.getState().form['adhoc_filters']).toMatchObject([{ subject: 'origin', comparator: ['ATLANTA'] }])
  await waitForAssertion(() => expect(calls.some((call) => JSON.stringify(call).includes('ATLANTA'))).toBe(true))
})

describe('a missing table in the SQL of a dataset', () => {
  const mistake = { kind: 'table', name: 'flighs', candidates: ['flights', 'flight'] }
  const error = {
    message: 'no table flighs',
    error_type: 'GENERIC_DB_ENGINE_ERROR',
    level: 'error',
    extra: { mistake },
  }
  const failed = () => Response.json({ message: error.message, errors: [error] }, { status: 400 })
  const virtual: DatasetResponse = {
    ...dataset,
    sql: "SELECT *, 'flighs' AS kind FROM flighs",
    owners: [{ id: 1, first_name: 'A', last_name: 'B' }],
    version: 4,
  }
  const form = { viz_type: 'big_number_total', metric: 'count' }
  const USE = 'Use "flights" in the SQL of the dataset'

  it('is replaced by one click of an owner, which saves the dataset and runs the query again', async () => {
    const mended = { ...virtual, sql: "SELECT *, 'flighs' AS kind FROM flights", version: 5 }
    const answers = { '/datasource/get/table/3/': virtual, 'POST /datasource/save/': mended }
    const { store, calls } = open(form, failed, { dataset: virtual, user: reader(1), answers })
    await screen.findByRole('alert')
    await press(USE)
    await waitForAssertion(() => expect(store.getState().dataset.version).toBe(5))
    const saved = calls.find(({ method, path }) => method === 'POST' && path === '/datasource/save/')?.body
    const data = saved instanceof FormData ? saved.get('data') : undefined
    expect(typeof data === 'string' && JSON.parse(data)).toMatchObject({
      id: 3,
      sql: mended.sql,
      table_name: 'flights',
    })
    await waitForAssertion(() => expect(calls.filter(({ path }) => path === DATA)).toHaveLength(2))
    await waitForAssertion(() => expect(screen.queryByRole('button', { name: USE })).toBeNull())
  })

  it('is offered to users who may change the dataset, and only for a dataset that names it', async () => {
    const { store } = open(form, failed, { dataset: virtual, user: reader(2) })
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: USE })).toBeNull()
    act(() => store.setState({ user: reader(1) }))
    expect(screen.getByRole('button', { name: USE })).toBeDefined()
    act(() => store.setState({ dataset: { ...virtual, sql: 'SELECT * FROM other' } }))
    expect(screen.queryByRole('button', { name: USE })).toBeNull()
  })
})

it.each([
  ['compare', 'Line Chart', { metrics: ['count'], groupby: ['origin'] }],
  ['para', 'Radar Chart', { metrics: ['count'], groupby: ['origin'] }],
  ['partition', 'Sunburst Chart', { metric: 'count', columns: ['origin'] }],
  ['paired_ttest', 'Table', { metrics: ['count'], groupby: ['origin'] }],
])('E-STATE-07: %s is reported as unsupported; its rows are offered, and %s is drawn instead', async (...of) => {
  const [viz_type, near, requested] = of
  const columns = viz_type === 'para' ? { series: 'origin' } : { groupby: ['origin'] }
  const { store, runner } = open({ viz_type, metrics: ['count'], ...columns, kept: 1 }, refused)
  runner.run()
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('This visualization type is not supported.')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'View as table' })).toBeDefined()
  await press(`Draw as ${near}`)
  expect(store.getState().form).toMatchObject({ ...requested, kept: 1 })
  expect(store.getState().form.viz_type).not.toBe(viz_type)
  await waitForAssertion(() => expect(screen.queryByText('This visualization type is not supported.')).toBeNull())
})

it.each([
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch')), "Can't reach the server."],
  ['a server failure', () => Response.json({ message: 'Bad gateway' }, { status: 502 }), 'Bad gateway'],
])('the previous chart after %s stays visible, dimmed, with one banner', async (_, failure, cause) => {
  const entry = {
    rowcount: 1,
    colnames: ['count'],
    coltypes: [0],
    columns: [[42]],
    cost,
    applied_filters: [],
    rejected_filters: [],
  }
  const results: (() => unknown)[] = [() => Response.json({ result: [entry] }), failure]
  const { store, runner } = open({ viz_type: 'big_number_total', metric: 'count' }, () => results.shift()?.())
  await screen.findByText('42')
  actions.setControls(store, { adhoc_filters: [{ expressionType: 'SQL', sqlExpression: 'x', clause: 'WHERE' }] })
  runner.run()
  expect(await screen.findByText(`${cause} The chart shows the previous result.`)).toBeDefined()
  expect(screen.getByText('42').closest('[data-old]')).not.toBeNull()
  expect(screen.getByText('42').closest('[inert]')).toBeNull()
  expect(screen.queryByText("Couldn't load this chart")).toBeNull()
  results.push(() => Response.json({ result: [entry] }))
  await press('Try again')
  await waitForAssertion(() => expect(screen.queryByText(/shows the previous result/)).toBeNull())
})
