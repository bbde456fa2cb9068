import type { AnnotationQuestion, AskAnnotationOptions } from '#calls/annotation-data.ts'
import type { ChartMeta, ChartType } from '#charts/chart.ts'
import { type AnnotationLayer, requestedLayers, readLayers } from '#core/annotation/layer.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import { resolvedOverrides } from '#core/query/annotation-overrides.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import { layerFailed, layerLeft, layersChosen, layerStarted, layerState, layerSucceeded } from './annotation-machine.ts'
import type { Charts } from './machine.ts'

/** What loading layers needs of the screen. */
export interface LayerHost {
  readonly charts: () => Charts
  readonly change: (change: (charts: Charts) => Charts) => void
  readonly chartType: (vizType: string) => ChartType | undefined
  readonly askLayer: (question: AnnotationQuestion, options: AskAnnotationOptions) => Promise<LayerData>
}

export interface LayerOptions {
  /** Asks past the cache. */
  readonly force?: boolean | undefined
  /** Leaves alone what was asked before or is being asked. */
  readonly onlyNew?: boolean
}

/** The layers of a form that its chart type can show and whose data have to be asked for. */
function layersOf(form: FormData, meta: ChartMeta): readonly AnnotationLayer[] {
  const shown = (layer: AnnotationLayer) => meta.supportedAnnotationTypes?.includes(layer.annotationType)
  const asked = requestedLayers(readLayers(form['annotation_layers']))
  return asked.filter((layer) => shown(layer) && layer.value !== null && layer.value !== '')
}

interface Failure {
  readonly kind?: string
  readonly message?: string
}

type Apply = (charts: Charts, id: number) => Charts

function afterFailure({ kind, message }: Failure, name: string): Apply {
  if (kind === 'abort') return (charts, id) => layerLeft(charts, id, name)
  if (message?.toLowerCase().includes('no data'))
    return (charts, id) => layerSucceeded(charts, id, name, { records: [] })
  const error = kind === 'timeout' ? t('Query timeout') : kind === 'network' ? undefined : message
  return (charts, id) => layerFailed(charts, id, name, error)
}

/**
 * Loads what is laid over the charts of one screen, each layer by itself: one that fails says so and leaves the chart
 * alone. A newer question for a layer ends the older one of the same name.
 */
export function createLayerLoader({ charts, change, askLayer, chartType }: LayerHost) {
  /** What each chart asked last for its layers, by name. */
  const asked = new Map<number, ReadonlyMap<string, string>>()

  async function loadLayer(id: number, name: string, question: AnnotationQuestion, force: boolean | undefined) {
    charts()[id]?.annotationQuery[name]?.abort()
    const controller = new AbortController()
    change((all) => layerStarted(all, id, name, controller))
    const end = (apply: Apply) => {
      // A chart may have got another id meanwhile; a layer that was asked again or left is not this load's any more.
      const own = Object.values(charts()).find((chart) => chart.annotationQuery[name] === controller)
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
   * Asks for what this form lays over a chart that its type can show; resolves when the state says how all ended. A form
   * that its type cannot ask rejects.
   */
  async function load(id: number, form: FormData, options: LayerOptions = {}): Promise<void> {
    const type = chartType(form.viz_type)
    const [shown] = type?.toQueries(form) ?? []
    if (!type || !shown) return
    const layers = layersOf(form, type.meta)
    const before = asked.get(id)
    if (layers.length === 0 && !before) return
    const names = layers.map(({ name }) => name)
    leave(id, (name) => !names.includes(name))
    const questions = layers.map(({ name, value, sourceType, overrides = {} }) => {
      const isNative = sourceType === 'NATIVE'
      return { name, question: { value: value ?? '', overrides: resolvedOverrides(overrides, shown), isNative } }
    })
    const texts = new Map(questions.map(({ name, question }) => [name, JSON.stringify(question)]))
    asked.set(id, texts)
    change((all) => layersChosen(all, id, names))
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
      change((all) => layerLeft(all, id, name))
      controller.abort()
    }
  }

  return { load, stop: (id: number) => leave(id, () => true) }
}
