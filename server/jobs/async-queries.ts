import type { CurrentUser } from '#core/access/current-user.ts'
import type { Job } from '#core/entity/job.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { AsyncError, AsyncJob } from '#core/rest/async-event.ts'
import { wireError } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { paths } from '#core/rest/paths.ts'
import { cacheKey } from '#server/cache/key.ts'
import { askAll } from '#server/data/ask-all.ts'
import type { Format } from '#server/files/lay-out.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Log } from '#server/base/log.ts'
import type { Shared, Topic } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import { Channels } from './channels.ts'
import { type Outcome, Runner } from './runner.ts'

const KIND = 'chart_data'
/** How long the question of a job is kept for whoever fetches its answer, milliseconds. */
const KEPT_MS = 3_600_000
/** How far back a server that starts looks for jobs whose end nobody may have been told. */
const TOLD_AGAIN_MS = 600_000
const SWEEP_MS = 1000

/** What the jobs are run with. `name` tells the servers of one store apart. */
export interface AsyncOptions {
  readonly store: Store
  readonly shared: Shared
  readonly chartData: ChartDataService
  readonly log: Log
  readonly now: () => number
  readonly name: string
  /** Jobs begun at a time; the road lets in what it has room for, the visible and short first. */
  readonly places: number
  /** Milliseconds after which the jobs of a server that died are taken over. */
  readonly lease: number
  readonly pause: number
}

/** A question for a job: what to ask, in what form, and which channel is told. */
export interface AsyncQuestion {
  readonly channel: string
  readonly userId: number | null
  readonly context: QueryContext
  readonly format: Format
  readonly sliceId: number | undefined
  readonly dashboardId: number | undefined
}

/** A question whose answer a job has made: the parts that decide it, `at` the epoch ms its relative times count from. */
export interface Answered extends Pick<AsyncQuestion, 'context' | 'format' | 'sliceId' | 'dashboardId'> {
  readonly at: number
}

/** What servers tell each other of jobs: that one waits, was cancelled, or has ended. */
type JobNews = { readonly waiting: string } | { readonly cancelled: number } | { readonly ended: AsyncJob }

/** Answers questions by jobs, and tells the channel of each when it is done. */
export class AsyncQueries {
  readonly channels: Channels
  readonly #options: AsyncOptions
  readonly #runner: Runner
  readonly #news: Topic<JobNews>
  /** Jobs whose end this server has told, and when they ended. */
  readonly #told = new Map<string, number>()
  #sweeping: NodeJS.Timeout | undefined
  #leave: () => void = () => {}

  constructor(options: AsyncOptions) {
    const { store, shared, log, now, name, places, lease, pause } = options
    this.#options = options
    this.channels = new Channels(now)
    this.#news = shared.topic('jobs')
    this.#runner = new Runner({
      store,
      log,
      name,
      places,
      lease,
      pause,
      workers: { [KIND]: (payload, signal) => this.#answer(payload as AsyncQuestion, signal) },
      explain: (error) => [explained(error, log)],
      onEnd: (job, outcome) => this.#news.publish({ ended: endedJob(job, outcome) }),
    })
  }

  /** Takes up what waits. Ends that may have gone untold when a server stopped are told again. */
  async start(): Promise<void> {
    this.#leave = this.#news.listen((news) => this.#hear(news))
    await this.#sweep(TOLD_AGAIN_MS)
    // Of servers that share a store alone each tells its own listeners what the others did.
    if (this.#options.store.engine === 'postgres') {
      this.#sweeping = setInterval(() => void this.#sweep(5 * SWEEP_MS).catch(() => {}), SWEEP_MS)
    }
    this.#runner.start()
  }

  /** Gives back what runs. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeping)
    await this.#runner.stop()
    this.#leave()
  }

  async put(question: AsyncQuestion): Promise<AsyncJob> {
    const payload = JSON.stringify(question)
    const job = await this.#options.store.jobs.enqueue({ kind: KIND, payload, user_id: question.userId })
    this.#news.publish({ waiting: job.uuid })
    return { ...wireJob(job), status: 'pending' }
  }

  /** Stops a job of the channel, its query too; one that has ended stays as it is. False when there is none. */
  async cancel(channel: string, jobId: string): Promise<boolean> {
    const { jobs } = this.#options.store
    const job = await jobs.getByUuid(jobId)
    if (job?.kind !== KIND || questionOf(job).channel !== channel) return false
    const ended = await jobs.cancel(job.id)
    if (ended) this.#news.publish({ cancelled: job.id })
    // A job may end in the moment in which it is called off: nobody waits for it either way.
    return true
  }

  /** The question under the key of a result address; undefined when it is gone. */
  async answered(key: string): Promise<Answered | undefined> {
    const kept = await this.#options.store.keyValues.get('query_context', key)
    return kept && (JSON.parse(kept.value) as Answered)
  }

  async #answer(question: AsyncQuestion, signal: AbortSignal): Promise<{ result_url: string }> {
    const { store, chartData, now } = this.#options
    const { channel: _channel, userId, ...asked } = question
    const user = await userOf(store, userId)
    const at = now()
    const dataRequest = { ...asked, sliceId: asked.sliceId, dashboardId: asked.dashboardId, user, at, signal }
    await askAll({ chartData, store }, { ...dataRequest, priority: 'visible', keep: true })
    await this.#checkKept(dataRequest)
    const answered: Answered = { ...asked, context: { ...asked.context, force: false }, at }
    const key = cacheKey({ ...answered })
    const value = JSON.stringify(answered)
    await store.keyValues.put({ resource: 'query_context', key, value, user_id: userId, expires_on: now() + KEPT_MS })
    return { result_url: paths.cachedChartData(key) }
  }

  /** What the cache has no room for could never be fetched. */
  async #checkKept(dataRequest: Omit<Parameters<typeof askAll>[1], 'priority'>): Promise<void> {
    const { store, chartData } = this.#options
    try {
      await askAll({ chartData, store }, { ...dataRequest, priority: 'visible', from: 'job' })
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
    for (const [uuid, ended] of this.#told) if (ended < since) this.#told.delete(uuid)
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
    if (this.#told.has(job.job_id)) return
    this.#told.set(job.job_id, this.#options.now())
    this.channels.publish(job)
  }
}

/** Who asked, with the rights they have by now. */
async function userOf(store: Store, id: number | null): Promise<CurrentUser> {
  if (id === null) return store.users.anonymous('Public')
  const user = await store.users.current(id)
  if (!user) throw new ApiError('not-signed-in')
  return user
}

function questionOf(job: Job): AsyncQuestion {
  return JSON.parse(job.payload) as AsyncQuestion
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

function explained(error: unknown, log: Log): AsyncError {
  if (!(error instanceof ApiError)) {
    log.error('A question could not be answered', { cause: error instanceof Error ? error.stack : String(error) })
  }
  const fault = error instanceof ApiError ? error : new ApiError('internal', { cause: error })
  const { message, error_type, extra } = wireError(fault)
  return { message, error_type, extra }
}
