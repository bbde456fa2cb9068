import { describe, expect, it } from 'vitest'
import {
  type BoxChart,
  chartsInBoxScope,
  dashboardFilter,
  type DashboardFilter,
  extraFiltersFor,
  reduceDashboardFilters,
  rootScope,
} from './dashboard-filter.ts'
import type { Layout } from '#core/layout/node.ts'

const node = (type: string, id: string, parents: string[], children: string[], meta: object = {}) => [
  id,
  { type, id, parents, children, meta },
]
/** Two tabs: filter box 1 and chart 10 in the first, charts 11 and 12 in the second. */
const layout = Object.fromEntries([
  node('ROOT', 'ROOT_ID', [], ['TABS']),
  node('TABS', 'TABS', ['ROOT_ID'], ['TAB-a', 'TAB-b']),
  node('TAB', 'TAB-a', ['ROOT_ID', 'TABS'], ['CHART-1', 'CHART-10']),
  node('TAB', 'TAB-b', ['ROOT_ID', 'TABS'], ['CHART-11', 'CHART-12']),
  node('CHART', 'CHART-1', ['ROOT_ID', 'TABS', 'TAB-a'], [], { chartId: 1 }),
  node('CHART', 'CHART-10', ['ROOT_ID', 'TABS', 'TAB-a'], [], { chartId: 10 }),
  node('CHART', 'CHART-11', ['ROOT_ID', 'TABS', 'TAB-b'], [], { chartId: 11 }),
  node('CHART', 'CHART-12', ['ROOT_ID', 'TABS', 'TAB-b'], [], { chartId: 12 }),
]) as Layout

const chart: BoxChart = {
  chartId: 1,
  name: 'Where and when',
  form: {
    viz_type: 'filter_box',
    datasource: '3__table',
    time_range: 'Last week',
    show_sqla_time_granularity: true,
    instant_filtering: true,
    filter_configs: [
      { column: 'region', label: 'Region', multiple: true, defaultValue: 'EU;US' },
      { column: 'size', multiple: false, defaultValue: '4' },
    ],
  },
  typeOf: (column) => (column === 'size' ? 'BIGINT' : 'VARCHAR'),
}

describe('the filter of a box', () => {
  it('D-FILTERBOX-15: contains its type, scope, values and names', () => {
    expect(dashboardFilter(chart, layout)).toEqual({
      chartId: 1,
      componentId: 'CHART-1',
      datasourceId: '3__table',
      filterName: 'Where and when',
      directPathToFilter: ['ROOT_ID', 'TABS', 'TAB-a', 'CHART-1'],
      isDateFilter: true,
      isInstantFilter: true,
      columns: { __time_range: 'Last week', __time_grain: null, region: ['EU', 'US'], size: 4 },
      labels: { __time_range: 'Time range', __time_grain: 'Time grain', region: 'Region', size: 'size' },
      scopes: { __time_range: rootScope, __time_grain: rootScope, region: rootScope, size: rootScope },
    })
  })

  it('contains no time columns when its chart has no date filter', () => {
    const { columns, isDateFilter, isInstantFilter } = dashboardFilter(
      { ...chart, form: { ...chart.form, date_filter: false, instant_filtering: false } },
      layout,
    ) as DashboardFilter
    expect([Object.keys(columns), isDateFilter, isInstantFilter]).toEqual([['region', 'size'], false, false])
  })

  it('preselected values win over its defaults, for columns that it has', () => {
    const given = { region: ['ASIA'], size: null, other: 'x' }
    expect(dashboardFilter(chart, layout, {}, given)?.columns).toEqual({
      __time_range: 'Last week',
      __time_grain: null,
      region: ['ASIA'],
      size: null,
    })
  })

  it('D-FILTERBOX-16, D-FILTERBOX-17: each column has a scope and immune charts; without them the root and none', () => {
    const { scopes } = dashboardFilter(chart, layout, { region: { scope: ['TAB-b'], immune: [12] } }) as DashboardFilter
    expect(scopes['region']).toEqual({ scope: ['TAB-b'], immune: [12] })
    expect(scopes['size']).toEqual({ scope: ['ROOT_ID'], immune: [] })
  })

  it.each([
    [['ROOT_ID'], [], [10, 11, 12]],
    [['ROOT_ID'], [11], [10, 12]],
    [['TAB-b'], [], [11, 12]],
    [['TAB-a'], [], [10]],
    [['TAB-a', 'CHART-12'], [], [10, 12]],
    [[], [], []],
  ])('the filter of a box of %j without %j touches %j, never itself', (scope, immune, ids) => {
    expect([...chartsInBoxScope(layout, { scope, immune }, 1)]).toEqual(ids)
  })
})

const box = dashboardFilter(chart, layout) as DashboardFilter
const boxes = { 1: box }
const placed = [1, 10, 11, 12]

describe('changes of filter boxes', () => {
  it('D-FILTERBOX-18, D-FILTERBOX-19: add creates a filter of a chart on the dashboard, and of no other', () => {
    expect(reduceDashboardFilters({}, { type: 'add', filter: box }, placed)).toEqual({ 1: box })
    const none = {}
    expect(reduceDashboardFilters(none, { type: 'add', filter: box }, [10])).toBe(none)
  })

  it('D-FILTERBOX-20: remove deletes the filter of a chart', () => {
    expect(reduceDashboardFilters(boxes, { type: 'remove', chartId: 1 }, placed)).toEqual({})
    expect(reduceDashboardFilters(boxes, { type: 'remove', chartId: 2 }, placed)).toBe(boxes)
  })

  it('D-FILTERBOX-21, D-FILTERBOX-22: change merges values with the existing ones or replaces them', () => {
    const change = { type: 'change', chartId: 1, values: { region: ['ASIA'] } } as const
    expect(reduceDashboardFilters(boxes, change, placed)[1]?.columns).toEqual({ ...box.columns, region: ['ASIA'] })
    expect(reduceDashboardFilters(boxes, { ...change, merge: false }, placed)[1]?.columns).toEqual({ region: ['ASIA'] })
    expect(reduceDashboardFilters(boxes, { ...change, chartId: 2 }, placed)).toBe(boxes)
  })

  it('D-FILTERBOX-23: update direct path stores the path', () => {
    const path = ['ROOT_ID', 'CHART-1']
    const next = reduceDashboardFilters(boxes, { type: 'updateDirectPath', chartId: 1, path }, placed)
    expect(next[1]?.directPathToFilter).toEqual(path)
  })

  it('D-FILTERBOX-24: update layout components removes layout members from the scopes', () => {
    const scopes = {
      ...box.scopes,
      region: { scope: ['TAB-a', 'TAB-gone'], immune: [10, 99] },
      size: { scope: ['TAB-gone'], immune: [] },
    }
    const next = reduceDashboardFilters({ 1: { ...box, scopes } }, { type: 'updateLayoutComponents', layout }, placed)
    expect(next[1]?.scopes['region']).toEqual({ scope: ['TAB-a'], immune: [10] })
    expect(next[1]?.scopes['size']).toEqual(rootScope)
  })

  it('D-FILTERBOX-25: update scopes replaces scopes by chart and column', () => {
    const region = { scope: ['TAB-b'], immune: [] }
    const next = reduceDashboardFilters(boxes, { type: 'updateScopes', scopes: { '1_region': region } }, placed)
    expect(next[1]?.scopes).toEqual({ ...box.scopes, region })
  })
})

describe('filter box values in the query of a chart', () => {
  it('filters lists by IN, single values by equality, and nothing without a selection', () => {
    expect(extraFiltersFor(boxes, layout, 10)).toEqual([
      { col: '__time_range', op: '==', val: 'Last week' },
      { col: 'region', op: 'IN', val: ['EU', 'US'] },
      { col: 'size', op: '==', val: 4 },
    ])
    const idle = { ...box, columns: { __time_range: 'No filter', region: [], size: null } }
    expect(extraFiltersFor({ 1: idle }, layout, 10)).toEqual([])
  })

  it('applies zero and false as values', () => {
    const columns = { size: 0, late: false }
    expect(extraFiltersFor({ 1: { ...box, columns } }, layout, 10)).toEqual([
      { col: 'size', op: 'IN', val: [0] },
      { col: 'late', op: 'IN', val: [false] },
    ])
  })

  it('applies each column in its scope and never to the box', () => {
    const scopes = { ...box.scopes, region: { scope: ['TAB-b'], immune: [12] } }
    const columnsFor = (chartId: number) =>
      extraFiltersFor({ 1: { ...box, scopes } }, layout, chartId).map(({ col }) => col)
    expect(columnsFor(10)).toEqual(['__time_range', 'size'])
    expect(columnsFor(11)).toEqual(['__time_range', 'region', 'size'])
    expect(columnsFor(12)).toEqual(['__time_range', 'size'])
    expect(columnsFor(1)).toEqual([])
  })
})

it.each(['constructor', '__proto__', 'toString'])('labels a column of a box named %s by its name', (column) => {
  const form = { ...chart.form, filter_configs: [{ column }] }
  const labels = dashboardFilter({ ...chart, form }, layout)?.labels ?? {}
  expect(Object.entries(labels)).toContainEqual([column, column])
})
