import { ownValue } from '#core/rest/json.ts'
import type { AnnotationQuery, AnnotationFetchOptions } from '#calls/annotation-data.ts'
import type { ChartMeta, ChartType } from '#charts/chart.ts'
import { type AnnotationLayer, requestedLayers, readLayers } from '#core/annotation/layer.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import { resolvedOverrides } from '#core/query/annotation-overrides.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import {
  layerFailed,
  layerCancelled,
  layersSelected,
  layerStarted,
  layerState,
  layerSucceeded,
} from './annotation-state.ts'
import type { Charts } from './chart-state.ts'

/** The dependencies of the layer loader. */
export interface LayerHost {
  readonly charts: () => Charts
  readonly change: (change: (charts: Charts) => Charts) => void
  readonly chartType: (vizType: string) => ChartType | undefined
  readonly askLayer: (question: AnnotationQuery, options: AnnotationFetchOptions) => Promise<LayerData>
}

export interface LayerOptions {
  /** Bypasses the cache. */
  readonly force?: boolean | undefined
  /** Skips layers that are loaded or loading. */
  readonly onlyNew?: boolean
}

/** Returns the layers of a form that its chart type supports and whose data must be requested. */
function layersOf(form: FormData, meta: ChartMeta): readonly AnnotationLayer[] {
  const shown = (layer: AnnotationLayer) => meta.supportedAnnotationTypes?.includes(layer.annotationType)
  const requested = requestedLayers(readLayers(form['annotation_layers']))
  return requested.filter((layer) => shown(layer) && layer.value !== null && layer.value !== '')
}

interface Failure {
  readonly kind?: string
  readonly message?: string
}

type Apply = (charts: Charts, id: number) => Charts

function afterFailure({ kind, message }: Failure, name: string): Apply {
  if (kind === 'abort') return (charts, id) => layerCancelled(charts, id, name)
  if (message?.toLowerCase().includes('no data'))
    return (charts, id) => layerSucceeded(charts, id, name, { records: [] })
  const error = kind === 'timeout' ? t('Query timeout') : kind === 'network' ? undefined : message
  return (charts, id) => layerFailed(charts, id, name, error)
}

/**
 * Loads the annotation layers of the charts of one screen independently: a failed layer reports its error and does not
 * affect the chart. A newer request for a layer cancels the older one of the same name.
 */
export function createLayerLoader({ charts, change, askLayer, chartType }: LayerHost) {
  /** The latest layer requests of each chart, by layer name. */
  const requested = new Map<number, ReadonlyMap<string, string>>()

  async function loadLayer(id: number, name: string, question: AnnotationQuery, force: boolean | undefined) {
    ownValue(charts()[id]?.annotationQuery, name)?.abort()
    const controller = new AbortController()
    change((all) => layerStarted(all, id, name, controller))
    const end = (apply: Apply) => {
      // The chart may have a new id by now. A layer that was requested again or cancelled no longer belongs to this
      // load.
      const own = Object.values(charts()).find((chart) => ownValue(chart.annotationQuery, name) === controller)
      if (own) change((all) => apply(all, own.id))
    }
    try {
      const data = await askLayer(question, { signal: controller.signal, force })
      end((all, at) => layerSucceeded(all, at, name, data))
    } catch (error) {
      end(afterFailure(error as Failure, name))
    }
  }

  /**
   * Requests the layers of this form that the chart type supports. Resolves when the state holds all outcomes. Rejects
   * if the chart type cannot build a query from the form.
   */
  async function load(id: number, form: FormData, options: LayerOptions = {}): Promise<void> {
    const type = chartType(form.viz_type)
    const [shown] = type?.toQueries(form) ?? []
    if (!type || !shown) return
    const layers = layersOf(form, type.meta)
    const before = requested.get(id)
    if (layers.length === 0 && !before) return
    const names = layers.map(({ name }) => name)
    leave(id, (name) => !names.includes(name))
    const questions = layers.map(({ name, value, sourceType, overrides = {} }) => {
      const isNative = sourceType === 'NATIVE'
      return { name, question: { value: value ?? '', overrides: resolvedOverrides(overrides, shown), isNative } }
    })
    const texts = new Map(questions.map(({ name, question }) => [name, JSON.stringify(question)]))
    requested.set(id, texts)
    change((all) => layersSelected(all, id, names))
    const isKnown = (name: string) => {
      const chart = charts()[id]
      const state = chart && layerState(chart, name)
      return before?.get(name) === texts.get(name) && (state === 'started' || state === 'success')
    }
    const due = options.onlyNew ? questions.filter(({ name }) => !isKnown(name)) : questions
    await Promise.all(due.map(({ name, question }) => loadLayer(id, name, question, options.force)))
  }

  function leave(id: number, isLeft: (name: string) => boolean): void {
    for (const [name, controller] of Object.entries(charts()[id]?.annotationQuery ?? {})) {
      if (!isLeft(name)) continue
      change((all) => layerCancelled(all, id, name))
      controller.abort()
    }
  }

  return { load, stop: (id: number) => leave(id, () => true) }
}
