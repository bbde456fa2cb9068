import { isAsync } from '#calls/async-jobs.ts'
import { toQueryContext } from '#charts/chart.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { readUnknownName } from '#core/rest/unknown-name.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { fetchLines, hasFailed } from './fetch-lines.ts'
import { createLayerLoader, type LayerHost } from './layer-loader.ts'
import { createChartElements } from './chart-elements.ts'
import { queryText } from './query-text.ts'
import { sampledQueryContext } from './sample.ts'
import {
  type Charts,
  type ChartState,
  updateFailed,
  updateStarted,
  updateStopped,
  updateSucceeded,
} from './chart-state.ts'

export interface ChartLoadOptions {
  readonly sliceId?: number | undefined
  readonly dashboardId?: number | undefined
  readonly force?: boolean | undefined
  /** Fails unless the server has the result in its cache. */
  readonly onlyCached?: boolean | undefined
  /** The server answers this query after the others of the same batch. */
  readonly isAfter?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** The outcome of a load. */
export type LogEvent = 'load' | 'abort' | 'timeout' | 'error'

/** Details of a finished load. */
export interface LogDetails {
  /** Milliseconds since the load started. */
  readonly duration: number
  /** The age of the oldest result in milliseconds; null unless it came from a cache. */
  readonly dataAge: number | null
}

/** The dependencies of the loader. */
export interface LoaderHost extends LayerHost {
  readonly ask: (context: QueryContext, options: ChartLoadOptions) => Promise<readonly ColumnarResult[]>
  readonly now: () => number
  readonly log: (event: LogEvent, details: LogDetails) => void
}

interface Failure {
  readonly kind?: string
  readonly message?: string
  /** HTTP status; 0 or absent without a response. */
  readonly status?: number
  readonly body?: {
    readonly result?: readonly { readonly error?: string | null; readonly stacktrace?: string | null }[]
  }
}

/** The outcome of a load: the event to log, if any, and the state change of the chart. */
interface LoadOutcome {
  readonly event: LogEvent | undefined
  readonly cachedOn?: string | null | undefined
  readonly apply: (charts: Charts, id: number) => Charts
}

const UNAUTHORIZED = 401
const SERVER_ERROR = 500
const QUERY_TIMEOUT = 504

/**
 * True if this status says nothing about the query: the session or the server failed. A query timeout is about the
 * query.
 */
const isOfServer = (status: number): boolean =>
  status === UNAUTHORIZED || (status >= SERVER_ERROR && status !== QUERY_TIMEOUT)

/** Returns the outcome of a failed load. */
function afterFailure(error: Failure, host: LoaderHost): LoadOutcome {
  // With asynchronous queries, the job events log the other failures.
  const other = isAsync() ? undefined : 'error'
  const fail = (failure: Parameters<typeof updateFailed>[2], event: LogEvent | undefined = other): LoadOutcome => ({
    event,
    apply: (charts, id) => updateFailed(charts, id, failure, host.now()),
  })
  if (error.kind === 'abort') return { event: 'abort', apply: (charts, id) => updateStopped(charts, id, host.now()) }
  if (error.kind === 'timeout') {
    const text = t('The query took longer than the server allows. Narrow the time range or add a filter.')
    return fail({ error: text }, 'timeout')
  }
  if (error.kind === 'network') return fail(undefined)
  const mistake = readErrorBody(error.body)
    .errors.map(({ extra }) => readUnknownName(extra))
    .find(Boolean)
  const isServerError = isOfServer(error.status ?? 0)
  return fail(
    error.body?.result?.find((entry) => entry.error) ?? { error: error.message ?? null, mistake, isServerError },
  )
}

/** Returns when the oldest cached result was created, as ISO text in UTC; null if none came from a cache. */
function oldest(answers: readonly ColumnarResult[]): string | null {
  const times = answers.flatMap(({ cached_dttm: time }) => (time ? [time.endsWith('Z') ? time : `${time}Z`] : []))
  return times.toSorted()[0] ?? null
}

/** How long results that were loaded ahead are used, in milliseconds, and their maximum number. */
const AHEAD_MS = 30_000
const MAX_AHEAD = 24

/** Results loaded ahead, with the width of the chart that they were requested for. */
interface ResultAhead {
  readonly answers: readonly ColumnarResult[]
  readonly pixels: number | undefined
  readonly at: number
}

/** Stores results that were loaded ahead, by chart and query; the oldest of too many are dropped. */
function createResultsAhead(now: () => number) {
  const results = new Map<string, ResultAhead>()
  const keyOf = (id: number, form: FormData) => `${id} ${queryText(form)}`
  const get = (id: number, form: FormData): ResultAhead | undefined => {
    const found = results.get(keyOf(id, form))
    return found && now() - found.at <= AHEAD_MS ? found : undefined
  }
  return {
    get,
    put(id: number, form: FormData, result: Omit<ResultAhead, 'at'>): void {
      results.delete(keyOf(id, form))
      results.set(keyOf(id, form), { ...result, at: now() })
      for (const key of [...results.keys()].slice(0, -MAX_AHEAD)) results.delete(key)
    },
    take(id: number, form: FormData): ResultAhead | undefined {
      const found = get(id, form)
      results.delete(keyOf(id, form))
      return found
    },
  }
}

/** Returns the outcome of a load with these results. */
const afterSuccess = ({ answers, pixels }: Omit<ResultAhead, 'at'>, host: LoaderHost): LoadOutcome => ({
  event: 'load',
  cachedOn: oldest(answers),
  apply: (charts, id) => updateSucceeded(charts, id, answers, host.now(), pixels),
})

/** Annotation layers are loaded separately, so that a failed layer does not fail the chart. */
function withoutLayers(context: QueryContext): QueryContext {
  const bare = (query: QueryObject) => (query.annotation_layers?.length ? { ...query, annotation_layers: [] } : query)
  return { ...context, queries: context.queries.map(bare) }
}

/** Returns the queries of a form for the current width of the chart, or why there are none. */
function contextOf(host: LoaderHost, form: FormData, pixels: number | undefined): QueryContext | string {
  const type = host.chartType(form.viz_type)
  const datasource = parseDatasource(form.datasource)
  if (!type) return t('This visualization type is not supported.')
  if (!datasource) return t('The dataset linked to this chart may have been deleted.')
  return sampledQueryContext(withoutLayers(toQueryContext(type, form, datasource)), type, form, pixels)
}

type CachedOptions = Omit<ChartLoadOptions, 'onlyCached'>

/** Returns the results of a form that the server has in its cache for this user; undefined if it has not all. */
type LoadCached = (id: number, form: FormData, options: CachedOptions) => Promise<readonly ColumnarResult[] | undefined>

async function cachedOf(host: LoaderHost, context: QueryContext | string, options: CachedOptions) {
  if (typeof context === 'string' || context.queries.length === 0) return undefined
  try {
    const answers = await host.ask(context, { ...options, onlyCached: true })
    return hasFailed(context, answers) ? undefined : answers
  } catch {
    return undefined
  }
}

/** Logs a finished load. */
function logEnd(host: LoaderHost, { event, cachedOn }: LoadOutcome, chart: ChartState | undefined): void {
  if (!event) return
  const now = host.now()
  const dataAge = cachedOn ? Math.max(0, now - Date.parse(cachedOn)) : null
  host.log(event, { duration: now - (chart?.chartUpdateStartTime ?? now), dataAge })
}

/** Loads the charts of one screen. A newer load of a chart cancels the older one; only the newest changes the state. */
export function createLoader(host: LoaderHost) {
  const layers = createLayerLoader(host)
  const elements = createChartElements()
  const ahead = createResultsAhead(host.now)

  async function answersOf(id: number, form: FormData, options: ChartLoadOptions): Promise<LoadOutcome> {
    const loaded = ahead.take(id, form)
    if (loaded && !options.force) return afterSuccess(loaded, host)
    const pixels = elements.widthOf(id)
    const context = contextOf(host, form, pixels)
    if (typeof context === 'string') return afterFailure({ message: context }, host)
    const answers = context.queries.length > 0 ? await fetchLines(context, (part) => host.ask(part, options)) : []
    if (hasFailed(context, answers)) return afterFailure({ body: { result: answers } }, host)
    return afterSuccess({ answers, pixels }, host)
  }

  /** Loads the data of this form. Resolves when the state holds the outcome. */
  async function load(
    id: number,
    form: FormData,
    options: { force?: boolean; dashboardId?: number; sliceId?: number; isAfter?: boolean } = {},
  ): Promise<void> {
    host.charts()[id]?.queryController?.abort()
    const controller = new AbortController()
    host.change((charts) => updateStarted(charts, id, controller, form, host.now()))
    // The chart may have a new id by now. A chart that was requested again or stopped no longer belongs to this load.
    const own = () => Object.values(host.charts()).find((chart) => chart.queryController === controller)
    const end = (ended: LoadOutcome) => {
      logEnd(host, ended, own())
      host.change((charts) => ended.apply(charts, own()?.id ?? id))
    }
    // Request the chart first: the server answers in order, and a chart without layers is more useful than layers
    // without a chart.
    const pending = answersOf(id, form, { ...options, signal: controller.signal })
    // If the form is invalid, the chart reports it.
    const extra = layers.load(id, form, { force: options.force }).catch(() => {})
    try {
      const ended = await pending
      if (own()) end(ended)
    } catch (error) {
      if (own()) end(afterFailure(error as Failure, host))
    }
    await extra
  }

  /** Cancels the load of a chart, if one is in progress. */
  function stop(id: number): void {
    layers.stop(id)
    const controller = host.charts()[id]?.queryController
    if (!controller) return
    const stopped = afterFailure({ kind: 'abort' }, host)
    logEnd(host, stopped, host.charts()[id])
    host.change((charts) => stopped.apply(charts, id))
    controller.abort()
  }

  const loadCached: LoadCached = (id, form, options) =>
    cachedOf(host, contextOf(host, form, elements.widthOf(id)), options)

  /**
   * Loads the results of a form ahead, if the server has them in its cache: the server runs no statement. The next load
   * of the form uses them. Failures are ignored.
   */
  async function loadAhead(id: number, form: FormData, options: CachedOptions): Promise<void> {
    if (ahead.get(id, form)) return
    const pixels = elements.widthOf(id)
    const answers = await cachedOf(host, contextOf(host, form, pixels), options)
    if (answers && !options.signal?.aborted) ahead.put(id, form, { answers, pixels })
  }

  return { load, loadCached, loadAhead, loadLayers: layers.load, stop, elements }
}
