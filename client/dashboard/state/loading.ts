import { createContext, useContext } from 'react'
import { chartType } from '#charts/index.ts'
import { createBatcher } from '#calls/batch.ts'
import { createLoader } from '#client/chart/loader.ts'
import { log } from '#client/chart/log.ts'
import { fetchChartView } from '#client/views.ts'
import { actions, type DashboardStore } from './store.ts'

export type Loader = ReturnType<typeof createLoader>
export type SendQuery = ReturnType<typeof createBatcher>['ask']

interface LoadRequest {
  readonly loader: Loader
  readonly ask: SendQuery
  /** Loads the code that draws a chart type. */
  readonly fetchView: (vizType: string) => Promise<void>
}

export interface DashboardLoader extends LoadRequest {
  /** Sends the collected queries now, without waiting for the end of the frame. */
  readonly sendNow: () => void
}

/**
 * Creates the loader of a dashboard: queries of the same frame, including annotation layers, are sent as one request.
 */
export function createDashboardLoader(store: DashboardStore, timeout: number): DashboardLoader {
  const batch = createBatcher()
  const ask: SendQuery = (context, options) =>
    batch.ask(context, { ...options, dashboardId: store.getState().info.id, timeout })
  const loader = createLoader({
    charts: () => store.getState().charts,
    change: (change) => store.batched(() => actions.changeCharts(store, change)),
    ask,
    askLayer: (question, options) => batch.askLayer(question, { ...options, timeout: timeout / 1000 }),
    chartType,
    now: () => Date.now(),
    log,
  })
  return { loader, ask, fetchView: fetchChartView, sendNow: batch.sendNow }
}

export const LoaderContext = createContext<LoadRequest | null>(null)

export function useLoader(): LoadRequest {
  const found = useContext(LoaderContext)
  if (!found) throw new Error('No loader around this component.')
  return found
}
