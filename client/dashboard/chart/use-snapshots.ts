import { useEffect, useRef, useState } from 'react'
import { type ChartState, hasCurrentResult } from '#client/chart/chart-state.ts'
import { queryText } from '#client/chart/query-text.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { filtersOf, describeFilterValue, hasValue, isCrossFilter } from '../state/masks.ts'
import { scopeContextOf } from '../state/chart-form.ts'
import type { DashboardState } from '../state/hydrate.ts'
import { useLoader } from '../state/loading.ts'
import { type DashboardStore, useDashboardStore } from '../state/store.ts'

/** Milliseconds after which a query is slow, and earlier results are offered. */
export const SLOW_MS = 1000
/** Maximum number of earlier views of a chart. */
export const MAX_SNAPSHOTS = 5

/** An earlier view of a chart: its query, not its result. */
interface EarlierView {
  readonly form: FormData
  /** When its data were read, in epoch milliseconds. */
  readonly at: number
  /** The filters that applied to the chart. */
  readonly words: string
}

/** An earlier view with the result that the server has cached for this user. */
export interface ChartSnapshot extends EarlierView {
  readonly answers: readonly ColumnarResult[]
}

const viewsOfPages = new WeakMap<DashboardStore, Map<number, readonly EarlierView[]>>()

function viewsOf(store: DashboardStore): Map<number, readonly EarlierView[]> {
  const known = viewsOfPages.get(store) ?? new Map<number, readonly EarlierView[]>()
  viewsOfPages.set(store, known)
  return known
}

/** Returns the filters of a chart in words. */
function appliedFiltersText(state: DashboardState, chartId: number): string {
  return filtersOf(scopeContextOf(state), state.masks, chartId)
    .filter((id) => hasValue(state.masks[id]))
    .map((id) => {
      const mask = state.masks[id]
      if (isCrossFilter(id)) return mask?.filterState?.label ?? ''
      const filter = state.filters.find((each) => each.id === id)
      return filter ? `${filter.name ?? ''}: ${describeFilterValue(filter, mask, state.datasets)}` : ''
    })
    .filter(Boolean)
    .join(' · ')
}

/** Returns when the oldest of the results was read. */
function readAt(answers: readonly ColumnarResult[], otherwise: number): number {
  const times = answers.flatMap(({ cached_dttm: time }) =>
    time ? [Date.parse(time.endsWith('Z') ? time : `${time}Z`)] : [],
  )
  return Math.min(otherwise, ...times.filter(Number.isFinite))
}

/** Adds the view that a chart shows; the oldest of more than `MAX_SNAPSHOTS` are dropped. */
function recordSnapshot(store: DashboardStore, chart: ChartState): void {
  const { sliceFormData: form, queriesResponse: answers } = chart
  if (!form || !answers || !hasCurrentResult(chart)) return
  const views = viewsOf(store)
  const at = readAt(answers, chart.chartUpdateEndTime ?? Date.now())
  const others = (views.get(chart.id) ?? []).filter((each) => queryText(each.form) !== queryText(form))
  const view = { form, at, words: appliedFiltersText(store.getState(), chart.id) }
  views.set(chart.id, [view, ...others].slice(0, MAX_SNAPSHOTS))
}

/**
 * Returns the earlier results of a chart while its query is slow, newest first. The page remembers only the queries:
 * the server returns the results from its cache, under the current permissions and row-level security rules of the
 * user, and runs nothing.
 */
export function useSnapshots(chart: ChartState): readonly ChartSnapshot[] {
  const store = useDashboardStore()
  const { loader } = useLoader()
  const [found, setFound] = useState<{ readonly of: AbortController; readonly snapshots: readonly ChartSnapshot[] }>()
  const { id, chartStatus, queriesResponse, queryController } = chart
  const latest = useRef(chart)
  useEffect(() => {
    latest.current = chart
  })
  useEffect(() => recordSnapshot(store, latest.current), [store, queriesResponse, chartStatus])
  const loading = chartStatus === 'loading' ? queryController : null
  useEffect(() => {
    if (!loading) return undefined
    const ended = new AbortController()
    const offer = async () => {
      const options = { sliceId: id, dashboardId: store.getState().info.id, signal: ended.signal }
      // The chart itself shows the previous result of the query that runs.
      const running = latest.current.latestQueryFormData
      const views = (viewsOf(store).get(id) ?? []).filter(
        (view) => !running || queryText(view.form) !== queryText(running),
      )
      if (views.length === 0) return
      const loaded = await Promise.all(views.map((view) => loader.loadCached(id, view.form, options)))
      if (ended.signal.aborted) return
      const snapshots = views.flatMap((view, index) => {
        const answers = loaded[index]
        return answers ? [{ ...view, answers }] : []
      })
      setFound({ of: loading, snapshots })
    }
    const timer = setTimeout(() => void offer(), SLOW_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
      setFound(undefined)
    }
  }, [loading, id, loader, store])
  return found && found.of === loading ? found.snapshots : NONE
}

const NONE: readonly never[] = []
