import { useCallback, useEffect, useRef } from 'react'
import { chartType } from '#charts/index.ts'
import { queryText } from '#client/chart/query-text.ts'
import { bounds } from '#core/rest/bounds.ts'
import { buildFormData } from './chart-form.ts'
import type { DashboardState } from './hydrate.ts'
import { useLoader } from './loading.ts'
import { isWaiting, useDashboardStore } from './store.ts'

/** How long the pointer rests on a target before its data are prepared, in milliseconds. */
const HOVER_DELAY_MS = 80

/** The maximum number of chart types that are loaded for one target. */
const MAX_TYPES = 12

/** The effect of a click: the state of the dashboard after it, and the charts to prepare. */
interface PrefetchTarget {
  readonly state: DashboardState
  readonly charts: readonly number[]
}

/** Returns true if the user or the device asks for little data. */
function isDataSaved(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true || window.matchMedia?.('(prefers-reduced-data: reduce)').matches
}

/**
 * Returns a handler that prepares what a click on a hovered target would show: the code that draws the charts, and the
 * results that the server has in its cache. The server runs no statement, so a target that is not clicked costs the
 * database nothing. `undefined`, sent when the pointer leaves, cancels it.
 */
export function usePrefetch(): (target: ((state: DashboardState) => PrefetchTarget) | undefined) => void {
  const store = useDashboardStore()
  const { loader, fetchView } = useLoader()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)
  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    request.current?.abort()
  }, [])
  useEffect(() => cancel, [cancel])
  return useCallback(
    (target) => {
      cancel()
      if (target === undefined || isDataSaved()) return
      timer.current = setTimeout(() => {
        const { state, charts } = target(store.getState())
        const forms = charts.flatMap((id) => {
          const chart = state.charts[id]
          return chart ? [{ id, chart, form: buildFormData(state, id, chart.form_data) }] : []
        })
        const types = new Set(forms.map(({ form }) => form.viz_type).filter((type) => chartType(type)))
        // If loading fails, the chart reports it when it is drawn.
        for (const type of [...types].slice(0, MAX_TYPES)) fetchView(type).catch(() => {})
        const controller = new AbortController()
        request.current = controller
        const changed = forms.filter(({ id, chart, form }) => {
          const latest = chart.latestQueryFormData
          return !isWaiting(state, id) && (latest === null || queryText(latest) !== queryText(form))
        })
        for (const { id, form } of changed.slice(0, bounds['batch-items'].most))
          void loader.loadAhead(id, form, { sliceId: id, dashboardId: state.info.id, signal: controller.signal })
      }, HOVER_DELAY_MS)
    },
    [cancel, store, loader, fetchView],
  )
}
