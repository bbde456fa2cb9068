import { t } from '#core/text/t.ts'
import type { LayerData } from '#core/annotation/layer-data.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import type { Mistake } from '#core/rest/mistake.ts'

/** Where a chart stands. `null` before its first load; `''` after a failure was cleared. */
export type ChartStatus = 'loading' | 'success' | 'stopped' | 'rendered' | 'failed' | '' | null

/** Everything a screen knows about one chart. Times are epoch milliseconds. */
export interface ChartState {
  readonly id: number
  readonly chartStatus: ChartStatus
  readonly chartAlert: string | null
  readonly chartStackTrace: string | null
  /** The name that made the question fail, and those it may stand for. */
  readonly chartMistake?: Mistake | undefined
  /** What failed, while the status is so: its question, the way to its answer, or the drawing of that. */
  readonly failedAt?: 'question' | 'network' | 'picture' | undefined
  readonly chartUpdateStartTime: number
  readonly chartUpdateEndTime: number | null
  readonly latestQueryFormData: FormData | null
  readonly sliceFormData: FormData | null
  /** The last answers; kept while newer ones are on the way and after a failure. */
  readonly queriesResponse: readonly ColumnsEntry[] | null
  readonly queryController: AbortController | null
  readonly triggerQuery: boolean
  /** When its picture was last asked to be drawn anew, from nothing. */
  readonly lastRendered: number
  /** Of each layer, by its name: its data, or why there are none, or how to leave the question under way. */
  readonly annotationData: Readonly<Record<string, LayerData>>
  readonly annotationError: Readonly<Record<string, string>>
  readonly annotationQuery: Readonly<Record<string, AbortController>>
  readonly form_data: FormData
}

/** The charts of a screen by id. */
export type Charts = Readonly<Record<number, ChartState>>

/** A chart as it enters a screen: nothing asked, its query due. */
export function newChart(id: number, form: FormData): ChartState {
  return {
    id,
    chartStatus: null,
    chartAlert: null,
    chartStackTrace: null,
    chartUpdateStartTime: 0,
    chartUpdateEndTime: null,
    latestQueryFormData: null,
    sliceFormData: form,
    queriesResponse: null,
    queryController: null,
    triggerQuery: true,
    lastRendered: 0,
    annotationData: {},
    annotationError: {},
    annotationQuery: {},
    form_data: form,
  }
}

function change(charts: Charts, id: number, patch: Partial<ChartState>): Charts {
  const chart = charts[id]
  return chart ? { ...charts, [id]: { ...chart, ...patch } } : charts
}

export function chartAdded(charts: Charts, chart: ChartState): Charts {
  return { ...charts, [chart.id]: chart }
}

export function chartRemoved(charts: Charts, id: number): Charts {
  const { [id]: _gone, ...rest } = charts
  return rest
}

/** The chart moves to its new id, as when a new chart is saved for the first time. */
export function chartIdChanged(charts: Charts, from: number, to: number): Charts {
  const chart = charts[from]
  return chart ? chartAdded(chartRemoved(charts, from), { ...chart, id: to }) : charts
}

export function formDataUpdated(charts: Charts, id: number, form: FormData): Charts {
  return change(charts, id, { form_data: form })
}

export function queryTriggered(charts: Charts, id: number, trigger = true): Charts {
  return change(charts, id, { triggerQuery: trigger })
}

/** Draws again what is there, without asking: a new `lastRendered` makes a new picture. */
export function renderTriggered(charts: Charts, id: number, now: number): Charts {
  return change(charts, id, { lastRendered: now })
}

export function updateStarted(
  charts: Charts,
  id: number,
  controller: AbortController,
  form: FormData,
  now: number,
): Charts {
  return change(charts, id, {
    chartStatus: 'loading',
    chartAlert: null,
    chartStackTrace: null,
    chartMistake: undefined,
    chartUpdateStartTime: now,
    chartUpdateEndTime: null,
    queryController: controller,
    latestQueryFormData: form,
  })
}

const fetched = (now: number) => ({ chartUpdateEndTime: now, queryController: null, triggerQuery: false })

export function updateSucceeded(charts: Charts, id: number, answers: readonly ColumnsEntry[], now: number): Charts {
  const form = charts[id]?.latestQueryFormData
  return change(charts, id, {
    ...fetched(now),
    chartStatus: 'success',
    chartAlert: null,
    chartStackTrace: null,
    queriesResponse: answers,
    ...(form ? { sliceFormData: form } : {}),
  })
}

export function updateStopped(charts: Charts, id: number, now: number): Charts {
  return change(charts, id, { ...fetched(now), chartStatus: 'stopped', chartAlert: t('Updating chart was stopped') })
}

/** `failure` is the first answer's error and stack trace; absent when the network failed. */
export function updateFailed(
  charts: Charts,
  id: number,
  failure: { error?: string | null; stacktrace?: string | null; mistake?: Mistake | undefined } | undefined,
  now: number,
): Charts {
  return change(charts, id, {
    ...fetched(now),
    chartStatus: 'failed',
    chartAlert: failure?.error || t('Network error.'),
    chartStackTrace: failure?.stacktrace ?? null,
    failedAt: failure ? 'question' : 'network',
    ...(failure?.mistake ? { chartMistake: failure.mistake } : {}),
  })
}

/** Whether a chart failed because no answer came. */
export function isLost(chart: ChartState): boolean {
  return chart.chartStatus === 'failed' && chart.failedAt === 'network'
}

/** A picture of the newest answer was painted. Painting it again changes nothing. */
export function renderSucceeded(charts: Charts, id: number): Charts {
  return charts[id]?.chartStatus === 'success' ? change(charts, id, { chartStatus: 'rendered' }) : charts
}

export function renderFailed(
  charts: Charts,
  id: number,
  error: string,
  stacktrace: string | null,
  now: number,
): Charts {
  return change(charts, id, {
    chartStatus: 'failed',
    chartAlert: t('An error occurred while rendering the visualization: %s', error),
    chartStackTrace: stacktrace,
    failedAt: 'picture',
    chartUpdateEndTime: now,
  })
}

/** After the datasource changed: failed charts that carry a stack trace are cleared and draw again. */
export function datasourcesChanged(charts: Charts, now: number): Charts {
  return Object.values(charts).reduce<Charts>(
    (all, chart) =>
      chart.chartStatus === 'failed' && chart.chartStackTrace
        ? renderTriggered(
            change(all, chart.id, { chartStatus: '', chartAlert: null, chartStackTrace: null }),
            chart.id,
            now,
          )
        : all,
    charts,
  )
}
