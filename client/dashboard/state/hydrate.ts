import { refreshSeconds } from './refresh.ts'
import { migrateForm } from '#charts/index.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import type { DashboardFilters } from '#core/filter-box/dashboard-filter.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { nodeOf, type Layout } from '#core/layout/node.ts'
import { withTitle } from '#core/layout/node-changes.ts'
import { withCharts } from '#core/layout/charts.ts'
import type { NewSuffix } from '#core/layout/make-node.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type {
  DashboardResponse,
  DashboardChartResponse,
  DatasetResponse,
  PlacedChartResponse,
} from '#core/rest/responses.ts'
import { chartAdded, type Charts, newChart } from '#client/chart/chart-state.ts'
import { restoredSelections } from './restored-selections.ts'
import { boxState } from './filter-box/box-state.ts'
import type { MigrationState } from './filter-box/filter-boxes.ts'
import type { CheckedValues } from './dependent-values.ts'
import { filtersAwaitingFirstValue } from './first-values.ts'
import { type DashboardInfo, dashboardInfo, parseStoredJson } from './dashboard-info.ts'
import { allFeatures, allowedMasks, type FilterFeatures, storedFilters } from './filter-features.ts'
import { type Masks, initialMasks } from './masks.ts'
import { tabsForBoxes } from './tabs.ts'

/** The inputs of a dashboard page: the server's data, the user and the URL. */
export interface DashboardInput {
  readonly dashboard: DashboardResponse
  readonly charts: readonly PlacedChartResponse[]
  readonly datasets: readonly DatasetResponse[]
  readonly user: CurrentUser
  /** The URL contains `edit=true`. */
  readonly wantsEdit: boolean
  readonly masks:
    | Readonly<Record<string, unknown>>
    | ((filters: readonly FilterConfig[]) => Readonly<Record<string, unknown>>)
  /** The masks of the filter set that the dashboard opens with. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Ids of tabs to open, or of boxes to scroll to. */
  readonly activeTabs: readonly string[]
  /** URL parameters passed to every chart. */
  readonly urlParams: Readonly<Record<string, string>>
  /** `preselect_filters` of the URL: values of filter boxes, by chart and column. */
  readonly preselect?: unknown
  /** The user's choice for filter boxes that were not migrated. */
  readonly migration?: MigrationState | undefined
  /** `compare` of the URL: the time that charts are compared with. */
  readonly comparison?: string | undefined
  /** `show_filters` and `expand_filters` of the URL. */
  readonly showsFilters?: boolean | undefined
  readonly expandsFilters?: boolean | undefined
  /** The enabled filter features; all if absent. */
  readonly features?: FilterFeatures
  /** Creates suffixes for ids of new boxes. */
  readonly newSuffix: NewSuffix
}

/** The filter with which the configuration dialog opens: an existing or a new one. */
export interface FilterOpening {
  readonly selected?: string | undefined
  readonly added?: FilterConfig | undefined
}

/** The position of the page in its history of applied filters, which the browser's history stores. */
export interface ViewSteps {
  /** The number of steps before the current one. */
  readonly at: number
  /** The number of the last step that can be reached. */
  readonly last: number
}

/** The state of a dashboard page. The comment of each field says where its value is stored or comes from. */
export interface DashboardState {
  /** saved with the dashboard */
  readonly info: DashboardInfo
  /** saved with the dashboard */
  readonly layout: Layout
  /** saved with the dashboard, in its metadata */
  readonly filters: readonly FilterConfig[]
  /** from the server */
  readonly slices: Readonly<Record<number, DashboardChartResponse>>
  /** from the server: ids of charts on it that the user may not see */
  readonly unseen: readonly number[]
  /** from the server */
  readonly datasets: Readonly<Record<number, DatasetResponse>>
  /** not stored: whether datasets of charts are still loading */
  readonly datasetsStatus: 'loading' | 'complete'
  /** not stored: queried again on load */
  readonly charts: Charts
  /** from the server: the masks of the filter set that the dashboard opens with */
  readonly defaults: Readonly<Record<string, unknown>>
  /** URL and permalink: the values of the filter boxes, while they apply */
  readonly filterBoxes: DashboardFilters
  /** saved with the dashboard, in its metadata: the initial values of the filter boxes */
  readonly openedBoxes: DashboardFilters
  /** saved with the dashboard, in its metadata, once the migration is complete */
  readonly migration: MigrationState
  /** URL and permalink */
  readonly masks: Masks
  /** not stored: the filter bar before it is applied */
  readonly selected: Masks
  /** not stored: ids of the filters whose first value the charts in scope wait for */
  readonly awaited: readonly string[]
  /** not stored: combinations of dependent filters that the engine has confirmed */
  readonly checkedValues: CheckedValues
  /** URL and permalink: ids of the open tabs */
  readonly activeTabs: readonly string[]
  readonly urlParams: Readonly<Record<string, string>>
  /** not stored: what the filter configuration dialog is open with */
  readonly configuring: FilterOpening | undefined
  /** not stored: the id of the hovered filter, whose charts are highlighted */
  readonly highlightedFilterId: string | undefined
  /** not stored: the id of the chart whose badge is hovered, whose filters are highlighted */
  readonly highlightedChart: number | undefined
  /** not stored: the id of the box that the page opens at */
  readonly anchor: string | undefined
  /** not stored: the id of the filter to reveal in the bar, until it is visible */
  readonly sought: string | undefined
  /** the browser's history */
  readonly viewSteps: ViewSteps
  /** Whether there is a filter bar, and whether it is open; undefined means that it depends on the available width. */
  readonly filterBar: { readonly isShown: boolean; readonly isOpen: boolean | undefined }
  /** URL and permalink: the time that charts are compared with, as a time shift */
  readonly comparison: string | undefined
  /** not stored: the id of the chart that fills the window */
  readonly fullChart: number | undefined
  /** True while the charts are shown as slides. */
  readonly isPresenting: boolean
  /** this visit only: the charts whose description is expanded below their header; initially from the metadata */
  readonly described: readonly number[]
  readonly editMode: boolean
  readonly hasUnsavedChanges: boolean
  readonly isRefreshing: boolean
  /** Seconds between automatic refreshes; 0 for none. */
  readonly refreshFrequency: number
}

/** During review of migrated filter boxes, the bar is always shown. */
function isBarShown(info: DashboardInfo, migration: MigrationState, isRequested = true): boolean {
  return (
    info.hasNativeFilters &&
    (migration === 'REVIEWING' || (info.metadata['show_native_filters'] !== false && isRequested))
  )
}

/** True if the user may see the chart, not only its position. */
function isSeen(chart: PlacedChartResponse): chart is DashboardChartResponse {
  return !('is_unseen' in chart)
}

/** Returns the charts whose description is expanded initially: `expanded_slices` of the metadata. */
function describedOf(metadata: DashboardInfo['metadata']): readonly number[] {
  const expanded = metadata['expanded_slices']
  if (typeof expanded !== 'object' || expanded === null) return []
  return Object.entries(expanded).flatMap(([id, isOpen]) => (isOpen === true ? [Number(id)] : []))
}

/** The view of a page that was just opened. */
const initialView = {
  configuring: undefined,
  highlightedFilterId: undefined,
  highlightedChart: undefined,
  sought: undefined,
  fullChart: undefined,
  isPresenting: false,
  hasUnsavedChanges: false,
  isRefreshing: false,
} satisfies Partial<DashboardState>

/** Returns the initial state of a dashboard page. */
export function hydrate(arrival: DashboardInput): DashboardState {
  const { dashboard, user } = arrival
  const charts = arrival.charts.filter(isSeen)
  const { defaults = {}, features = allFeatures } = arrival
  const info = { ...dashboardInfo(dashboard, user), ...features }
  const placed = arrival.charts.map((chart) =>
    isSeen(chart) ? { chartId: chart.id, sliceName: chart.slice_name } : { chartId: chart.id },
  )
  const stored = readLayout(parseStoredJson(dashboard.position_json), arrival.newSuffix)
  const layout = withTitle(withCharts(stored, placed, arrival.newSuffix), dashboard.dashboard_title)
  const datasets = Object.fromEntries(arrival.datasets.map((dataset) => [dataset.id, dataset]))
  const boxes = boxState({ ...arrival, charts, info, layout, datasets })
  const filters = [...storedFilters(info.metadata, features), ...boxes.made]
  const given = typeof arrival.masks === 'function' ? arrival.masks(filters) : arrival.masks
  const opened = initialMasks(filters, allowedMasks({ ...defaults, ...given }, features))
  const { selected } = opened
  const forms = Object.fromEntries(charts.map(({ id, form_data }) => [id, migrateForm(form_data)]))
  const masks = restoredSelections(opened.masks, forms, new Set(arrival.charts.map(({ id }) => id)))
  return {
    ...initialView,
    info,
    layout,
    filters,
    slices: Object.fromEntries(charts.map((chart) => [chart.id, chart])),
    unseen: arrival.charts.filter((chart) => !isSeen(chart)).map((chart) => chart.id),
    datasets,
    datasetsStatus: 'loading',
    charts: charts.reduce<Charts>(
      (all, { id, form_data }) => chartAdded(all, newChart(id, forms[id] ?? migrateForm(form_data))),
      {},
    ),
    defaults,
    filterBoxes: boxes.filters,
    openedBoxes: boxes.opened,
    migration: boxes.migration,
    masks,
    selected,
    checkedValues: {},
    awaited: filtersAwaitingFirstValue(filters, masks, given),
    activeTabs: tabsForBoxes(layout, arrival.activeTabs),
    urlParams: arrival.urlParams,
    anchor: arrival.activeTabs.findLast((id) =>
      ['CHART', 'MARKDOWN', 'HEADER'].includes(nodeOf(layout, id)?.type ?? ''),
    ),
    viewSteps: { at: 0, last: 0 },
    filterBar: {
      isShown: isBarShown(info, boxes.migration, arrival.showsFilters),
      isOpen: arrival.expandsFilters,
    },
    comparison: arrival.comparison,
    described: describedOf(info.metadata),
    editMode: arrival.wantsEdit && info.dash_edit_perm && arrival.user.viewAs === undefined,
    refreshFrequency: refreshSeconds(info.metadata),
  }
}
