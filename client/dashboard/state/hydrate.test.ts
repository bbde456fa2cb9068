import { describe, expect, it } from 'vitest'
import { nodeOf, nodesOf } from '#core/layout/node.ts'
import { dashboardResponse, dashboardChart, openDashboard, reader, selectFilter } from '#testing/dashboard.ts'

const writer = reader(1, ['can_write', 'Dashboard'])
const region = selectFilter('NATIVE_FILTER-region', 'region')

describe('a dashboard as it opens', () => {
  it('D-HYDRATE-01: contains the dashboard, its charts and the masks', () => {
    const given = { 'NATIVE_FILTER-region': { filterState: { value: ['EU'] } } }
    const state = openDashboard({ native_filter_configuration: [region] }, { masks: given })
    expect(state.info.title).toBe('Flights')
    expect(Object.keys(state.charts)).toEqual(['10', '11', '12'])
    expect(state.charts[10]?.chartStatus).toBeNull()
    expect(state.masks['NATIVE_FILTER-region']?.extraFormData).toEqual({
      filters: [{ col: 'region', op: 'IN', val: ['EU'] }],
    })
  })

  it('draws a chart of a legacy type as the current type, and keeps its saved form', () => {
    const old = dashboardChart(10, { viz_type: 'line', metrics: ['count'], contribution: true })
    const { charts, slices } = openDashboard({}, { charts: [old] })
    expect(charts[10]?.form_data).toMatchObject({ viz_type: 'echarts_timeseries_line', contributionMode: 'row' })
    expect(slices[10]).toBe(old)
  })

  it('D-HYDRATE-02 D-HYDRATE-05 D-HYDRATE-06: waits for datasets, has nothing unsaved and is not refreshing', () => {
    const { datasetsStatus, hasUnsavedChanges, isRefreshing } = openDashboard()
    expect({ datasetsStatus, hasUnsavedChanges, isRefreshing }).toEqual({
      datasetsStatus: 'loading',
      hasUnsavedChanges: false,
      isRefreshing: false,
    })
  })

  it('D-HYDRATE-03: starts in edit mode for a user who may edit when the URL requests it', () => {
    expect(openDashboard({}, { user: writer, wantsEdit: true }).editMode).toBe(true)
  })

  it('D-HYDRATE-04: starts outside of edit mode without the permission or the request', () => {
    expect(openDashboard({}, { user: writer, wantsEdit: false }).editMode).toBe(false)
    expect(openDashboard({}, { user: reader(1), wantsEdit: true }).editMode).toBe(false)
    const otherUser = reader(2, ['can_write', 'Dashboard'])
    expect(openDashboard({}, { user: otherUser, wantsEdit: true }).editMode).toBe(false)
    const administrator = { id: 1, username: 'admin' }
    const viewAs = { type: 'role', id: 2, name: 'Alpha', administrator, until: 0 } as const
    expect(openDashboard({}, { user: { ...writer, viewAs }, wantsEdit: true }).editMode).toBe(false)
  })

  it('D-HYDRATE-07: takes the refresh frequency from the metadata, 0 without one', () => {
    expect(openDashboard({ refresh_frequency: 30 }).refreshFrequency).toBe(30)
    expect(openDashboard().refreshFrequency).toBe(0)
    expect(openDashboard({ refresh_frequency: 'often' }).refreshFrequency).toBe(0)
  })

  it('D-META-04: the info has id, user, owners with user names, and roles', () => {
    const { info } = openDashboard()
    expect([info.id, info.userId, info.owners.map((owner) => owner.username), info.roles]).toEqual([
      5,
      1,
      ['user1'],
      [{ id: 3, name: 'Gamma' }],
    ])
  })

  it('D-META-05: contains the permissions of the user', () => {
    const nobody = openDashboard({}, { user: reader(1) }).info
    const flags = [
      ['dash_save_perm', 'can_save_dash'],
      ['dash_share_perm', 'can_share_dashboard'],
      ['superset_can_explore', 'can_explore'],
      ['superset_can_share', 'can_share_chart'],
      ['superset_can_csv', 'can_csv'],
      ['slice_can_edit', 'can_slice'],
    ] as const
    for (const [flag, permission] of flags) {
      expect(nobody[flag]).toBe(false)
      expect(openDashboard({}, { user: reader(1, [permission, 'Superset']) }).info[flag]).toBe(true)
    }
    expect(nobody.dash_edit_perm).toBe(false)
    expect(openDashboard({}, { user: writer }).info.dash_edit_perm).toBe(true)
  })

  it('shows the title of the dashboard, not the one stored with the layout', () => {
    expect(nodeOf(openDashboard().layout, 'HEADER_ID')?.meta.text).toBe('Flights')
  })

  it('adds charts without a position to the layout', () => {
    const { layout } = openDashboard({}, { charts: [10, 11, 12, 13].map((id) => dashboardChart(id)) })
    expect(nodesOf(layout).some((node) => node.meta.chartId === 13)).toBe(true)
  })

  it.each([
    ['nothing', null],
    ['not JSON', '{'],
    ['not an object', '7'],
  ])('opens with invalid layout and metadata: %s', (_what, text) => {
    const dashboard = dashboardResponse({ position_json: text, json_metadata: text })
    const state = openDashboard({}, { dashboard })
    expect(state.filters).toEqual([])
    expect(nodesOf(state.layout).filter((node) => node.type === 'CHART')).toHaveLength(3)
  })

  it('opens a layout in the legacy form of positions', () => {
    const positions = [{ slice_id: 12, size_x: 24, size_y: 40, col: 1, row: 0 }]
    const dashboard = dashboardResponse({ position_json: JSON.stringify(positions) })
    const placed = nodesOf(openDashboard({}, { dashboard }).layout).filter((node) => node.type === 'CHART')
    expect(placed.map((node) => [node.meta.chartId, node.meta.width])[0]).toEqual([12, 6])
  })

  it('opens the tabs in the URL, and those around a box in the URL', () => {
    expect(openDashboard({}, { activeTabs: ['TAB-2'] }).activeTabs).toEqual(['TAB-2'])
    expect(openDashboard({}, { activeTabs: ['CHART-12'] }).activeTabs).toEqual(['TAB-2'])
    expect(openDashboard({}, { activeTabs: ['TAB-1', 'TAB-2'] }).activeTabs).toEqual(['TAB-2'])
    expect(openDashboard({}, { activeTabs: ['gone', '__proto__'] }).activeTabs).toEqual([])
  })

  it('waits for the first item of a filter only when nothing else sets its value', () => {
    const first = selectFilter('NATIVE_FILTER-f', 'region', { controlValues: { defaultToFirstItem: true } })
    const metadata = { native_filter_configuration: [first, region] }
    expect(openDashboard(metadata).awaited).toEqual(['NATIVE_FILTER-f'])
    const given = (value: unknown) => ({ masks: { 'NATIVE_FILTER-f': { filterState: { value } } } })
    expect(openDashboard(metadata, given(['EU'])).awaited).toEqual([])
    expect(openDashboard(metadata, given(null)).awaited).toEqual([])
  })
})
