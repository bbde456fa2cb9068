import { createContext, useContext } from 'react'
import { chartType } from '#charts/index.ts'
import { createBatcher } from '#calls/batch.ts'
import { createLoader } from '#client/chart/loader.ts'
import { log } from '#client/chart/log.ts'
import { actions, type DashboardStore } from './store.ts'

export type Loader = ReturnType<typeof createLoader>
export type Ask = ReturnType<typeof createBatcher>['ask']

/** The loader of a dashboard: what is asked within one frame, layers too, goes out as one request. */
export function createDashboardLoader(store: DashboardStore, timeout: number): { loader: Loader; ask: Ask } {
  const batch = createBatcher()
  const ask: Ask = (context, options) =>
    batch.ask(context, { ...options, dashboardId: store.getState().info.id, timeout })
  const loader = createLoader({
    charts: () => store.getState().charts,
    change: (change) => actions.changeCharts(store, change),
    ask,
    askLayer: (question, options) => batch.askLayer(question, { ...options, timeout: timeout / 1000 }),
    chartType,
    now: () => Date.now(),
    log,
  })
  return { loader, ask }
}

export const LoaderContext = createContext<{ loader: Loader; ask: Ask } | null>(null)

export function useLoader(): { loader: Loader; ask: Ask } {
  const found = useContext(LoaderContext)
  if (!found) throw new Error('No loader around this component.')
  return found
}
