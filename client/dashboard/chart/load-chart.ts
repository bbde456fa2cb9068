import { type RefObject, useCallback, useEffect } from 'react'
import { queryTriggered } from '#client/chart/chart-state.ts'
import { isWidened } from '#client/chart/sample.ts'
import { useChartElement, useWidthStep } from '#client/chart/use-chart-element.ts'
import { useLoader } from '../state/loading.ts'
import { actions, isWaiting, needsQuery, useDashboard, useDashboardStore } from '../state/store.ts'
import { useNearViewport } from './use-near-viewport.ts'
import { formDataOf } from '#client/dashboard/state/chart-form.ts'

/** Returns a function that loads a chart, optionally bypassing the cache. */
export function useLoadChart(chartId: number): (force: boolean) => Promise<void> {
  const store = useDashboardStore()
  const { loader, fetchView } = useLoader()
  return useCallback(
    async (force: boolean) => {
      const state = store.getState()
      const form = formDataOf(state, chartId)
      // If loading the View fails, the chart reports it when it is drawn.
      if (form) fetchView(form.viz_type).catch(() => {})
      // A chart that waits for a filter is queried once the filter is known.
      if (isWaiting(state, chartId)) actions.changeCharts(store, (charts) => queryTriggered(charts, chartId))
      else if (form) await loader.load(chartId, form, { force, dashboardId: state.info.id, sliceId: chartId })
    },
    [chartId, loader, fetchView, store],
  )
}

interface Props {
  readonly chartId: number
  /** The box of the chart on the page. */
  readonly box: RefObject<HTMLElement | null>
  readonly ask: (force: boolean) => Promise<void>
}

/**
 * Loads a chart when it is near the viewport and its query is new, or its sample too coarse for the current width. A
 * chart outside the viewport waits. A chart that unmounts while loading is loaded when it returns; one with a result
 * keeps it. The component renders null, so that these changes do not redraw the chart.
 */
export function LoadNearViewport({ chartId, box, ask }: Props): null {
  const store = useDashboardStore()
  const { loader } = useLoader()
  const isNear = useNearViewport(box)
  const form = useDashboard((state) => formDataOf(state, chartId))
  const isDueNow = useDashboard((state) => needsQuery(state, chartId))
  const step = useWidthStep(box)
  const isCoarse = useDashboard((state) => isWidened(state.charts[chartId], step))
  useChartElement(loader.elements, chartId, box)

  useEffect(() => {
    // Another box of the same chart may have started the load since the last render.
    if (isNear && isDueNow && needsQuery(store.getState(), chartId)) void ask(false)
  }, [isNear, isDueNow, form, ask, chartId, store])

  useEffect(() => {
    if (isNear && isCoarse && isWidened(store.getState().charts[chartId], step)) void ask(false)
  }, [isNear, isCoarse, step, ask, chartId, store])

  useEffect(
    () => () => {
      if (store.getState().charts[chartId]?.chartStatus !== 'loading') return
      loader.stop(chartId)
      actions.changeCharts(store, (charts) => queryTriggered(charts, chartId))
    },
    [chartId, loader, store],
  )

  return null
}
