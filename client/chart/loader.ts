import { isAsync } from '#calls/async.ts'
import { toQueryContext } from '#charts/chart.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { ColumnsEntry } from '#core/query/result.ts'
import { readMistake } from '#core/rest/mistake.ts'
import { readErrorBody } from '#core/rest/read-error.ts'
import { t } from '#core/text/t.ts'
import { askLines, hasFailed } from './ask-lines.ts'
import { createLayerLoader, type LayerHost } from './layer-loader.ts'
import { createPlaces } from './places.ts'
import { pictureContext } from './sample.ts'
import { type Charts, type ChartState, updateFailed, updateStarted, updateStopped, updateSucceeded } from './machine.ts'

export interface AskOptions {
  readonly sliceId?: number | undefined
  readonly dashboardId?: number | undefined
  readonly force?: boolean | undefined
  /** Answered behind what goes out with it. */
  readonly isAfter?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became of a load. */
export type LogEvent = 'load' | 'abort' | 'timeout' | 'error'

/** Facts of a load that has ended. */
export interface LogDetails {
  /** Milliseconds since the load began. */
  readonly duration: number
  /** Milliseconds since the oldest answer was made; null unless it came from a cache. */
  readonly dataAge: number | null
}

/** What the loader needs of the screen it works for. */
export interface LoaderHost extends LayerHost {
  readonly ask: (context: QueryContext, options: AskOptions) => Promise<readonly ColumnsEntry[]>
  readonly now: () => number
  readonly log: (event: LogEvent, facts: LogDetails) => void
}

interface Failure {
  readonly kind?: string
  readonly message?: string
  /** HTTP status; 0 or absent where there is none. */
  readonly status?: number
  readonly body?: {
    readonly result?: readonly { readonly error?: string | null; readonly stacktrace?: string | null }[]
  }
}

/** How a load ended: what is logged of it, if anything, and how the chart stands. */
interface Ended {
  readonly event: LogEvent | undefined
  readonly cachedOn?: string | null | undefined
  readonly apply: (charts: Charts, id: number) => Charts
}

const UNAUTHORIZED = 401
const SERVER_ERROR = 500
const QUERY_TIMEOUT = 504

/** Whether an answer of this status says nothing about the query. A timeout does. */
const isOfServer = (status: number): boolean =>
  status === UNAUTHORIZED || (status >= SERVER_ERROR && status !== QUERY_TIMEOUT)

/** How a chart stands after its load failed. */
function afterFailure(error: Failure, host: LoaderHost): Ended {
  // Where data are answered by jobs, what other failures there are is told by their events.
  const other = isAsync() ? undefined : 'error'
  const fail = (failure: Parameters<typeof updateFailed>[2], event: LogEvent | undefined = other): Ended => ({
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
    .errors.map(({ extra }) => readMistake(extra))
    .find(Boolean)
  const isServerError = isOfServer(error.status ?? 0)
  return fail(
    error.body?.result?.find((entry) => entry.error) ?? { error: error.message ?? null, mistake, isServerError },
  )
}

/** When the oldest answer from a cache was made, ISO in UTC; null when none came from there. */
function oldest(answers: readonly ColumnsEntry[]): string | null {
  const times = answers.flatMap(({ cached_dttm: time }) => (time ? [time.endsWith('Z') ? time : `${time}Z`] : []))
  return times.toSorted()[0] ?? null
}

/** What is laid over a chart is asked for by itself, so that what fails of it does not fail the chart. */
function withoutLayers(context: QueryContext): QueryContext {
  const bare = (query: QueryObject) => (query.annotation_layers?.length ? { ...query, annotation_layers: [] } : query)
  return { ...context, queries: context.queries.map(bare) }
}

/** Loads charts of one screen. A newer load of a chart ends the older one; only the newest may change the state. */
export function createLoader(host: LoaderHost) {
  const layers = createLayerLoader(host)
  const places = createPlaces()

  async function answersOf(place: number, form: FormData, options: AskOptions): Promise<Ended> {
    const failed = (error: string) => afterFailure({ message: error }, host)
    const type = host.chartType(form.viz_type)
    const datasource = parseDatasource(form.datasource)
    if (!type) return failed(t('This visualization type is not supported.'))
    if (!datasource) return failed(t('The dataset linked to this chart may have been deleted.'))
    const pixels = places.widthOf(place)
    const context = pictureContext(withoutLayers(toQueryContext(type, form, datasource)), type, form, pixels)
    const answers = context.queries.length > 0 ? await askLines(context, (part) => host.ask(part, options)) : []
    if (hasFailed(context, answers)) return afterFailure({ body: { result: answers } }, host)
    return {
      event: 'load',
      cachedOn: oldest(answers),
      apply: (charts, id) => updateSucceeded(charts, id, answers, host.now(), pixels),
    }
  }

  function note({ event, cachedOn }: Ended, chart: ChartState | undefined): void {
    if (!event) return
    const now = host.now()
    const dataAge = cachedOn ? Math.max(0, now - Date.parse(cachedOn)) : null
    host.log(event, { duration: now - (chart?.chartUpdateStartTime ?? now), dataAge })
  }

  /** Asks what this form asks; resolves when the state says how it ended. */
  async function load(
    id: number,
    form: FormData,
    options: { force?: boolean; dashboardId?: number; sliceId?: number; isAfter?: boolean } = {},
  ): Promise<void> {
    host.charts()[id]?.queryController?.abort()
    const controller = new AbortController()
    host.change((charts) => updateStarted(charts, id, controller, form, host.now()))
    // A chart may have got another id meanwhile; one that was asked again or stopped is not this load's any more.
    const own = () => Object.values(host.charts()).find((chart) => chart.queryController === controller)
    const end = (ended: Ended) => {
      note(ended, own())
      host.change((charts) => ended.apply(charts, own()?.id ?? id))
    }
    // What is asked first is answered first, and a chart without its layers is more than layers without their chart.
    const asking = answersOf(id, form, { ...options, signal: controller.signal })
    // A form that cannot be asked is said of the chart.
    const beside = layers.load(id, form, { force: options.force }).catch(() => {})
    try {
      const ended = await asking
      if (own()) end(ended)
    } catch (error) {
      if (own()) end(afterFailure(error as Failure, host))
    }
    await beside
  }

  /** Ends the load of a chart, if one is under way. */
  function stop(id: number): void {
    layers.stop(id)
    const controller = host.charts()[id]?.queryController
    if (!controller) return
    const stopped = afterFailure({ kind: 'abort' }, host)
    note(stopped, host.charts()[id])
    host.change((charts) => stopped.apply(charts, id))
    controller.abort()
  }

  return { load, loadLayers: layers.load, stop, places }
}
