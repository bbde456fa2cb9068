import { expect, it } from 'vitest'
import { inheritedContext } from '#client/dashboard/opening/inherited-context.ts'
import { createDashboardStore } from '#client/dashboard/state/store.ts'
import { canConfigureFilters } from '#client/dashboard/filters/filter-targets.ts'
import { metadataToSave } from '#client/dashboard/state/edit-save.ts'
import { maskOf } from '#client/dashboard/state/masks.ts'
import { dashboardResponse, openDashboard, reader, selectFilter } from '#testing/dashboard.ts'
import { formDataOf } from './chart-form.ts'

const filter = selectFilter('NATIVE_FILTER-o', 'origin', { defaultDataMask: { filterState: { value: ['ATL'] } } })
const metadata = { native_filter_configuration: [filter] }
const cross = { 11: { extraFormData: { filters: [{ col: 'dest', op: 'IN', val: ['BOS'] }] }, filterState: {} } }
const off = { hasNativeFilters: false, hasCrossFilters: false }
const writer = reader(1, ['can_read', 'Dashboard'], ['can_write', 'Dashboard'])
const columns = (state: ReturnType<typeof openDashboard>) =>
  formDataOf(state, 10)?.extra_form_data?.filters?.map(({ col }) => col) ?? []

it('applies stored filters and those of a link', () => {
  const state = openDashboard(metadata, { masks: cross, user: writer })
  expect(columns(state)).toEqual(['origin', 'dest'])
  expect([state.filterBar.isShown, canConfigureFilters(state.info)]).toEqual([true, true])
})

it('disabled filters have no effect, are hidden and stay stored', () => {
  const state = openDashboard(metadata, { masks: cross, user: writer, features: off })
  expect([columns(state), state.filters, state.awaited]).toEqual([[], [], []])
  expect([state.filterBar.isShown, canConfigureFilters(state.info)]).toEqual([false, false])
  expect(metadataToSave(createDashboardStore(state).getState())['native_filter_configuration']).toEqual([filter])
})

it('native filters and cross-filters are turned off separately', () => {
  expect(columns(openDashboard(metadata, { masks: cross, features: { ...off, hasNativeFilters: true } }))).toEqual([
    'origin',
  ])
  expect(columns(openDashboard(metadata, { masks: cross, features: { ...off, hasCrossFilters: true } }))).toEqual([
    'dest',
  ])
})

it('a chart opened from a dashboard does not inherit filters that are off', () => {
  const dashboard = dashboardResponse({ json_metadata: JSON.stringify(metadata) })
  expect(inheritedContext(dashboard, 10, null).extra.filters).toHaveLength(1)
  expect(inheritedContext(dashboard, 10, null, off).extra).toEqual({})
})

it.each([
  ['metadata show them', { show_native_filters: true }, {}, true],
  ['metadata hide them', { show_native_filters: false }, {}, false],
  ['the URL hides them', {}, { showsFilters: false }, false],
])('the filter bar is shown or hidden when %s, and filters apply in both cases', (_, more, over, isShown) => {
  const state = openDashboard({ ...metadata, ...more }, over)
  expect(state.filterBar.isShown).toBe(isShown)
  expect(columns(state)).toEqual(['origin'])
})

it.each([
  ['filter_select', ['ATL'], { filters: [{ col: 'origin', op: 'IN', val: ['ATL'] }] }],
  [
    'filter_range',
    [10, 20],
    {
      filters: [
        { col: 'origin', op: '>=', val: 10 },
        { col: 'origin', op: '<=', val: 20 },
      ],
    },
  ],
  ['filter_time', 'Last week', { time_range: 'Last week' }],
  ['filter_timecolumn', ['day'], { granularity_sqla: 'day' }],
  ['filter_timegrain', ['P1M'], { time_grain_sqla: 'P1M' }],
])('the default of a %s applies to the queries of its charts', (filterType, value, requested) => {
  const bare = selectFilter('NATIVE_FILTER-d', 'origin', { filterType, scope: { rootPath: ['TAB-1'], excluded: [] } })
  const withDefault = { ...bare, defaultDataMask: maskOf(bare, value) }
  const state = openDashboard({ native_filter_configuration: [withDefault] })
  expect(formDataOf(state, 10)?.extra_form_data).toEqual(requested)
  // The chart is on the other tab.
  expect(formDataOf(state, 12)?.extra_form_data).toEqual({})
})
