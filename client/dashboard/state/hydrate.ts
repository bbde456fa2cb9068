import { refreshSeconds } from './refresh.ts'
import { formOfToday } from '#charts/index.ts'
import type { FilterConfig } from '#filters/filter-type.ts'
import type { DashboardFilters } from '#core/filter-box/dashboard-filter.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { nodeOf, type Layout } from '#core/layout/node.ts'
import { withTitle } from '#core/layout/change.ts'
import { withCharts } from '#core/layout/charts.ts'
import type { NewSuffix } from '#core/layout/make.ts'
import { readLayout } from '#core/layout/read.ts'
import type { DashboardAnswer, DashboardChartAnswer, DatasetAnswer, PlacedChartAnswer } from '#core/rest/answers.ts'
import { chartAdded, type Charts, newChart } from '#client/chart/machine.ts'
import { pickedAnew } from './arrived-picks.ts'
import { boxState } from './filter-box/box-state.ts'
import type { MigrationState } from './filter-box/filter-boxes.ts'
import type { CheckedValues } from './dependent-values.ts'
import { awaitedFirst } from './first-values.ts'
import { type DashboardInfo, dashboardInfo, parseStored } from './info.ts'
import { allFeatures, allowedMasks, type FilterFeatures, storedFilters } from './filter-features.ts'
import { type Masks, openedWith } from './masks.ts'
import { tabsShowing } from './tabs.ts'

/** The inputs of a dashboard page: what the server sent, who reads it, what the address says. */
export interface Arrival {
  readonly dashboard: DashboardAnswer
  readonly charts: readonly PlacedChartAnswer[]
  readonly datasets: readonly DatasetAnswer[]
  readonly user: CurrentUser
  /** `edit=true` stands in the address. */
  readonly wantsEdit: boolean
  readonly masks: Readonly<Record<string, unknown>>
  /** The masks of the filter set the dashboard opens with. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Ids of tabs to open, or of boxes to be seen. */
  readonly activeTabs: readonly string[]
  /** Parameters of the address that go to every chart. */
  readonly urlParams: Readonly<Record<string, string>>
  /** `preselect_filters` of the address: what filter boxes say, by chart and column. */
  readonly preselect?: unknown
  /** What the reader wants of filter boxes that were not converted. */
  readonly migration?: MigrationState | undefined
  /** `compare` of the address: the time that charts are compared with. */
  readonly comparison?: string | undefined
  /** `show_filters` and `expand_filters` of the address. */
  readonly showsFilters?: boolean | undefined
  readonly expandsFilters?: boolean | undefined
  /** The kinds of filters that dashboards have here; all where nothing is said. */
  readonly features?: FilterFeatures
  /** Endings of ids of boxes made on the way. */
  readonly newSuffix: NewSuffix
}

/** What the dialog of filters opens on: a filter there is, or one that is to be added. */
export interface FilterOpening {
  readonly selected?: string | undefined
  readonly added?: FilterConfig | undefined
}

/** Where a page stands among the filters that were applied on it, the browser's history keeping each. */
export interface ViewSteps {
  /** How many steps lie before what is shown. */
  readonly at: number
  /** The number of the last step that can be gone to. */
  readonly last: number
}

/** What a dashboard page holds. Each field says where it lives beyond the page. */
export interface DashboardState {
  /** saved with the dashboard */
  readonly info: DashboardInfo
  /** saved with the dashboard */
  readonly layout: Layout
  /** saved with the dashboard, in its metadata */
  readonly filters: readonly FilterConfig[]
  /** known by the server */
  readonly slices: Readonly<Record<number, DashboardChartAnswer>>
  /** known by the server: ids of the charts on it that the reader may not see */
  readonly unseen: readonly number[]
  /** known by the server */
  readonly datasets: Readonly<Record<number, DatasetAnswer>>
  /** nowhere: whether datasets of charts are still on their way */
  readonly datasetsStatus: 'loading' | 'complete'
  /** nowhere: asked again on load */
  readonly charts: Charts
  /** known by the server: the masks of the filter set the dashboard opens with */
  readonly defaults: Readonly<Record<string, unknown>>
  /** address and permalink: what the filter boxes say, while they filter */
  readonly filterBoxes: DashboardFilters
  /** saved with the dashboard, in its metadata: what the boxes open with */
  readonly openedBoxes: DashboardFilters
  /** saved with the dashboard when it is done, in its metadata */
  readonly migration: MigrationState
  /** address and permalink */
  readonly masks: Masks
  /** nowhere: what the filter bar shows before it is applied */
  readonly selected: Masks
  /** nowhere: ids of the filters whose first value the charts in scope wait for */
  readonly awaited: readonly string[]
  /** nowhere: combinations of dependent filters that the engine has confirmed */
  readonly checkedValues: CheckedValues
  /** address and permalink: ids of the tabs that are open */
  readonly activeTabs: readonly string[]
  readonly urlParams: Readonly<Record<string, string>>
  /** nowhere: what the dialog of filters is open on */
  readonly configuring: FilterOpening | undefined
  /** nowhere: the id of the filter that is pointed at, whose charts are lit */
  readonly highlightedFilterId: string | undefined
  /** nowhere: the id of the chart whose badge is pointed at, whose filters are lit */
  readonly litChart: number | undefined
  /** nowhere: the id of the box the page is opened at */
  readonly anchor: string | undefined
  /** nowhere: the id of the filter that is to be shown in the bar, until it is */
  readonly sought: string | undefined
  /** the browser's history */
  readonly viewSteps: ViewSteps
  /** Whether there is a bar of filters, and whether it is open; undefined where the room decides. */
  readonly filterBar: { readonly isShown: boolean; readonly isOpen: boolean | undefined }
  /** address and permalink: the time that charts are compared with, as a time shift */
  readonly comparison: string | undefined
  /** nowhere: the id of the chart that fills the window */
  readonly fullChart: number | undefined
  /** for this visit: the charts whose description stands below their head; opens as the metadata say */
  readonly described: readonly number[]
  readonly editMode: boolean
  readonly hasUnsavedChanges: boolean
  readonly isRefreshing: boolean
  /** Seconds between automatic refreshes; 0 for none. */
  readonly refreshFrequency: number
}

/** While what was made of filter boxes is looked at, the bar is there whatever the dashboard says. */
function isBarShown(info: DashboardInfo, migration: MigrationState, isAsked = true): boolean {
  return (
    info.hasNativeFilters && (migration === 'REVIEWING' || (info.metadata['show_native_filters'] !== false && isAsked))
  )
}

/** Whether the reader was sent more of a chart than that it has a place. */
function isSeen(chart: PlacedChartAnswer): chart is DashboardChartAnswer {
  return !('is_unseen' in chart)
}

/** The charts that open with their description: `expanded_slices` of the metadata. */
function describedOf(metadata: DashboardInfo['metadata']): readonly number[] {
  const expanded = metadata['expanded_slices']
  if (typeof expanded !== 'object' || expanded === null) return []
  return Object.entries(expanded).flatMap(([id, isOpen]) => (isOpen === true ? [Number(id)] : []))
}

/** The state a dashboard page starts with. */
export function hydrate(arrival: Arrival): DashboardState {
  const { dashboard, user } = arrival
  const charts = arrival.charts.filter(isSeen)
  const { defaults = {}, features = allFeatures } = arrival
  const info = { ...dashboardInfo(dashboard, user), ...features }
  const placed = arrival.charts.map((chart) =>
    isSeen(chart) ? { chartId: chart.id, sliceName: chart.slice_name } : { chartId: chart.id },
  )
  const stored = readLayout(parseStored(dashboard.position_json), arrival.newSuffix)
  const layout = withTitle(withCharts(stored, placed, arrival.newSuffix), dashboard.dashboard_title)
  const datasets = Object.fromEntries(arrival.datasets.map((dataset) => [dataset.id, dataset]))
  const boxes = boxState({ ...arrival, charts, info, layout, datasets })
  const filters = [...storedFilters(info.metadata, features), ...boxes.made]
  const opened = openedWith(filters, allowedMasks({ ...defaults, ...arrival.masks }, features))
  const { selected } = opened
  const forms = Object.fromEntries(charts.map(({ id, form_data }) => [id, formOfToday(form_data)]))
  const masks = pickedAnew(opened.masks, forms, new Set(arrival.charts.map(({ id }) => id)))
  return {
    info,
    layout,
    filters,
    slices: Object.fromEntries(charts.map((chart) => [chart.id, chart])),
    unseen: arrival.charts.filter((chart) => !isSeen(chart)).map((chart) => chart.id),
    datasets,
    datasetsStatus: 'loading',
    charts: charts.reduce<Charts>(
      (all, { id, form_data }) => chartAdded(all, newChart(id, forms[id] ?? formOfToday(form_data))),
      {},
    ),
    defaults,
    filterBoxes: boxes.filters,
    openedBoxes: boxes.opened,
    migration: boxes.migration,
    masks,
    selected,
    checkedValues: {},
    awaited: awaitedFirst(filters, masks, arrival.masks),
    activeTabs: tabsShowing(layout, arrival.activeTabs),
    urlParams: arrival.urlParams,
    configuring: undefined,
    highlightedFilterId: undefined,
    litChart: undefined,
    sought: undefined,
    anchor: arrival.activeTabs.findLast((id) =>
      ['CHART', 'MARKDOWN', 'HEADER'].includes(nodeOf(layout, id)?.type ?? ''),
    ),
    viewSteps: { at: 0, last: 0 },
    filterBar: {
      isShown: isBarShown(info, boxes.migration, arrival.showsFilters),
      isOpen: arrival.expandsFilters,
    },
    comparison: arrival.comparison,
    fullChart: undefined,
    described: describedOf(info.metadata),
    editMode: arrival.wantsEdit && info.dash_edit_perm,
    hasUnsavedChanges: false,
    isRefreshing: false,
    refreshFrequency: refreshSeconds(info.metadata),
  }
}
