import { createContext, useContext } from 'react'
import { temporal, type TemporalState } from 'zundo'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { FilterConfig } from '#filters/filter-type.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import { listOf } from '#core/form/query-fields.ts'
import { effectiveFormData } from '#core/form/effective.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import {
  type Charts,
  type ChartState,
  datasourcesChanged,
  isLost,
  isServerFailure,
  queryTriggered,
} from '#client/chart/machine.ts'
import { questionOf } from '#client/chart/question.ts'
import { chartIdsOf, chartNodes } from '#core/layout/charts.ts'
import {
  type DashboardFilterAction,
  extraFiltersFor,
  reduceDashboardFilters,
} from '#core/filter-box/dashboard-filter.ts'
import { comparedForm } from './comparison.ts'
import { tabsTo } from '#core/scope/tabs-in-scope.ts'
import { combinationOf, isUnchecked, MAX_CHECKED } from './dependent-values.ts'
import { drilledForm, drillOf } from './drill.ts'
import { barLooks } from './bar-looks.ts'
import { cleared } from './filter-actions.ts'
import { inLayout, withPreselection } from './filter-box/filter-boxes.ts'
import { crossFiltersOf } from './cross-filter-scopes.ts'
import type { DashboardState, FilterOpening } from './hydrate.ts'
import { applied, extraFormDataOf, isCrossFilter, type Masks, openedWith, type ScopeContext, reaches } from './masks.ts'
import { tabsShowing, withOpenTab } from './tabs.ts'

/** What undo covers: where things stand, and what the dashboard says about itself. */
export type Undoable = Pick<DashboardState, 'layout' | 'info'>

export type DashboardStore = StoreApi<DashboardState> & { readonly temporal: StoreApi<TemporalState<Undoable>> }

export function createDashboardStore(start: DashboardState): DashboardStore {
  const store = createStore<DashboardState>()(
    temporal(() => start, {
      partialize: ({ layout, info }): Undoable => ({ layout, info }),
      equality: (before, after) => before.layout === after.layout && before.info === after.info,
    }),
  )
  store.subscribe(({ layout, filterBoxes }, before) => {
    if (layout !== before.layout && Object.keys(filterBoxes).length > 0)
      store.setState({ filterBoxes: inLayout(filterBoxes, layout) })
  })
  return store
}

export const DashboardContext = createContext<DashboardStore | null>(null)

/** The store of the dashboard this component stands on. */
export function useDashboardStore(): DashboardStore {
  const store = useContext(DashboardContext)
  if (!store) throw new Error('No dashboard around this component.')
  return store
}

/** A part of the dashboard's state; draws again when the part changes. */
export function useDashboard<T>(select: (state: DashboardState) => T): T {
  return useStore(useDashboardStore(), select)
}

/** Who reaches whom, as the state says now. */
export function reachOf(state: DashboardState): ScopeContext {
  return {
    layout: state.layout,
    filters: state.filters,
    crossFilters: crossFiltersOf(state.info.metadata),
  }
}

function buildFormData(state: DashboardState, chartId: number, saved: FormData): FormData {
  const extra = extraFormDataOf(reachOf(state), state.masks, chartId)
  const mask = state.masks[String(chartId)]
  const own = mask?.ownState
  const boxes = extraFiltersFor(state.filterBoxes, state.layout, chartId)
  const narrowed = boxes.length > 0 ? { ...saved, extra_filters: [...listOf(saved['extra_filters']), ...boxes] } : saved
  const drilled = drilledForm(narrowed, drillOf(mask))
  const effective = effectiveFormData({ ...drilled, slice_id: chartId }, extra, state.urlParams)
  const form = comparedForm(effective, state.comparison)
  return own && Object.keys(own).length > 0 ? { ...form, ownState: own } : form
}

interface KnownForm {
  readonly parts: readonly unknown[]
  readonly form: FormData
  readonly text: string
}

const forms = new WeakMap<FormData, KnownForm>()

/**
 * The form a chart is asked with: its own, what the masks in scope add, its own state, the page's parameters. The same
 * object as long as it says the same: most moves of the layout change nothing about it.
 */
export function formDataOf(state: DashboardState, chartId: number): FormData | undefined {
  const saved = state.charts[chartId]?.form_data
  if (!saved) return undefined
  const parts = [
    chartId,
    state.masks,
    state.layout,
    state.filters,
    state.info.metadata,
    state.urlParams,
    state.filterBoxes,
    state.comparison,
  ]
  const known = forms.get(saved)
  if (known?.parts.every((part, index) => part === parts[index])) return known.form
  const made = buildFormData(state, chartId, saved)
  const text = JSON.stringify(made)
  const form = known?.parts[0] === chartId && known.text === text ? known.form : made
  forms.set(saved, { parts, form, text })
  return form
}

/** Whether a chart stands back: a filter is pointed at that does not reach it. */
export function isDimmed(state: DashboardState, chartId: number): boolean {
  const filter = state.filters.find(({ id }) => id === state.highlightedFilterId)
  return filter !== undefined && !reaches(state.layout, filter, chartId)
}

/** Whether a chart waits for a filter that reaches it: for its first value, or for the check of a dependent value. */
export function isWaiting(state: DashboardState, chartId: number): boolean {
  const { filters, masks, checkedValues } = state
  return filters.some(
    (filter) =>
      (state.awaited.includes(filter.id) || isUnchecked(filters, masks, checkedValues, filter)) &&
      reaches(state.layout, filter, chartId),
  )
}

/** Whether a chart that is seen is to be asked: its query is due, or what it asks is not what it was last asked. */
export function needsQuery(state: DashboardState, chartId: number): boolean {
  const chart = state.charts[chartId]
  const form = formDataOf(state, chartId)
  if (!chart || !form || isWaiting(state, chartId)) return false
  const asked = chart.latestQueryFormData
  const isOther = asked === null || questionOf(asked) !== questionOf(form)
  return chart.chartStatus === 'loading' ? isOther : isOther || chart.triggerQuery
}

/** The dataset behind a chart; undefined when it is gone. */
export function datasetOf(state: DashboardState, chartId: number): DatasetAnswer | undefined {
  const id = parseDatasource(state.charts[chartId]?.form_data.datasource)?.id
  return id === undefined ? undefined : state.datasets[id]
}

const without = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((each) => each !== id) : ids)

/** Makes charts that have failed in this way due again. */
const retry = (store: DashboardStore, hasFailed: (chart: ChartState) => boolean) =>
  store.setState(({ charts }) => ({
    charts: Object.values(charts)
      .filter(hasFailed)
      .reduce((all, chart) => queryTriggered(all, chart.id), charts),
  }))

export const actions = {
  changeCharts: (store: DashboardStore, change: (charts: Charts) => Charts) =>
    store.setState((state) => ({ charts: change(state.charts) })),

  /** The datasets are there: charts that failed for want of one are drawn again. `now` in epoch milliseconds. */
  datasetsArrived: (store: DashboardStore, now: number) =>
    store.setState((state) => ({ datasetsStatus: 'complete', charts: datasourcesChanged(state.charts, now) })),

  /** Charts that got no answer are due again. */
  askLostAgain: (store: DashboardStore) => retry(store, isLost),

  /** Charts for which the server failed are due again. */
  retryServerFailures: (store: DashboardStore) => retry(store, isServerFailure),

  /** What the filter bar shows; nothing is asked until it is applied. */
  select: (store: DashboardStore, id: string, mask: DataMask) =>
    store.setState((state) => ({ selected: { ...state.selected, [id]: mask } })),

  /** What a person chose in the filter bar; asked for at once where the bar is so set. */
  choose: (store: DashboardStore, id: string, mask: DataMask) => {
    actions.select(store, id, mask)
    if (barLooks(store.getState().info.metadata).isInstant) actions.apply(store)
  },

  clear: (store: DashboardStore) => store.setState((state) => ({ selected: cleared(state.filters, state.selected) })),

  /** Applies what the filter bar shows. Cross-filters stay. */
  apply: (store: DashboardStore) =>
    store.setState(({ masks, selected }) => {
      const next = Object.entries(selected).map(([id, mask]) => [id, applied(mask)] as const)
      return { masks: { ...masks, ...Object.fromEntries(next) }, awaited: [] }
    }),

  /** One mask, at once: cross-filters, chips taken away, first values. */
  setMask: (store: DashboardStore, id: string, mask: DataMask) =>
    store.setState((state) => ({
      masks: { ...state.masks, [id]: applied(mask) },
      selected: isCrossFilter(id) ? state.selected : { ...state.selected, [id]: mask },
      awaited: without(state.awaited, id),
    })),

  /**
   * The engine has checked a combination of a dependent filter and its parents. `mask` replaces the filter's mask wherever
   * that combination still stands: in the filter bar, and where it is applied.
   */
  settleDependent: (store: DashboardStore, filter: FilterConfig, combination: string, mask?: DataMask) =>
    store.setState(({ filters, masks, selected, checkedValues }) => {
      const replaced = (all: Masks, next: DataMask): Masks =>
        combinationOf(filters, all, filter) === combination ? { ...all, [filter.id]: next } : all
      const known = [...(checkedValues[filter.id] ?? []), combination].slice(-MAX_CHECKED)
      return {
        checkedValues: mask ? checkedValues : { ...checkedValues, [filter.id]: known },
        ...(mask ? { masks: replaced(masks, applied(mask)), selected: replaced(selected, mask) } : {}),
      }
    }),

  /** Something is done with the filter boxes. */
  changeBoxes: (store: DashboardStore, action: DashboardFilterAction) =>
    store.setState(({ filterBoxes, layout }) => ({
      filterBoxes: reduceDashboardFilters(filterBoxes, action, chartIdsOf(layout)),
    })),

  /** A filter has no first value to give: charts wait for it no longer. */
  expectNothing: (store: DashboardStore, id: string) =>
    store.setState((state) => ({ awaited: without(state.awaited, id) })),

  /** The view an address names, as on opening the page. */
  showView: (
    store: DashboardStore,
    given: Readonly<Record<string, unknown>>,
    boxes: readonly string[],
    preselect?: unknown,
  ) =>
    store.setState((state) => {
      const { masks, selected } = openedWith(state.filters, { ...state.defaults, ...given })
      const filterBoxes = withPreselection(inLayout(state.openedBoxes, state.layout), preselect)
      return { masks, selected, filterBoxes, awaited: [], activeTabs: tabsShowing(state.layout, boxes) }
    }),

  /** How far the page has gone through what was filtered by; `isLast` when nothing lies behind it any more. */
  stepTo: (store: DashboardStore, at: number, isLast: boolean) =>
    store.setState(({ viewSteps }) => ({ viewSteps: { at, last: isLast ? at : Math.max(at, viewSteps.last) } })),

  /** Lights the charts of the filter that is pointed at; undefined when none is. */
  light: (store: DashboardStore, highlightedFilterId: string | undefined) => store.setState({ highlightedFilterId }),

  /** Lights the filters that narrow the chart whose badge is pointed at; undefined when none is. */
  lightFilters: (store: DashboardStore, litChart: number | undefined) => store.setState({ litChart }),

  /** Leads to a filter in the bar; undefined once it is there. */
  seek: (store: DashboardStore, sought: string | undefined) => store.setState({ sought }),

  /** A refresh of all charts begins or has ended. */
  refreshing: (store: DashboardStore, isRefreshing: boolean) => store.setState({ isRefreshing }),

  /** Seconds between automatic refreshes, for this visit; 0 for none. */
  refreshEvery: (store: DashboardStore, refreshFrequency: number) => store.setState({ refreshFrequency }),

  /** The filter bar shows what the dashboard opens with; nothing is asked until it is applied. */
  reset: (store: DashboardStore) =>
    store.setState(({ filters, defaults, selected }) => ({
      selected: { ...selected, ...openedWith(filters, defaults).selected },
    })),

  /** Compares the charts that can be with another time; undefined ends that. */
  compare: (store: DashboardStore, comparison: string | undefined) => store.setState({ comparison }),

  /** One chart fills the window; undefined for all in their places. */
  fill: (store: DashboardStore, fullChart: number | undefined) => store.setState({ fullChart }),

  /** Shows or hides the description of a chart. */
  describe: (store: DashboardStore, id: number, isShown: boolean) =>
    store.setState(({ described }) => ({
      described: isShown ? [...new Set([...described, id])] : described.filter((each) => each !== id),
    })),

  /** Opens the dialog of filters; undefined closes it. */
  configure: (store: DashboardStore, configuring: FilterOpening | undefined) => store.setState({ configuring }),

  openTab: (store: DashboardStore, tabId: string) =>
    store.setState((state) => ({ activeTabs: withOpenTab(state.layout, state.activeTabs, tabId) })),

  /** Leads to the first place of a chart: its tabs are opened, and the page goes there. */
  showChart: (store: DashboardStore, chartId: number) =>
    store.setState(({ layout, activeTabs }) => {
      const anchor = chartNodes(layout).find(({ meta }) => meta.chartId === chartId)?.id
      if (anchor === undefined) return {}
      return {
        anchor,
        activeTabs: tabsTo(layout, anchor).reduce((open, id) => withOpenTab(layout, open, id), [...activeTabs]),
      }
    }),

  /** The page is where an anchor led to. */
  arrived: (store: DashboardStore) => store.setState({ anchor: undefined }),
}
