import { t } from '#core/text/t.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import type { Mistake } from '#core/rest/mistake.ts'

/** What a chart has whatever became of its question. Times are epoch milliseconds. */
interface ChartFacts {
  readonly id: number
  readonly chartUpdateStartTime: number
  readonly latestQueryFormData: FormData | null
  readonly sliceFormData: FormData | null
  /** The last answers; kept while newer ones are on the way and after a failure. */
  readonly queriesResponse: readonly ColumnsEntry[] | null
  /** How wide the picture was that these were asked for, CSS pixels; absent where that was not known. */
  readonly askedPixels?: number | undefined
  readonly triggerQuery: boolean
  /** When its picture was last asked to be drawn anew, from nothing. */
  readonly lastRendered: number
  /** Of each layer, by its name: its data, or why there are none, or how to leave the question under way. */
  readonly annotationData: Readonly<Record<string, LayerData>>
  readonly annotationError: Readonly<Record<string, string>>
  readonly annotationQuery: Readonly<Record<string, AbortController>>
  readonly form_data: FormData
}

/** What no chart has that has not failed. */
interface Unfailed {
  readonly chartStackTrace: null
  readonly chartMistake?: undefined
  readonly isServerError?: undefined
  readonly failedAt?: undefined
}

interface WaitingChart extends ChartFacts, Unfailed {
  readonly chartStatus: null
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: null
}

/** Its failure was cleared. Where its picture had failed, a newer question may be under way. */
interface ClearedChart extends ChartFacts, Unfailed {
  readonly chartStatus: ''
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: AbortController | null
}

interface LoadingChart extends ChartFacts, Unfailed {
  readonly chartStatus: 'loading'
  readonly chartAlert: null
  readonly chartUpdateEndTime: null
  readonly queryController: AbortController
  readonly latestQueryFormData: FormData
}

interface AnsweredChart extends ChartFacts, Unfailed {
  readonly chartStatus: 'success' | 'rendered'
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: null
  readonly queriesResponse: readonly ColumnsEntry[]
}

interface StoppedChart extends ChartFacts, Unfailed {
  readonly chartStatus: 'stopped'
  readonly chartAlert: string
  readonly chartUpdateEndTime: number
  readonly queryController: null
}

interface Failed extends ChartFacts {
  readonly chartStatus: 'failed'
  readonly chartAlert: string
  readonly chartUpdateEndTime: number
}

interface QuestionFailed extends Failed {
  readonly failedAt: 'question'
  readonly chartStackTrace: string | null
  /** The name that made the question fail, and those it may stand for. */
  readonly chartMistake?: Mistake | undefined
  /** The query is not the cause: the server failed, or the session has ended. */
  readonly isServerError?: boolean | undefined
  readonly queryController: null
}

/** No answer came. */
interface LostChart extends Failed {
  readonly failedAt: 'network'
  readonly chartStackTrace: null
  readonly chartMistake?: undefined
  readonly isServerError?: undefined
  readonly queryController: null
}

/** Drawing an answer failed; a newer question may be under way meanwhile. */
interface PictureFailed extends Failed {
  readonly failedAt: 'picture'
  readonly chartStackTrace: string | null
  readonly chartMistake?: undefined
  readonly isServerError?: undefined
  readonly queryController: AbortController | null
}

/** Everything a screen knows about one chart: `chartStatus`, and of a failure `failedAt`, say which else there is. */
export type ChartState =
  | WaitingChart
  | ClearedChart
  | LoadingChart
  | AnsweredChart
  | StoppedChart
  | QuestionFailed
  | LostChart
  | PictureFailed

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

function change(charts: Charts, id: number, next: (chart: ChartState) => ChartState): Charts {
  const chart = charts[id]
  return chart ? { ...charts, [id]: next(chart) } : charts
}

const unfailed = {
  chartStackTrace: null,
  chartMistake: undefined,
  isServerError: undefined,
  failedAt: undefined,
} as const

/** The chart as before its first question. */
export function waiting(chart: ChartState): ChartState {
  return { ...chart, ...unfailed, chartStatus: null, chartAlert: null, queryController: null, queriesResponse: null }
}

/** The chart as its last answers left it; as before its first question where there are none. */
export function beforeFailure(chart: ChartState): ChartState {
  const { queriesResponse } = chart
  if (!queriesResponse) return waiting(chart)
  return { ...chart, ...unfailed, chartStatus: 'rendered', chartAlert: null, queryController: null, queriesResponse }
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
  return change(charts, id, (chart) => ({ ...chart, form_data: form }))
}

export function queryTriggered(charts: Charts, id: number, trigger = true): Charts {
  return change(charts, id, (chart) => ({ ...chart, triggerQuery: trigger }))
}

/** Draws again what is there, without asking: a new `lastRendered` makes a new picture. */
export function renderTriggered(charts: Charts, id: number, now: number): Charts {
  return change(charts, id, (chart) => ({ ...chart, lastRendered: now }))
}

export function updateStarted(
  charts: Charts,
  id: number,
  controller: AbortController,
  form: FormData,
  now: number,
): Charts {
  return change(charts, id, (chart) => ({
    ...chart,
    ...unfailed,
    chartStatus: 'loading',
    chartAlert: null,
    chartUpdateStartTime: now,
    chartUpdateEndTime: null,
    queryController: controller,
    latestQueryFormData: form,
  }))
}

const fetched = (now: number) => ({ chartUpdateEndTime: now, queryController: null, triggerQuery: false })

export function updateSucceeded(
  charts: Charts,
  id: number,
  answers: readonly ColumnsEntry[],
  now: number,
  askedPixels?: number,
): Charts {
  return change(charts, id, (chart) => ({
    ...chart,
    ...unfailed,
    ...fetched(now),
    chartStatus: 'success',
    chartAlert: null,
    queriesResponse: answers,
    askedPixels,
    sliceFormData: chart.latestQueryFormData ?? chart.sliceFormData,
  }))
}

export function updateStopped(charts: Charts, id: number, now: number): Charts {
  const chartAlert = t('Updating chart was stopped')
  return change(charts, id, (chart) => ({ ...chart, ...unfailed, ...fetched(now), chartStatus: 'stopped', chartAlert }))
}

/** What failed of a question: the first answer's error and stack trace. */
export interface QuestionFailure {
  readonly error?: string | null
  readonly stacktrace?: string | null
  readonly mistake?: Mistake | undefined
  /** The query is not the cause: the server failed, or the session has ended. */
  readonly isServerError?: boolean | undefined
}

/** `failure` is absent when the network failed. */
export function updateFailed(charts: Charts, id: number, failure: QuestionFailure | undefined, now: number): Charts {
  const chartAlert = failure?.error || t('Network error.')
  return change(charts, id, (chart) =>
    failure
      ? {
          ...chart,
          ...fetched(now),
          chartStatus: 'failed',
          failedAt: 'question',
          chartAlert,
          chartStackTrace: failure.stacktrace ?? null,
          chartMistake: failure.mistake,
          isServerError: failure.isServerError,
        }
      : { ...chart, ...unfailed, ...fetched(now), chartStatus: 'failed', failedAt: 'network', chartAlert },
  )
}

/** Whether a chart shows, or is about to show, the answer to its last question. */
export function isAnswered(chart: ChartState): chart is AnsweredChart {
  return chart.chartStatus === 'success' || chart.chartStatus === 'rendered'
}

/** Whether a chart failed because no answer came. */
export function isLost(chart: ChartState): boolean {
  return chart.chartStatus === 'failed' && chart.failedAt === 'network'
}

/** Whether a chart failed for a reason that is not its query: the server failed, or the session has ended. */
export function isServerFailure(chart: ChartState): boolean {
  return chart.chartStatus === 'failed' && chart.isServerError === true
}

/** A picture of the newest answer was painted. Painting it again changes nothing. */
export function renderSucceeded(charts: Charts, id: number): Charts {
  const chart = charts[id]
  return chart?.chartStatus === 'success' ? { ...charts, [id]: { ...chart, chartStatus: 'rendered' } } : charts
}

export function renderFailed(
  charts: Charts,
  id: number,
  error: string,
  stacktrace: string | null,
  now: number,
): Charts {
  return change(charts, id, (chart) => ({
    ...chart,
    chartStatus: 'failed',
    failedAt: 'picture',
    chartAlert: t('An error occurred while rendering the visualization: %s', error),
    chartStackTrace: stacktrace,
    chartMistake: undefined,
    isServerError: undefined,
    chartUpdateEndTime: now,
  }))
}

function cleared(chart: ChartState): ChartState {
  return { ...chart, ...unfailed, chartStatus: '', chartAlert: null }
}

/** After the datasource changed: failed charts that carry a stack trace are cleared and draw again. */
export function datasourcesChanged(charts: Charts, now: number): Charts {
  return Object.values(charts).reduce<Charts>(
    (all, chart) =>
      chart.chartStatus === 'failed' && chart.chartStackTrace
        ? renderTriggered(change(all, chart.id, cleared), chart.id, now)
        : all,
    charts,
  )
}
