import { t } from '#core/text/t.ts'
import type { LayerData } from '#core/form/layer-data.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import type { UnknownName } from '#core/rest/unknown-name.ts'

/** The fields of a chart in every state. Times are epoch milliseconds. */
interface ChartDetails {
  readonly id: number
  readonly chartUpdateStartTime: number
  readonly latestQueryFormData: FormData | null
  readonly sliceFormData: FormData | null
  /** The last results; retained while newer ones load and after a failure. */
  readonly queriesResponse: readonly ColumnarResult[] | null
  /** The width of the chart when these results were requested, in CSS pixels; absent if unknown. */
  readonly requestedPixels?: number | undefined
  readonly triggerQuery: boolean
  /** When a complete redraw was last requested. */
  readonly lastRendered: number
  /** For each layer by name: its data, its error, or the controller that cancels its request. */
  readonly annotationData: Readonly<Record<string, LayerData>>
  readonly annotationError: Readonly<Record<string, string>>
  readonly annotationQuery: Readonly<Record<string, AbortController>>
  readonly form_data: FormData
}

/** The fields of a chart that has not failed. */
interface ClearedFailure {
  readonly chartStackTrace: null
  readonly chartUnknownName?: undefined
  readonly isServerError?: undefined
  readonly failedAt?: undefined
}

interface WaitingChart extends ChartDetails, ClearedFailure {
  readonly chartStatus: null
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: null
}

/** The failure was cleared. If the drawing had failed, a newer query may be in progress. */
interface ClearedChart extends ChartDetails, ClearedFailure {
  readonly chartStatus: ''
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: AbortController | null
}

interface LoadingChart extends ChartDetails, ClearedFailure {
  readonly chartStatus: 'loading'
  readonly chartAlert: null
  readonly chartUpdateEndTime: null
  readonly queryController: AbortController
  readonly latestQueryFormData: FormData
}

interface AnsweredChart extends ChartDetails, ClearedFailure {
  readonly chartStatus: 'success' | 'rendered'
  readonly chartAlert: null
  readonly chartUpdateEndTime: number | null
  readonly queryController: null
  readonly queriesResponse: readonly ColumnarResult[]
}

interface StoppedChart extends ChartDetails, ClearedFailure {
  readonly chartStatus: 'stopped'
  readonly chartAlert: string
  readonly chartUpdateEndTime: number
  readonly queryController: null
}

interface FailedDetails extends ChartDetails {
  readonly chartStatus: 'failed'
  readonly chartAlert: string
  readonly chartUpdateEndTime: number
}

interface QueryFailed extends FailedDetails {
  readonly failedAt: 'question'
  readonly chartStackTrace: string | null
  /** The name that made the query fail, with suggested replacements. */
  readonly chartUnknownName?: UnknownName | undefined
  /** True if the query is not the cause: the server failed or the session has ended. */
  readonly isServerError?: boolean | undefined
  readonly queryController: null
}

/** No response arrived. */
interface LostChart extends FailedDetails {
  readonly failedAt: 'network'
  readonly chartStackTrace: null
  readonly chartUnknownName?: undefined
  readonly isServerError?: undefined
  readonly queryController: null
}

/** Drawing a result failed; a newer query may be in progress. */
interface PictureFailed extends FailedDetails {
  readonly failedAt: 'picture'
  readonly chartStackTrace: string | null
  readonly chartUnknownName?: undefined
  readonly isServerError?: undefined
  readonly queryController: AbortController | null
}

/** The state of one chart on a screen. `chartStatus`, and `failedAt` for failures, discriminate the other fields. */
export type ChartState =
  | WaitingChart
  | ClearedChart
  | LoadingChart
  | AnsweredChart
  | StoppedChart
  | QueryFailed
  | LostChart
  | PictureFailed

/** The charts of a screen by id. */
export type Charts = Readonly<Record<number, ChartState>>

/** Returns a new chart: nothing requested, its query due. */
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

const clearedFailure = {
  chartStackTrace: null,
  chartUnknownName: undefined,
  isServerError: undefined,
  failedAt: undefined,
} as const

/** Returns the chart as before its first query. */
export function beforeFirstQuery(chart: ChartState): ChartState {
  return {
    ...chart,
    ...clearedFailure,
    chartStatus: null,
    chartAlert: null,
    queryController: null,
    queriesResponse: null,
  }
}

/** Returns the chart as its last results left it; without results, as before its first query. */
export function beforeFailure(chart: ChartState): ChartState {
  const { queriesResponse } = chart
  if (!queriesResponse) return beforeFirstQuery(chart)
  return {
    ...chart,
    ...clearedFailure,
    chartStatus: 'rendered',
    chartAlert: null,
    queryController: null,
    queriesResponse,
  }
}

export function chartAdded(charts: Charts, chart: ChartState): Charts {
  return { ...charts, [chart.id]: chart }
}

export function chartRemoved(charts: Charts, id: number): Charts {
  const { [id]: _removed, ...rest } = charts
  return rest
}

/** Moves the chart to its new id, for example when a new chart is saved for the first time. */
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

/** Redraws the current results without a query: a new `lastRendered` remounts the drawing. */
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
    ...clearedFailure,
    chartStatus: 'loading',
    chartAlert: null,
    chartUpdateStartTime: now,
    chartUpdateEndTime: null,
    queryController: controller,
    latestQueryFormData: form,
  }))
}

const fetchedFields = (now: number) => ({ chartUpdateEndTime: now, queryController: null, triggerQuery: false })

export function updateSucceeded(
  charts: Charts,
  id: number,
  answers: readonly ColumnarResult[],
  now: number,
  requestedPixels?: number,
): Charts {
  return change(charts, id, (chart) => ({
    ...chart,
    ...clearedFailure,
    ...fetchedFields(now),
    chartStatus: 'success',
    chartAlert: null,
    queriesResponse: answers,
    requestedPixels,
    sliceFormData: chart.latestQueryFormData ?? chart.sliceFormData,
  }))
}

export function updateStopped(charts: Charts, id: number, now: number): Charts {
  const chartAlert = t('Updating chart was stopped')
  return change(charts, id, (chart) => ({
    ...chart,
    ...clearedFailure,
    ...fetchedFields(now),
    chartStatus: 'stopped',
    chartAlert,
  }))
}

/** The failure of a query: error and stack trace of the first failed result. */
export interface QueryFailure {
  readonly error?: string | null
  readonly stacktrace?: string | null
  readonly mistake?: UnknownName | undefined
  /** True if the query is not the cause: the server failed or the session has ended. */
  readonly isServerError?: boolean | undefined
}

/** Marks the chart as failed. `failure` is absent if the network failed. */
export function updateFailed(charts: Charts, id: number, failure: QueryFailure | undefined, now: number): Charts {
  const chartAlert = failure?.error || t('Network error.')
  return change(charts, id, (chart) =>
    failure
      ? {
          ...chart,
          ...fetchedFields(now),
          chartStatus: 'failed',
          failedAt: 'question',
          chartAlert,
          chartStackTrace: failure.stacktrace ?? null,
          chartUnknownName: failure.mistake,
          isServerError: failure.isServerError,
        }
      : { ...chart, ...clearedFailure, ...fetchedFields(now), chartStatus: 'failed', failedAt: 'network', chartAlert },
  )
}

/** True if a chart shows, or is about to show, the result of its last query. */
export function hasCurrentResult(chart: ChartState): chart is AnsweredChart {
  return chart.chartStatus === 'success' || chart.chartStatus === 'rendered'
}

export function hasNetworkFailure(chart: ChartState): boolean {
  return chart.chartStatus === 'failed' && chart.failedAt === 'network'
}

/** True if a chart failed for a reason other than its query: the server failed or the session has ended. */
export function isServerFailure(chart: ChartState): boolean {
  return chart.chartStatus === 'failed' && chart.isServerError === true
}

/** Marks the newest result as drawn. Drawing it again changes nothing. */
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
    chartUnknownName: undefined,
    isServerError: undefined,
    chartUpdateEndTime: now,
  }))
}

function withoutFailure(chart: ChartState): ChartState {
  return { ...chart, ...clearedFailure, chartStatus: '', chartAlert: null }
}

/** After a datasource change, clears failed charts that have a stack trace and draws them again. */
export function datasourcesChanged(charts: Charts, now: number): Charts {
  return Object.values(charts).reduce<Charts>(
    (all, chart) =>
      chart.chartStatus === 'failed' && chart.chartStackTrace
        ? renderTriggered(change(all, chart.id, withoutFailure), chart.id, now)
        : all,
    charts,
  )
}
