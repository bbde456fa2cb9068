import { createContext, useContext } from 'react'
import { temporal, type TemporalState } from 'zundo'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { FilterConfig } from '#filters/filter-type.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { parseDatasource } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import {
  type Charts,
  type ChartState,
  datasourcesChanged,
  hasNetworkFailure,
  isServerFailure,
  queryTriggered,
} from '#client/chart/chart-state.ts'
import { queryText } from '#client/chart/query-text.ts'
import { chartIdsInOrder, chartIdsOf, chartNodes } from '#core/layout/charts.ts'
import { type DashboardFilterAction, reduceDashboardFilters } from '#core/filter-box/dashboard-filter.ts'
import { tabsToActivate } from '#core/scope/tabs-in-scope.ts'
import { combinationOf, isUnchecked, MAX_CHECKED } from './dependent-values.ts'
import { filterBarOptions } from './filter-bar-options.ts'
import { clearedMasks } from './filter-actions.ts'
import { moveToLayout, withPreselection } from './filter-box/filter-boxes.ts'
import type { DashboardState, FilterOpening } from './hydrate.ts'
import { toAppliedMask, isCrossFilter, type Masks, initialMasks, isChartInFilterScope } from './masks.ts'
import { batchNotifications, type BatchedChange } from './notification-batch.ts'
import { tabsForBoxes, withOpenTab } from './tabs.ts'
import { formDataOf } from './chart-form.ts'

/** The part of the state covered by undo: the layout and the dashboard's properties. */
export type UndoableState = Pick<DashboardState, 'layout' | 'info'>

export type DashboardStore = StoreApi<DashboardState> & {
  readonly temporal: StoreApi<TemporalState<UndoableState>>
  /** Runs changes of charts: the page is updated once for all of the same task. */
  readonly batched: BatchedChange
}

export function createDashboardStore(start: DashboardState): DashboardStore {
  const store = createStore<DashboardState>()(
    temporal(() => start, {
      partialize: ({ layout, info }): UndoableState => ({ layout, info }),
      equality: (before, after) => before.layout === after.layout && before.info === after.info,
    }),
  )
  const batched = batchNotifications(store)
  store.subscribe(({ layout, filterBoxes }, before) => {
    if (layout !== before.layout && Object.keys(filterBoxes).length > 0)
      store.setState({ filterBoxes: moveToLayout(filterBoxes, layout) })
  })
  return Object.assign(store, { batched })
}

export const DashboardContext = createContext<DashboardStore | null>(null)

/** Returns the store of the surrounding dashboard. */
export function useDashboardStore(): DashboardStore {
  const store = useContext(DashboardContext)
  if (!store) throw new Error('No dashboard around this component.')
  return store
}

/** Returns a part of the dashboard's state and renders again when it changes. */
export function useDashboard<T>(select: (state: DashboardState) => T): T {
  return useStore(useDashboardStore(), select)
}

/** True if a chart is dimmed: a filter is hovered that does not apply to it. */
export function isDimmed(state: DashboardState, chartId: number): boolean {
  const filter = state.filters.find(({ id }) => id === state.highlightedFilterId)
  return filter !== undefined && !isChartInFilterScope(state.layout, filter, chartId)
}

/** True if a chart is outlined: a filter is hovered that applies to it. */
export function isOutlined(state: DashboardState, chartId: number): boolean {
  const filter = state.filters.find(({ id }) => id === state.highlightedFilterId)
  return filter !== undefined && isChartInFilterScope(state.layout, filter, chartId)
}

/**
 * True if a chart waits for a filter that applies to it: for its first value, or for the check of a dependent value.
 */
export function isWaiting(state: DashboardState, chartId: number): boolean {
  const { filters, masks, checkedValues } = state
  return filters.some(
    (filter) =>
      (state.awaited.includes(filter.id) || isUnchecked(filters, masks, checkedValues, filter)) &&
      isChartInFilterScope(state.layout, filter, chartId),
  )
}

/** True if a visible chart must be queried: a query is due, or its query differs from the last one. */
export function needsQuery(state: DashboardState, chartId: number): boolean {
  const chart = state.charts[chartId]
  const form = formDataOf(state, chartId)
  if (!chart || !form || isWaiting(state, chartId)) return false
  const requestedForm = chart.latestQueryFormData
  const isOther = requestedForm === null || queryText(requestedForm) !== queryText(form)
  return chart.chartStatus === 'loading' ? isOther : isOther || chart.triggerQuery
}

/** Returns the dataset of a chart; undefined if it was deleted. */
export function datasetOf(state: DashboardState, chartId: number): DatasetResponse | undefined {
  const id = parseDatasource(state.charts[chartId]?.form_data.datasource)?.id
  return id === undefined ? undefined : state.datasets[id]
}

const withoutId = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((each) => each !== id) : ids)

/** Marks charts with this kind of failure as due. */
const retry = (store: DashboardStore, hasFailed: (chart: ChartState) => boolean) =>
  store.setState(({ charts }) => ({
    charts: Object.values(charts)
      .filter(hasFailed)
      .reduce((all, chart) => queryTriggered(all, chart.id), charts),
  }))

export const actions = {
  changeCharts: (store: DashboardStore, change: (charts: Charts) => Charts) =>
    store.setState((state) => ({ charts: change(state.charts) })),

  /** Datasets have loaded: charts that failed because one was missing are drawn again. `now` in epoch milliseconds. */
  datasetsArrived: (store: DashboardStore, now: number) =>
    store.setState((state) => ({ datasetsStatus: 'complete', charts: datasourcesChanged(state.charts, now) })),

  /** Marks charts that got no response as due. */
  askLostAgain: (store: DashboardStore) => retry(store, hasNetworkFailure),

  /** Marks charts that failed because of the server as due. */
  retryServerFailures: (store: DashboardStore) => retry(store, isServerFailure),

  /** Changes the filter bar; nothing is queried until it is applied. */
  select: (store: DashboardStore, id: string, mask: DataMask) =>
    store.setState((state) => ({ selected: { ...state.selected, [id]: mask } })),

  /** Sets a value selected by the user in the filter bar; applied at once if the bar applies instantly. */
  choose: (store: DashboardStore, id: string, mask: DataMask) => {
    actions.select(store, id, mask)
    if (filterBarOptions(store.getState().info.metadata).isInstant) actions.apply(store)
  },

  clear: (store: DashboardStore) =>
    store.setState((state) => ({ selected: clearedMasks(state.filters, state.selected) })),

  /** Applies the state of the filter bar. Cross-filters stay. */
  apply: (store: DashboardStore) =>
    store.setState(({ masks, selected }) => {
      const next = Object.entries(selected).map(([id, mask]) => [id, toAppliedMask(mask)] as const)
      return { masks: { ...masks, ...Object.fromEntries(next) }, awaited: [] }
    }),

  /** Applies one mask at once: for cross-filters, removed chips and first values; with a comparison in the same step. */
  setMask: (
    store: DashboardStore,
    id: string,
    mask: DataMask,
    compared: Partial<Pick<DashboardState, 'comparison'>> = {},
  ) =>
    store.setState((state) => ({
      ...compared,
      masks: { ...state.masks, [id]: toAppliedMask(mask) },
      selected: isCrossFilter(id) ? state.selected : { ...state.selected, [id]: mask },
      awaited: withoutId(state.awaited, id),
    })),

  /**
   * Records that the engine has checked a combination of a dependent filter and its parents. `mask` replaces the
   * filter's mask where that combination is current: in the filter bar, in the applied masks, or both.
   */
  settleDependent: (store: DashboardStore, filter: FilterConfig, combination: string, mask?: DataMask) =>
    store.setState(({ filters, masks, selected, checkedValues }) => {
      const replaced = (all: Masks, next: DataMask): Masks =>
        combinationOf(filters, all, filter) === combination ? { ...all, [filter.id]: next } : all
      const known = [...(checkedValues[filter.id] ?? []), combination].slice(-MAX_CHECKED)
      return {
        checkedValues: mask ? checkedValues : { ...checkedValues, [filter.id]: known },
        ...(mask ? { masks: replaced(masks, toAppliedMask(mask)), selected: replaced(selected, mask) } : {}),
      }
    }),

  /** Applies an action to the filter boxes. */
  changeBoxes: (store: DashboardStore, action: DashboardFilterAction) =>
    store.setState(({ filterBoxes, layout }) => ({
      filterBoxes: reduceDashboardFilters(filterBoxes, action, chartIdsOf(layout)),
    })),

  /** A filter has no first value: charts stop waiting for it. */
  expectNothing: (store: DashboardStore, id: string) =>
    store.setState((state) => ({ awaited: withoutId(state.awaited, id) })),

  /** Shows the view named by a URL, as when the page opens. */
  showView: (
    store: DashboardStore,
    given: Readonly<Record<string, unknown>>,
    boxes: readonly string[],
    preselect?: unknown,
    comparison?: string,
  ) =>
    store.setState((state) => {
      const { masks, selected } = initialMasks(state.filters, { ...state.defaults, ...given })
      const filterBoxes = withPreselection(moveToLayout(state.openedBoxes, state.layout), preselect)
      return { masks, selected, filterBoxes, comparison, awaited: [], activeTabs: tabsForBoxes(state.layout, boxes) }
    }),

  /** Sets the position in the filter history; `isLast` if no later step exists. */
  stepTo: (store: DashboardStore, at: number, isLast: boolean) =>
    store.setState(({ viewSteps }) => ({ viewSteps: { at, last: isLast ? at : Math.max(at, viewSteps.last) } })),

  /** Highlights the charts of the hovered filter; undefined if none is hovered. */
  light: (store: DashboardStore, highlightedFilterId: string | undefined) => store.setState({ highlightedFilterId }),

  /** Highlights the filters applied to the chart whose badge is hovered; undefined if none is hovered. */
  lightFilters: (store: DashboardStore, highlightedChart: number | undefined) => store.setState({ highlightedChart }),

  /** Reveals a filter in the bar; undefined once it is visible. */
  seek: (store: DashboardStore, sought: string | undefined) => store.setState({ sought }),

  /** Sets whether a refresh of all charts is in progress. */
  refreshing: (store: DashboardStore, isRefreshing: boolean) => store.setState({ isRefreshing }),

  /** Sets the refresh interval of this visit in seconds; 0 for none. */
  refreshEvery: (store: DashboardStore, refreshFrequency: number) => store.setState({ refreshFrequency }),

  /** Resets the filter bar to the initial values; nothing is queried until it is applied. */
  reset: (store: DashboardStore) =>
    store.setState(({ filters, defaults, selected }) => ({
      selected: { ...selected, ...initialMasks(filters, defaults).selected },
    })),

  /** Compares charts with another time if they support it; undefined ends the comparison. */
  compare: (store: DashboardStore, comparison: string | undefined) => store.setState({ comparison }),

  /** Shows one chart in the full window; undefined returns to the layout. */
  fill: (store: DashboardStore, fullChart: number | undefined) => store.setState({ fullChart }),

  /** Shows the charts as slides, beginning with the first one, or returns to the layout. */
  present: (store: DashboardStore, isPresenting: boolean) => {
    const [first] = chartIdsInOrder(store.getState().layout)
    if (isPresenting && first !== undefined) actions.showChart(store, first)
    store.setState({ isPresenting, fullChart: isPresenting ? first : undefined })
  },

  /** Shows or hides the description of a chart. */
  describe: (store: DashboardStore, id: number, isShown: boolean) =>
    store.setState(({ described }) => ({
      described: isShown ? [...new Set([...described, id])] : described.filter((each) => each !== id),
    })),

  /** Opens the filter configuration dialog; undefined closes it. */
  configure: (store: DashboardStore, configuring: FilterOpening | undefined) => store.setState({ configuring }),

  openTab: (store: DashboardStore, tabId: string) =>
    store.setState((state) => ({ activeTabs: withOpenTab(state.layout, state.activeTabs, tabId) })),

  /** Reveals the first box of a chart: opens its tabs and scrolls to it. */
  showChart: (store: DashboardStore, chartId: number) =>
    store.setState(({ layout, activeTabs }) => {
      const anchor = chartNodes(layout).find(({ meta }) => meta.chartId === chartId)?.id
      if (anchor === undefined) return {}
      return {
        anchor,
        activeTabs: tabsToActivate(layout, anchor).reduce((open, id) => withOpenTab(layout, open, id), [...activeTabs]),
      }
    }),

  /** The page has scrolled to its anchor. */
  arrived: (store: DashboardStore) => store.setState({ anchor: undefined }),
}
