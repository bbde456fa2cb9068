import { createContext, useContext } from 'react'
import { temporal, type TemporalState } from 'zundo'
import { createStore, type StoreApi, useStore } from 'zustand'
import { chartType, migrateForm } from '#charts/index.ts'
import type { ControlContext } from '#controls/control.ts'
import { checkForm, completeForm, formDefaults, initialForm, slotsOf, slotsOfForm } from '#controls/form.ts'
import type { DashboardColors } from '#core/color/dashboard-colors.ts'
import type { FormData } from '#core/form/form-data.ts'
import { switchChartType } from '#core/form/switch-chart-type.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { type ExploreFlags, explorePermissions } from '#core/access/flags.ts'
import type { ChartResponse, DatasetResponse } from '#core/rest/responses.ts'
import { chartAdded, chartIdChanged, type Charts, newChart } from '#client/chart/chart-state.ts'
import { contextOf } from '#controls/dataset-context.ts'

/** The dashboard a chart was opened from, as far as controls and drawing need it. */
type SourceDashboard = NonNullable<ControlContext['dashboard']> & { readonly colors: DashboardColors }

/** The state of Explore. */
export interface ExploreState extends ExploreFlags {
  /** The saved chart being edited; null for a new one. */
  readonly slice: ChartResponse | null
  readonly dataset: DatasetResponse
  /** The form as edited. The only part covered by undo. */
  readonly form: FormData
  /** Interactions in the chart that change its query, such as paging; not saved with the chart. */
  readonly ownState: Readonly<Record<string, unknown>>
  /** The form as last saved, or the initial form. */
  readonly saved: FormData
  readonly title: string
  readonly savedTitle: string
  /** The chart, under id 0 or the id of the slice. */
  readonly charts: Charts
  /** True while the time grain of a new chart is determined from its data. */
  readonly isFittingGrain: boolean
  readonly user: CurrentUser | undefined
  /** True if only the chart is shown. */
  readonly standalone: boolean
  /** True if the first query bypasses the caches. */
  readonly force: boolean
  /** The dashboard the chart was opened from, as far as it decides colors. */
  readonly dashboard: SourceDashboard | undefined
}

export type ExploreStore = StoreApi<ExploreState> & {
  readonly temporal: StoreApi<TemporalState<Pick<ExploreState, 'form' | 'title'>>>
}

/** Returns the id of the page's chart. */
export const chartIdOf = (state: Pick<ExploreState, 'slice'>): number => state.slice?.id ?? 0

export interface ExploreStart {
  readonly slice: ChartResponse | null
  readonly dataset: DatasetResponse
  readonly form: FormData
  readonly title: string
  /** True if nothing has been selected for the chart yet. */
  readonly isNew?: boolean
  /** The current user; absent means a user without permissions. */
  readonly user?: CurrentUser
  readonly standalone?: boolean
  readonly force?: boolean
  readonly dashboard?: SourceDashboard
}

function flagsOf(user: CurrentUser | undefined, slice: ChartResponse | null): ExploreFlags {
  const owners = (slice?.owners ?? []).map(({ id }) => id)
  if (!user) return { can_add: false, can_download: false, can_overwrite: false }
  return explorePermissions(user, slice && { owners })
}

export function createExploreStore(from: ExploreStart): ExploreStore {
  const { slice, dataset } = from
  const ofToday = migrateForm(from.form)
  const sections = chartType(ofToday.viz_type)?.controls ?? []
  const whole = completeForm(ofToday, sections, contextOf(dataset, ofToday))
  const start: ExploreState = {
    slice,
    dataset,
    form: whole,
    ownState: {},
    saved: whole,
    title: from.title,
    savedTitle: from.title,
    charts: chartAdded({}, newChart(slice?.id ?? 0, whole)),
    isFittingGrain: false,
    standalone: from.standalone === true,
    force: from.force === true,
    dashboard: from.dashboard,
    user: from.user,
    ...flagsOf(from.user, slice),
  }
  return createStore<ExploreState>()(
    temporal(() => start, {
      partialize: ({ form, title }) => ({ form, title }),
      equality: (before, after) => before.form === after.form && before.title === after.title,
      limit: 200,
    }),
  )
}

export const ExploreContext = createContext<ExploreStore | null>(null)

export function useExploreStore(): ExploreStore {
  const store = useContext(ExploreContext)
  if (!store) throw new Error('No explore page around this component.')
  return store
}

export function useExplore<T>(select: (state: ExploreState) => T): T {
  return useStore(useExploreStore(), select)
}

const queriedForms = new WeakMap<FormData, { readonly ownState: ExploreState['ownState']; readonly form: FormData }>()

/**
 * Returns the form of the query: with the own state of the chart, if any. Returns the same object for the same inputs.
 */
export function formWithOwnState({ form, ownState }: Pick<ExploreState, 'form' | 'ownState'>): FormData {
  if (Object.keys(ownState).length === 0) return form
  const cached = queriedForms.get(form)
  if (cached?.ownState === ownState) return cached.form
  const requested = { ...form, ownState }
  queriedForms.set(form, { ownState, form: requested })
  return requested
}

/** Returns the context for controls. */
export function controlContext(
  state: Pick<ExploreState, 'dataset' | 'form'> & Partial<Pick<ExploreState, 'dashboard'>>,
): ControlContext {
  const context = contextOf(state.dataset, state.form)
  return state.dashboard ? { ...context, dashboard: state.dashboard } : context
}

type Errors = Readonly<Record<string, readonly string[]>>

const errorsCache = new WeakMap<FormData, { readonly dataset: DatasetResponse; readonly errors: Errors }>()

/**
 * Returns validation messages by control name; empty for a valid form. Returns the same object for the same form and
 * dataset.
 */
export function errorsOf({ dataset, form }: Pick<ExploreState, 'dataset' | 'form'>): Errors {
  const cached = errorsCache.get(form)
  if (cached?.dataset === dataset) return cached.errors
  const errors = checkForm(form, chartType(form.viz_type)?.controls ?? [], controlContext({ dataset, form }))
  errorsCache.set(form, { dataset, errors })
  return errors
}

const isSameValue = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after)

export const actions = {
  changeCharts: (store: ExploreStore, change: (charts: Charts) => Charts) =>
    store.setState((state) => ({ charts: change(state.charts) })),

  /** Sets one control. A deeply equal value is not an undo step. */
  setControl: (store: ExploreStore, name: string, value: unknown) =>
    store.setState(({ form }) => {
      if (isSameValue(form[name], value)) return {}
      const { [name]: _, ...rest } = form as Record<string, unknown>
      return { form: (value === undefined ? rest : { ...rest, [name]: value }) as FormData }
    }),

  /** Sets several controls as one undo step. */
  setControls: (store: ExploreStore, values: Readonly<Record<string, unknown>>) =>
    store.setState(({ form }) => ({ form: { ...form, ...values } })),

  /** Takes the form of a suggestion, and its title if the chart has no name; one undo step. */
  takeSuggestion: (store: ExploreStore, offer: { readonly form: FormData; readonly title: string }) =>
    store.setState(({ title }) => ({ form: offer.form, title: title.trim() === '' ? offer.title : title })),

  /** Sets the own state of the chart; the caller runs the query. */
  setOwnState: (store: ExploreStore, ownState: ExploreState['ownState']) => store.setState({ ownState }),

  /**
   * Changes the chart type: metrics, columns, filters and time range are converted, and converting back restores them.
   */
  setVizType: (store: ExploreStore, vizType: string) =>
    store.setState(({ form, slice, ownState }) => {
      const to = chartType(vizType)
      if (!to || form.viz_type === vizType) return {}
      const before = chartType(form.viz_type)?.controls
      const from = before ? { ...slotsOf(before), defaults: formDefaults(before) } : slotsOfForm(form)
      const defaults = slice === null ? initialForm(to.controls) : formDefaults(to.controls)
      const target = { viz_type: vizType, slots: slotsOf(to.controls), defaults }
      // A new empty object would redraw a chart without own state.
      const hasOwn = Object.keys(ownState).length > 0
      return { form: switchChartType(form, target, from), ...(hasOwn ? { ownState: {} } : {}) }
    }),

  /** Stores the row count of a dataset; ignored if the dataset has changed. */
  counted: (store: ExploreStore, dataset: DatasetResponse, row_count: number) =>
    store.setState((state) => (state.dataset === dataset ? { dataset: { ...dataset, row_count } } : {})),

  setTitle: (store: ExploreStore, title: string) => store.setState({ title }),

  /** Marks `form` as saved as `slice`; later changes stay unsaved. Undo does not revert the name. */
  saved: (store: ExploreStore, slice: ChartResponse, form: FormData) => {
    const { pause, resume } = store.temporal.getState()
    pause()
    store.setState((state) => ({
      slice,
      saved: form,
      title: slice.slice_name,
      savedTitle: slice.slice_name,
      charts: chartIdChanged(state.charts, chartIdOf(state), slice.id),
      ...flagsOf(state.user, slice),
    }))
    resume()
  },

  /** Updates the chart's saved properties; its query stays unchanged. A name being typed stays. */
  described: (store: ExploreStore, slice: ChartResponse) => {
    const { pause, resume } = store.temporal.getState()
    pause()
    store.setState(({ user, title, savedTitle }) => ({
      slice,
      savedTitle: slice.slice_name,
      ...(title === savedTitle ? { title: slice.slice_name } : {}),
      ...flagsOf(user, slice),
    }))
    resume()
  },
}
