import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FilterBox } from './FilterBox.tsx'
import { MigrationBanner } from './MigrationBanner.tsx'
import { AppliedFilterSummary } from '../filter-bar/AppliedFilterSummary.tsx'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { dashboardChart, openDashboard, reader } from '#testing/dashboard.ts'
import { box, choose, userInput, isOpen, press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { openSession } from '#testing/session.ts'
import { createQueryClient } from '#client/session/query-client.ts'

const dataset = {
  id: 3,
  table_name: 'flights',
  columns: [
    { column_name: 'date', type: 'DATE', type_generic: 2, is_dttm: true },
    { column_name: 'seen', type: 'BIGINT', type_generic: 2, is_dttm: true, python_date_format: 'epoch_s' },
  ],
  time_grain_sqla: [
    [null, 'Original value'],
    ['P1D', 'Day'],
  ],
} as unknown as DatasetResponse

const ITEMS = [
  { column: 'origin', label: 'From', multiple: true, metric: 'flights' },
  { column: 'carrier', multiple: false },
]

const VALUES: Record<string, readonly object[]> = {
  origin: [
    { id: 'ATL', text: 'ATL', metric: 400 },
    { id: 'BOS', text: 'BOS', metric: 100 },
  ],
  carrier: [{ id: 'AA', text: 'AA' }],
}

/** Renders the filter box as chart 10; returns its store and the option queries. */
function shown(form: object = {}, what?: React.ReactNode, values = VALUES, of = dataset) {
  openSession({ user: reader(1) })
  const requests: Record<string, unknown>[] = []
  mockResponses({
    'GET /superset/explore_json/': ({ query }: { query: URLSearchParams }) => {
      const sent = JSON.parse(query.get('form_data') ?? '{}') as {
        adhoc_filters?: { operator: string; comparator: string }[]
      }
      requests.push(sent)
      const like = sent.adhoc_filters?.find(({ operator }) => operator === 'ILIKE')?.comparator.replaceAll('%', '')
      const found = (list: readonly object[]) => list.filter((each) => !like || JSON.stringify(each).includes(like))
      return { data: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, found(list)])) }
    },
  })
  const chart = dashboardChart(10, { viz_type: 'filter_box', filter_configs: ITEMS, ...form })
  const charts = [chart, dashboardChart(11), dashboardChart(12)]
  const writer = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
  const store = createDashboardStore(openDashboard({}, { charts, datasets: [of], user: writer }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>{what ?? <FilterBox chartId={10} title="Box" />}</DashboardContext>
    </QueryClientProvider>,
  )
  const said = () => store.getState().filterBoxes[10]?.columns
  return { store, requests, said }
}

const times = { show_sqla_time_granularity: true, show_sqla_time_column: true }

it('D-FILTERBOX-01, D-FILTERBOX-02: a box has a date filter, grain, time column, a select for each column, and Apply', async () => {
  const { said } = shown(times)
  expect(box('Time grain').textContent).toContain('Type or Select [Time grain]')
  expect(box('Time column').textContent).toContain('Type or Select [Time column]')
  expect(box('From').getAttribute('placeholder')).toBe('Type or Select [From]')
  expect(box('carrier').getAttribute('placeholder')).toBe('Type or Select [carrier]')

  await choose('Time grain', 'Day')
  await choose('Time column', 'date')
  await choose('From', /^ATL/)
  await choose('carrier', 'AA')
  await press(/^Time range/)
  expect(await screen.findByRole('dialog', { name: 'Edit time range' })).toBeDefined()
  await userInput().keyboard('{Escape}')
  await press('Apply')
  expect(said()).toEqual({
    __time_range: 'No filter',
    __time_grain: 'P1D',
    __time_col: 'date',
    origin: ['ATL'],
    carrier: 'AA',
  })
  expect(box('Time grain').textContent).toContain('Day')
  expect(box('From').getAttribute('placeholder')).not.toBe('Type or Select [From]')
})

it('a box without a date filter sets no time range', () => {
  shown({ ...times, date_filter: false })
  expect(screen.queryByText(/^Time/)).toBeNull()
})

it('D-FILTERBOX-03: a select shows when nothing is found', async () => {
  const { requests } = shown()
  await userInput().type(box('From'), 'zzz')
  await waitForAssertion(() => expect(screen.getByText('No results found')).toBeDefined())
  expect(requests.at(-1)).toMatchObject({
    filter_configs: [ITEMS[0]],
    adhoc_filters: [{ clause: 'WHERE', subject: 'origin', operator: 'ILIKE', comparator: '%zzz%' }],
  })
})

it('D-FILTERBOX-04: the bar of an option is its metric as a share of the largest', async () => {
  shown()
  await userInput().click(box('From'))
  const widthOf = async (name: RegExp) => {
    const option = await screen.findByRole('option', { name })
    return [...option.querySelectorAll<HTMLElement>('span')].map(({ style }) => style.width).find(Boolean)
  }
  expect(await widthOf(/^ATL/)).toBe('100%')
  expect(await widthOf(/^BOS/)).toBe('25%')
})

it('D-FILTERBOX-08, D-FILTERBOX-09, D-FILTERBOX-10: Apply is enabled by a change, applies it, and is disabled', async () => {
  const { said } = shown()
  expect(isOpen('Apply')).toBe(false)
  await choose('From', /^ATL/)
  expect(said()?.['origin']).toBeNull()
  expect(isOpen('Apply')).toBe(true)
  await press('Apply')
  expect(said()).toMatchObject({ origin: ['ATL'], carrier: null })
  expect(isOpen('Apply')).toBe(false)
})

it('a link that sets other values discards a value that is not applied', async () => {
  const { store, said } = shown()
  await choose('From', /^ATL/)
  act(() => actions.showView(store, {}, [], { 10: { carrier: 'AA' } }))
  expect(isOpen('Apply')).toBe(false)
  expect(said()).toMatchObject({ origin: null, carrier: 'AA' })
})

it('D-FILTERBOX-11: an instant box applies every change at once, and has no Apply button', async () => {
  const { said } = shown({ instant_filtering: true })
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  await choose('From', /^ATL/)
  expect(said()?.['origin']).toEqual(['ATL'])
  await choose('carrier', 'AA')
  expect(said()?.['carrier']).toBe('AA')
})

it('the summary shows the values of a filter box, and removes them', async () => {
  const { store, said } = shown({ instant_filtering: true }, <AppliedFilterSummary />)
  expect(screen.getByText('All rows')).toBeDefined()
  act(() => actions.changeBoxes(store, { type: 'change', chartId: 10, values: { origin: ['ATL', null] } }))
  expect(screen.getByRole('group').textContent).toBe('FromATL, <NULL>')
  await press('Remove the filter From')
  expect(said()?.['origin']).toBeNull()
  expect(screen.getByText('All rows')).toBeDefined()
})

it('Review turns filter boxes into native filters, and the banner turns them back', async () => {
  const { store } = shown({}, <MigrationBanner />)
  await press('Review')
  expect(store.getState()).toMatchObject({ migration: 'REVIEWING', filterBoxes: {} })
  expect(store.getState().filters.map(({ name }) => name)).toEqual(['Time range', 'From', 'carrier'])
  await press('Back to the filter boxes')
  expect(store.getState()).toMatchObject({ migration: 'NOOP', filters: [] })
  expect(Object.keys(store.getState().filterBoxes)).toEqual(['10'])
  await press('Not now')
  expect(store.getState().migration).toBe('SNOOZED')
  expect(screen.queryByRole('button')).toBeNull()
})

it('saves the conversion with the other metadata, and keeps it for review after a failure', async () => {
  const { store } = shown({}, <MigrationBanner />)
  await press('Review')
  mockResponses({ 'PUT /api/v1/dashboard/5': Response.json({ message: 'Gone' }, { status: 500 }) })
  await press('Keep these filters')
  await waitForAssertion(() => expect(screen.getByText(/The filters were not saved/)).toBeDefined())
  expect(store.getState().migration).toBe('REVIEWING')
  const calls = mockResponses({
    'PUT /api/v1/dashboard/5': ({ body }: { body: unknown }) => ({ result: body, version: 3 }),
  })
  await press('Keep these filters')
  await waitForAssertion(() => expect(store.getState().migration).toBe('CONVERTED'))
  const [{ body } = { body: { json_metadata: '{}' } }] = calls
  const sent = JSON.parse((body as { json_metadata: string }).json_metadata) as Record<string, unknown[]>
  expect(sent['filter_box_migration']).toBe('CONVERTED')
  expect(sent['native_filter_configuration']).toHaveLength(3)
  expect(within(document.body).queryByRole('button')).toBeNull()
})

const MARCH = Date.UTC(2001, 2, 1)
const MAY = Date.UTC(2001, 4, 1, 10, 30)

it('shows times as dates in the select, in chips and in the summary for any type of column', async () => {
  const items = [
    { column: 'date', label: 'Day', multiple: true },
    { column: 'seen', label: 'Seen', multiple: true },
  ]
  const values = {
    date: [
      { id: MARCH, text: MARCH },
      { id: MAY, text: MAY },
      { id: null, text: null },
    ],
    seen: [
      { id: MARCH / 1000, text: MARCH / 1000 },
      { id: MAY / 1000, text: MAY / 1000 },
    ],
  }
  const both = (
    <>
      <FilterBox chartId={10} title="Box" />
      <AppliedFilterSummary />
    </>
  )
  const { said, requests } = shown({ instant_filtering: true, filter_configs: items }, both, values)
  await userInput().click(box('Day'))
  await waitForAssertion(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      '2001-03-01',
      '2001-05-01 10:30:00',
      '<NULL>',
    ]),
  )
  await userInput().click(screen.getByRole('option', { name: '2001-03-01' }))
  await userInput().keyboard('{Escape}')
  await waitForAssertion(() => expect(requests.length).toBeGreaterThan(0))
  // Users do not type seconds: a text that names no date range is searched among the listed dates.
  const before = requests.length
  await userInput().type(box('Seen'), '05-01 10')
  await userInput().click(await screen.findByRole('option', { name: '2001-05-01 10:30:00' }))
  expect(requests.slice(before).filter(({ adhoc_filters }) => adhoc_filters)).toEqual([])
  expect(said()).toMatchObject({ date: [MARCH], seen: [MAY / 1000] })
  expect(screen.getByRole('group', { name: 'What narrows this page' }).textContent).toBe(
    'Day2001-03-01Seen2001-05-01 10:30:00',
  )
  expect(screen.getByRole('button', { name: 'Remove 2001-03-01' })).toBeDefined()
})

const between = (from: number, to: number) => [
  ['>=', from / 1000],
  ['<', to / 1000],
]

it.each([
  ['seen', 'epoch_s', '2001-03-01', between(MARCH, MARCH + 86_400_000)],
  ['seen', 'epoch_s', '2001-12', between(Date.UTC(2001, 11, 1), Date.UTC(2002, 0, 1))],
  ['seen', 'epoch_s', '1999', between(Date.UTC(1999, 0, 1), Date.UTC(2000, 0, 1))],
  ['coded', '%d/%m/%Y', '2001-03-01', [['==', MARCH]]],
])('searches a date that is not listed in %s with the format %s: %s', async (name, format, text, conditions) => {
  const more = { column_name: 'coded', type: 'TEXT', type_generic: 1, is_dttm: true, python_date_format: format }
  const known = dataset.columns?.find(({ column_name }) => column_name === name) ?? more
  const { requests } = shown({ filter_configs: [{ column: name, multiple: true }] }, undefined, {}, {
    ...dataset,
    columns: [known],
  } as DatasetResponse)
  await userInput().type(box(name), text)
  await waitForAssertion(() => {
    const said = requests.at(-1)?.['adhoc_filters'] as { subject: string; operator: string; comparator: number }[]
    expect(said?.map(({ subject, operator, comparator }) => [subject, operator, comparator])).toEqual(
      (conditions as [string, number][]).map(([operator, at]) => [name, operator, at]),
    )
  })
})
