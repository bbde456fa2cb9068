import { describe, expect, it } from 'vitest'
import { MIGRATION_STATES } from './filter-boxes.ts'
import { filterBoxTexts } from './filter-box-texts.ts'
import { actions, createDashboardStore } from '#client/dashboard/state/store.ts'
import { dashboardViewUrl, viewParams } from '#client/dashboard/state/dashboard-url.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { dashboardChart, openDashboard, reader } from '#testing/dashboard.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

const dataset = {
  id: 3,
  table_name: 'flights',
  columns: [
    { column_name: 'origin', type: 'VARCHAR', type_generic: 1, is_dttm: false },
    { column_name: 'distance', type: 'BIGINT', type_generic: 0, is_dttm: false },
  ],
} as unknown as DatasetResponse

/** Chart 10 is a filter box; 11 and 12 are big numbers. */
const box = dashboardChart(10, {
  viz_type: 'filter_box',
  time_range: 'Last week',
  adhoc_filters: [{ clause: 'WHERE', expressionType: 'SQL', sqlExpression: 'distance > 0' }],
  show_sqla_time_granularity: true,
  filter_configs: [
    { column: 'origin', label: 'From', multiple: true, defaultValue: 'ATL;BOS', asc: true, metric: 'flights' },
    { column: 'distance', multiple: false, clearable: false, defaultValue: '500' },
  ],
})
const writer = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
const charts = [box, dashboardChart(11), dashboardChart(12)]
const opened = (metadata: object = {}, over: object = {}) =>
  openDashboard(metadata, { charts, datasets: [dataset], user: writer, ...over })
const requested = (state: ReturnType<typeof openDashboard>, chart = 11) =>
  (
    (formDataOf(state, chart) as Record<string, unknown>)['extra_filters'] as
      | { col: string; val: unknown }[]
      | undefined
  )?.map(({ col, val }) => [col, val])

describe('the state of the migration', () => {
  it('D-MIGRATE-01: is one of four, and NOOP for any other value', () => {
    expect(MIGRATION_STATES).toEqual(['NOOP', 'SNOOZED', 'REVIEWING', 'CONVERTED'])
    expect(opened().migration).toBe('NOOP')
    expect(opened({}, { migration: 'SNOOZED' }).migration).toBe('SNOOZED')
    expect(opened({}, { migration: 'REVIEWING' }).migration).toBe('REVIEWING')
    expect(opened({ filter_box_migration: 'CONVERTED' }, { migration: 'NOOP' }).migration).toBe('CONVERTED')
    expect(opened({ filter_box_migration: 'DONE' }).migration).toBe('NOOP')
  })

  it('offers no review to users who may not edit the dashboard', () => {
    expect(opened({}, { migration: 'REVIEWING', user: reader(2, ['can_read', 'Dashboard']) }).migration).toBe('NOOP')
  })

  it.each(['NOOP', 'SNOOZED'] as const)('D-MIGRATE-02: filter boxes filter the charts in %s', (migration) => {
    const state = opened({}, { migration })
    expect(Object.keys(state.filterBoxes)).toEqual(['10'])
    expect(state.filters).toEqual([])
    expect(requested(state)).toEqual([
      ['__time_range', 'Last week'],
      ['origin', ['ATL', 'BOS']],
      ['distance', 500],
    ])
    expect(requested(state, 10)).toBeUndefined()
  })

  it('D-MIGRATE-03: filter boxes do not filter in REVIEWING and CONVERTED', () => {
    for (const state of [opened({}, { migration: 'REVIEWING' }), opened({ filter_box_migration: 'CONVERTED' })]) {
      expect(state.filterBoxes).toEqual({})
      expect(requested(state)).toBeUndefined()
    }
  })

  it('D-MIGRATE-04: REVIEWING shows each filter box field as a native filter with scope, settings and default', () => {
    const scopes = { 10: { origin: { scope: ['TAB-a'], immune: [12] } } }
    const state = opened({ filter_scopes: scopes }, { migration: 'REVIEWING' })
    expect(state.filters.map(({ name, filterType, targets }) => [name, filterType, targets])).toEqual([
      ['Time range', 'filter_time', [{}]],
      ['Time grain', 'filter_timegrain', [{ datasetId: 3 }]],
      ['From', 'filter_select', [{ datasetId: 3, column: { name: 'origin' } }]],
      ['distance', 'filter_select', [{ datasetId: 3, column: { name: 'distance' } }]],
    ])
    const [time, grain, origin, distance] = state.filters
    expect(time?.defaultDataMask?.extraFormData).toEqual({ time_range: 'Last week' })
    expect(grain?.defaultDataMask?.extraFormData).toEqual({})
    expect(origin).toMatchObject({
      controlValues: { multiSelect: true, enableEmptyFilter: false, sortAscending: true, inverseSelection: false },
      scope: { rootPath: ['TAB-a'], excluded: [12] },
      sortMetric: 'flights',
      time_range: 'Last week',
      adhoc_filters: [{ sqlExpression: 'distance > 0' }],
      defaultDataMask: { extraFormData: { filters: [{ col: 'origin', op: 'IN', val: ['ATL', 'BOS'] }] } },
    })
    expect(distance).toMatchObject({
      controlValues: { multiSelect: false, enableEmptyFilter: true },
      scope: { rootPath: ['ROOT_ID'], excluded: [] },
      defaultDataMask: { extraFormData: { filters: [{ col: 'distance', op: 'IN', val: [500] }] } },
    })
  })

  it('D-MIGRATE-05: REVIEWING shows the filter bar, even if the dashboard hides it', () => {
    const hidden = { show_native_filters: false }
    expect(opened(hidden, { migration: 'REVIEWING' }).filterBar.isShown).toBe(true)
    expect(opened(hidden).filterBar.isShown).toBe(false)
  })

  it('REVIEWING does not change the queries of the charts', () => {
    const before = formDataOf(opened(), 11) as Record<string, unknown>
    const after = formDataOf(opened({}, { migration: 'REVIEWING' }), 11)
    expect(before['extra_filters']).toEqual([
      { col: '__time_range', op: '==', val: 'Last week' },
      { col: 'origin', op: 'IN', val: ['ATL', 'BOS'] },
      { col: 'distance', op: '==', val: 500 },
    ])
    expect(after?.extra_form_data).toEqual({
      time_range: 'Last week',
      filters: [
        { col: 'origin', op: 'IN', val: ['ATL', 'BOS'] },
        { col: 'distance', op: 'IN', val: [500] },
      ],
    })
  })

  it("a filter box in the scope of another depends on it, unless both are in each other's scope", () => {
    const second = dashboardChart(11, {
      viz_type: 'filter_box',
      date_filter: false,
      filter_configs: [{ column: 'dest' }],
    })
    const both = { charts: [box, second, dashboardChart(12)], migration: 'REVIEWING' }
    const parents = (metadata: object) =>
      Object.fromEntries(
        opened(metadata, both).filters.map(({ name, cascadeParentIds }) => [name, cascadeParentIds?.length]),
      )
    expect(parents({})).toMatchObject({ dest: 0, From: 0 })
    expect(parents({ filter_scopes: { 11: { dest: { scope: ['ROOT_ID'], immune: [10] } } } })).toMatchObject({
      dest: 4,
      From: 0,
      'Time range': 0,
    })
  })
})

describe('preselected values of filter boxes of a dashboard', () => {
  const stored = { default_filters: JSON.stringify({ 10: { origin: ['DEN'], __time_range: 'Last year' } }) }

  it('D-HYDRATE-11: opens with default_filters of the metadata, otherwise with the defaults of the boxes', () => {
    expect(requested(opened(stored))).toEqual([
      ['__time_range', 'Last year'],
      ['origin', ['DEN']],
      ['distance', 500],
    ])
    expect(requested(opened({ default_filters: 'not JSON' }))).toHaveLength(3)
  })

  it('D-HYDRATE-10: the URL overrides them column by column', () => {
    const preselect = { 10: { origin: ['LAX'], unknown: ['x'] }, 99: { origin: ['x'] } }
    expect(requested(opened(stored, { preselect }))).toEqual([
      ['__time_range', 'Last year'],
      ['origin', ['LAX']],
      ['distance', 500],
    ])
    expect(requested(opened(stored, { preselect: 'x' }))).toHaveLength(3)
  })

  it('selected values are in the URL, and the URL restores them', () => {
    const store = createDashboardStore(opened(stored))
    expect(viewParams(store.getState()).preselect_filters).toBeUndefined()
    actions.changeBoxes(store, { type: 'change', chartId: 10, values: { origin: ['LAX'] } })
    const address = new URLSearchParams(dashboardViewUrl('?lang=en', viewParams(store.getState())))
    const preselect = JSON.parse(address.get('preselect_filters') ?? '') as object
    expect(opened(stored, { preselect }).filterBoxes).toEqual(store.getState().filterBoxes)
    actions.showView(store, {}, [])
    expect(requested(store.getState())).toEqual(requested(opened(stored)))
  })
})

it('a filter box that is removed from the layout stops filtering', () => {
  const store = createDashboardStore(opened())
  const { layout } = store.getState()
  const without = Object.fromEntries(
    Object.entries(layout).filter(([, node]) => (node as { meta?: { chartId?: number } }).meta?.chartId !== 10),
  )
  store.setState({ layout: without })
  expect(store.getState().filterBoxes).toEqual({})
})

it('a time stored as a number is shown as a time in the filter bar if queries read it so', () => {
  const columns = [{ column_name: 'year', type: 'BIGINT', type_generic: 2, is_dttm: true, python_date_format: '%Y' }]
  const form = { viz_type: 'filter_box', date_filter: false, filter_configs: [{ column: 'year', multiple: true }] }
  const state = opened(
    {},
    {
      charts: [dashboardChart(10, form), dashboardChart(11), dashboardChart(12)],
      datasets: [{ ...dataset, columns }],
      migration: 'REVIEWING',
      preselect: { 10: { year: [2006, null, 1971] } },
    },
  )
  expect(state.masks['NATIVE_FILTER-box-10-year']?.filterState?.value).toEqual([Date.UTC(2006, 0, 1), null, 1971])
})

it('writes the time range, grain and time column of a box as its fields show them', () => {
  const own = {
    columns: [{ column_name: 'sold', verbose_name: 'Sold on', type: 'DATE' }],
    time_grain_sqla: [['P3M', 'Quarter']],
  } as unknown as DatasetResponse
  const filter = opened().filterBoxes[10]
  const columns = { __time_range: '2021-01-01 : 2021-07-01', __time_grain: 'P3M', __time_col: 'sold', origin: 'P3M' }
  const boxes = { 10: { ...filter, datasourceId: '3__table', columns } as NonNullable<typeof filter> }
  expect(filterBoxTexts(boxes, { 3: own }).map(({ text }) => text)).toEqual([
    'Jan 1 – Jun 30, 2021',
    'Quarter',
    'Sold on',
    'P3M',
  ])
})
