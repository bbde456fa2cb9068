import { ownValue } from '#core/rest/json.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import { t } from '#core/text/t.ts'
import type { Charts, ChartState } from './chart-state.ts'

/** The load status of one layer's data; undefined before they are requested. */
export type LayerState = 'started' | 'success' | 'failed' | undefined

export function layerState(chart: ChartState, name: string): LayerState {
  if (ownValue(chart.annotationQuery, name)) return 'started'
  if (ownValue(chart.annotationError, name) !== undefined) return 'failed'
  return ownValue(chart.annotationData, name) ? 'success' : undefined
}

type AnnotationState = Pick<ChartState, 'annotationData' | 'annotationError' | 'annotationQuery'>

function change(charts: Charts, id: number, patch: (chart: ChartState) => Partial<AnnotationState>): Charts {
  const chart = charts[id]
  return chart ? { ...charts, [id]: { ...chart, ...patch(chart) } } : charts
}

function withoutKey<T>(all: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  const { [name]: _removed, ...rest } = all
  return rest
}

/** Limits the layers of a chart to these names and drops the state of all others. */
export function layersSelected(charts: Charts, id: number, names: readonly string[]): Charts {
  const chart = charts[id]
  const { annotationData = {}, annotationError = {}, annotationQuery = {} } = chart ?? {}
  const known = [annotationData, annotationError, annotationQuery].flatMap((all) => Object.keys(all))
  if (known.every((name) => names.includes(name))) return charts
  const stored = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
  return change(charts, id, () => ({
    annotationData: stored(annotationData),
    annotationError: stored(annotationError),
    annotationQuery: stored(annotationQuery),
  }))
}

/** The previous data stay until newer ones arrive. */
export function layerStarted(charts: Charts, id: number, name: string, controller: AbortController): Charts {
  return change(charts, id, ({ annotationQuery }) => ({ annotationQuery: { ...annotationQuery, [name]: controller } }))
}

export function layerSucceeded(charts: Charts, id: number, name: string, data: LayerData): Charts {
  return change(charts, id, ({ annotationData, annotationError, annotationQuery }) => ({
    annotationData: { ...annotationData, [name]: data },
    annotationError: withoutKey(annotationError, name),
    annotationQuery: withoutKey(annotationQuery, name),
  }))
}

/** `error` is the message of the response; undefined if the network failed. */
export function layerFailed(charts: Charts, id: number, name: string, error: string | undefined): Charts {
  return change(charts, id, ({ annotationData, annotationError, annotationQuery }) => ({
    annotationData: withoutKey(annotationData, name),
    annotationError: { ...annotationError, [name]: error || t('Network error.') },
    annotationQuery: withoutKey(annotationQuery, name),
  }))
}

/** The load was cancelled: the layer returns to its previous state. */
export function layerCancelled(charts: Charts, id: number, name: string): Charts {
  return change(charts, id, ({ annotationQuery }) => ({ annotationQuery: withoutKey(annotationQuery, name) }))
}
