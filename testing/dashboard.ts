import type { CurrentUser } from '#core/access/current-user.ts'
import type { DashboardResponse, DashboardChartResponse } from '#core/rest/responses.ts'
import { type DashboardInput, type DashboardState, hydrate } from '#client/dashboard/state/hydrate.ts'
import type { FilterConfig } from '#filters/filter-type.ts'

/** Returns a user with one role that has these permission pairs. */
export function reader(userId: number, ...pairs: readonly (readonly [string, string])[]): CurrentUser {
  return {
    userId,
    username: `user${userId}`,
    firstName: 'A',
    lastName: 'B',
    email: null,
    isActive: true,
    isAnonymous: false,
    createdOn: null,
    roles: { Reader: pairs },
    roleIds: [1],
    permissions: {},
  }
}

export function dashboardResponse(over: Partial<DashboardResponse> = {}): DashboardResponse {
  return {
    id: 5,
    dashboard_title: 'Flights',
    slug: null,
    published: true,
    css: '',
    position_json: JSON.stringify(positions),
    json_metadata: '{}',
    owners: [{ id: 1, username: 'user1', first_name: 'A', last_name: 'B' }],
    roles: [{ id: 3, name: 'Gamma' }],
    version: 2,
    ...over,
  }
}

const node = (type: string, id: string, children: readonly string[], meta: object = {}) => ({
  type,
  id,
  children,
  meta,
})

/** Two tabs: charts 10 and 11 in the first, 12 in the second. */
const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: node('ROOT', 'ROOT_ID', ['TABS-1']),
  GRID_ID: node('GRID', 'GRID_ID', []),
  HEADER_ID: node('HEADER', 'HEADER_ID', [], { text: 'an older title' }),
  'TABS-1': node('TABS', 'TABS-1', ['TAB-1', 'TAB-2']),
  'TAB-1': node('TAB', 'TAB-1', ['ROW-1'], { text: 'First' }),
  'TAB-2': node('TAB', 'TAB-2', ['ROW-2'], { text: 'Second' }),
  'ROW-1': node('ROW', 'ROW-1', ['CHART-10', 'CHART-11']),
  'ROW-2': node('ROW', 'ROW-2', ['CHART-12']),
  'CHART-10': node('CHART', 'CHART-10', [], { chartId: 10, width: 4, height: 50 }),
  'CHART-11': node('CHART', 'CHART-11', [], { chartId: 11, width: 4, height: 50 }),
  'CHART-12': node('CHART', 'CHART-12', [], { chartId: 12, width: 4, height: 50 }),
}

export function dashboardChart(id: number, over: object = {}): DashboardChartResponse {
  return {
    id,
    slice_name: `Chart ${id}`,
    form_data: {
      viz_type: 'big_number_total',
      datasource: '3__table',
      metric: { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'count' },
      ...over,
    },
  }
}

/** Returns a native filter on a column, by default for the whole dashboard. */
export function selectFilter(id: string, column: string, over: Partial<FilterConfig> = {}): FilterConfig {
  return {
    id,
    type: 'NATIVE_FILTER',
    name: column,
    filterType: 'filter_select',
    targets: [{ datasetId: 3, column: { name: column } }],
    controlValues: {},
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    ...over,
  }
}

/** Returns the initial state of a dashboard of three charts in two tabs. `metadata` becomes its JSON metadata. */
export function openDashboard(metadata: object = {}, over: Partial<DashboardInput> = {}): DashboardState {
  let made = 0
  return hydrate({
    dashboard: dashboardResponse({ json_metadata: JSON.stringify(metadata) }),
    charts: [10, 11, 12].map((id) => dashboardChart(id)),
    datasets: [],
    user: reader(1, ['can_read', 'Dashboard']),
    wantsEdit: false,
    masks: {},
    activeTabs: [],
    urlParams: {},
    newSuffix: () => {
      made += 1
      return `new${made}`
    },
    ...over,
  })
}
