import { createContext, useContext } from 'react'
import { createBatcher } from '#calls/batch.ts'
import { fetchChartData } from '#calls/chart-data.ts'
import { chartType } from '#charts/index.ts'
import { createLoader } from '#client/chart/loader.ts'
import { log } from '#client/chart/log.ts'
import { formDataUpdated } from '#client/chart/chart-state.ts'
import type { ChartElements } from '#client/chart/chart-elements.ts'
import { actions, formWithOwnState, chartIdOf, errorsOf, type ExploreStore } from './store.ts'

export interface ChartRunner {
  /** Runs the current query; does nothing while the form has errors. */
  readonly run: (force?: boolean) => void
  /** Loads new annotation layers for the result that is shown or loading. */
  readonly layOver: () => void
  readonly stop: () => void
  /** The boxes of the chart, which give its width. */
  readonly elements: ChartElements
}

/** Creates the runner of an Explore page. `timeout` in milliseconds. */
export function createRunner(store: ExploreStore, timeout: number): ChartRunner {
  // A chart without layers is sent as one request; a chart with layers is sent with them as one batch.
  const batch = createBatcher({ schedule: queueMicrotask, single: fetchChartData })
  const loader = createLoader({
    charts: () => store.getState().charts,
    change: (change) => actions.changeCharts(store, change),
    ask: (context, options) => batch.ask(context, { ...options, timeout }),
    askLayer: (question, options) => batch.askLayer(question, { ...options, timeout: timeout / 1000 }),
    chartType,
    now: () => Date.now(),
    log,
  })
  return {
    run: (force = false) => {
      const state = store.getState()
      if (Object.keys(errorsOf(state)).length > 0) return
      const { slice } = state
      const form = formWithOwnState(state)
      const id = chartIdOf(state)
      actions.changeCharts(store, (charts) => formDataUpdated(charts, id, form))
      void loader.load(id, form, { force, ...(slice ? { sliceId: slice.id } : {}) })
    },
    layOver: () => {
      const state = store.getState()
      const id = chartIdOf(state)
      const requestedForm = state.charts[id]?.latestQueryFormData
      if (!requestedForm) return
      const form = { ...requestedForm, annotation_layers: state.form['annotation_layers'] }
      // If the form is invalid, the chart reports it.
      loader.loadLayers(id, form, { onlyNew: true }).catch(() => {})
    },
    stop: () => loader.stop(chartIdOf(store.getState())),
    elements: loader.elements,
  }
}

export const RunnerContext = createContext<ChartRunner | null>(null)

export function useRunner(): ChartRunner {
  const runner = useContext(RunnerContext)
  if (!runner) throw new Error('No explore page around this component.')
  return runner
}
