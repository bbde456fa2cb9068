import type { CurrentUser, TokenReference } from '#core/access/current-user.ts'
import type { Job } from '#core/entity/job.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { AsyncError, AsyncJob } from '#core/rest/async-event.ts'
import { wireError } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { paths } from '#core/rest/paths.ts'
import { cacheKey } from '#server/cache/cache-key.ts'
import { QueryQuota } from '#server/data/query-quota.ts'
import { runAllQueries } from '#server/data/run-all-queries.ts'
import type { Format } from '#server/files/encode-table.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Log } from '#server/base/log.ts'
import type { SharedState, Topic } from '#server/shared/shared.ts'
import { jobUser } from '#server/security/present-rights.ts'
import type { Store } from '#server/store/store.ts'
import { Channels } from './channels.ts'
import { JobPostponed, type Outcome, Runner } from './runner.ts'

const KIND = 'chart_data'
/** Milliseconds for which the query of a finished job is stored, so that its result can be fetched. */
const RETENTION_MS = 3_600_000
/** How far back a starting server looks for finished jobs whose clients may not have been notified. */
const REPORT_AGAIN_MS = 600_000
const SWEEP_MS = 1000

/** Options of async queries. `name` identifies the servers that share a store. */
export interface AsyncOptions {
  readonly store: Store
  readonly shared: SharedState
  readonly chartData: ChartDataService
  readonly log: Log
  readonly now: () => number
  readonly name: string
  /** Maximum number of concurrent jobs; the chart data service limits queries further, visible and short ones first. */
  readonly slots: number
  /** Milliseconds after which the jobs of a dead server are taken over. */
  readonly lease: number
  readonly pause: number
}

/** A query for a job, with its format and the channel to notify. */
export interface AsyncQuery {
  readonly channel: string
  readonly userId: number | null
  /** The network address of an anonymous user; limits count by it. */
  readonly origin?: string | undefined
  /** The token that started the job. */
  readonly apiToken?: TokenReference | undefined
  readonly context: QueryContext
  readonly format: Format
  readonly sliceId: number | undefined
  readonly dashboardId: number | undefined
}

/**
 * A query whose result a job has computed: the parts that determine it; `at` is the reference time of relative times in
 * epoch milliseconds.
 */
export interface CompletedQuery extends Pick<AsyncQuery, 'context' | 'format' | 'sliceId' | 'dashboardId'> {
  readonly at: number
}

/** Messages about jobs between servers: one is waiting, was cancelled, or has ended. */
type JobNews = { readonly waiting: string } | { readonly cancelled: number } | { readonly ended: AsyncJob }

/** Runs queries as jobs, and notifies the channel of each when it has ended. */
export class AsyncQueries {
  readonly channels: Channels
  readonly #options: AsyncOptions
  readonly #runner: Runner
  readonly #news: Topic<JobNews>
  /** Limits the running jobs of a user to their queries at a time: further ones would wait in a place of the runner. */
  readonly #jobQuota = new QueryQuota()
  /** Jobs whose end this server has reported, and the time. */
  readonly #reportedAt = new Map<string, number>()
  #sweeping: NodeJS.Timeout | undefined
  #leave: () => void = () => {}

  constructor(options: AsyncOptions) {
    const { store, shared, log, now, name, slots, lease, pause } = options
    this.#options = options
    this.channels = new Channels(now)
    this.#news = shared.topic('jobs')
    this.#runner = new Runner({
      store,
      log,
      name,
      slots,
      lease,
      pause,
      workers: { [KIND]: (payload, signal) => this.#answer(payload as AsyncQuery, signal) },
      explain: (error) => [toAsyncError(error, log)],
      onEnd: (job, outcome) => this.#news.publish({ ended: endedJob(job, outcome) }),
    })
  }

  /** Starts processing waiting jobs. Ends that may not have been reported when a server stopped are reported again. */
  async start(): Promise<void> {
    this.#leave = this.#news.listen((news) => this.#hear(news))
    await this.#sweep(REPORT_AGAIN_MS)
    // Servers that share only a store report each other's finished jobs to their own listeners.
    if (this.#options.store.engine === 'postgres') {
      this.#sweeping = setInterval(() => void this.#sweep(5 * SWEEP_MS).catch(() => {}), SWEEP_MS)
    }
    this.#runner.start()
  }

  /** Returns running jobs to the queue. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeping)
    await this.#runner.stop()
    this.#leave()
  }

  async put(question: AsyncQuery): Promise<AsyncJob> {
    const payload = JSON.stringify(question)
    const job = await this.#options.store.jobs.enqueue({
      kind: KIND,
      payload,
      user_id: question.userId,
      origin: question.origin,
    })
    this.#news.publish({ waiting: job.uuid })
    return { ...wireJob(job), status: 'pending' }
  }

  /** Cancels a job of the channel with its query; an ended job is unchanged. Returns false if there is no such job. */
  async cancel(channel: string, jobId: string): Promise<boolean> {
    const { jobs } = this.#options.store
    const job = await jobs.getByUuid(jobId)
    if (job?.kind !== KIND || questionOf(job).channel !== channel) return false
    const ended = await jobs.cancel(job.id)
    if (ended) this.#news.publish({ cancelled: job.id })
    // A job may end while it is being cancelled: its result is not needed either way.
    return true
  }

  /** Returns the query for the key in a result URL; undefined if it has expired. */
  async answered(key: string): Promise<CompletedQuery | undefined> {
    const cached = await this.#options.store.keyValues.get('query_context', key)
    return cached && (JSON.parse(cached.value) as CompletedQuery)
  }

  async #answer(question: AsyncQuery, signal: AbortSignal): Promise<{ result_url: string }> {
    const { store, chartData } = this.#options
    const user = await userOf(store, question)
    if (this.#jobQuota.isFull(user) || chartData.queryQuota.isFull(user)) throw new JobPostponed()
    return this.#jobQuota.run(user, { signal, waitMs: 0 }, () => this.#compute(question, user, signal))
  }

  async #compute(question: AsyncQuery, user: CurrentUser, signal: AbortSignal): Promise<{ result_url: string }> {
    const { store, chartData, now } = this.#options
    const { channel: _channel, userId, origin: _origin, apiToken: _token, ...requested } = question
    const at = now()
    const dataRequest = {
      ...requested,
      sliceId: requested.sliceId,
      dashboardId: requested.dashboardId,
      user,
      at,
      signal,
    }
    await runAllQueries({ chartData, store }, { ...dataRequest, priority: 'visible', keep: true })
    await this.#checkCached(dataRequest)
    const answered: CompletedQuery = { ...requested, context: { ...requested.context, force: false }, at }
    const key = cacheKey({ ...answered })
    const value = JSON.stringify(answered)
    await store.keyValues.put({
      resource: 'query_context',
      key,
      value,
      user_id: userId,
      expires_on: now() + RETENTION_MS,
    })
    return { result_url: paths.cachedChartData(key) }
  }

  /** A result that the cache did not accept could never be fetched. */
  async #checkCached(dataRequest: Omit<Parameters<typeof runAllQueries>[1], 'priority'>): Promise<void> {
    const { store, chartData } = this.#options
    try {
      await runAllQueries({ chartData, store }, { ...dataRequest, priority: 'visible', from: 'job' })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'cache-lost') {
        throw new ApiError('result-too-large', { args: ['the cache of the server'] })
      }
      throw error
    }
  }

  async #sweep(sinceMs: number): Promise<void> {
    const { store, now } = this.#options
    const since = now() - sinceMs
    for (const [uuid, ended] of this.#reportedAt) if (ended < since) this.#reportedAt.delete(uuid)
    for (const job of await store.jobs.ended(KIND, since)) {
      const outcome: Outcome =
        job.status === 'done'
          ? { result: JSON.parse(job.result ?? 'null') }
          : { errors: JSON.parse(job.errors ?? '[]') }
      this.#tell(endedJob(job, outcome))
    }
  }

  #hear(news: JobNews): void {
    if ('waiting' in news) this.#runner.wake()
    else if ('cancelled' in news) this.#runner.abort(news.cancelled)
    else this.#tell(news.ended)
  }

  #tell(job: AsyncJob): void {
    if (this.#reportedAt.has(job.job_id)) return
    this.#reportedAt.set(job.job_id, this.#options.now())
    this.channels.publish(job)
  }
}

/** Returns the user of the job with current permissions. */
async function userOf(store: Store, { userId, origin, apiToken }: AsyncQuery): Promise<CurrentUser> {
  if (userId !== null) return jobUser(store, userId, apiToken)
  return { ...(await store.users.anonymous('Public')), ...(origin === undefined ? {} : { origin }) }
}

function questionOf(job: Job): AsyncQuery {
  return JSON.parse(job.payload) as AsyncQuery
}

function wireJob(job: Job): Omit<AsyncJob, 'status'> {
  return {
    channel_id: questionOf(job).channel,
    job_id: job.uuid,
    user_id: job.user_id,
    errors: [],
    result_url: null,
  }
}

function endedJob(job: Job, outcome: Outcome): AsyncJob {
  if ('errors' in outcome) return { ...wireJob(job), status: 'error', errors: outcome.errors }
  return { ...wireJob(job), ...(outcome.result as { result_url: string }), status: 'done' }
}

function toAsyncError(error: unknown, log: Log): AsyncError {
  if (!(error instanceof ApiError)) {
    log.error('A background query failed', { cause: error instanceof Error ? error.stack : String(error) })
  }
  const apiError = error instanceof ApiError ? error : new ApiError('internal', { cause: error })
  const { message, error_type, extra } = wireError(apiError)
  return { message, error_type, extra }
}
