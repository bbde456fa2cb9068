import type { CurrentUser, TokenReference } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Query, QueryExtra } from '#core/entity/query.ts'
import { wireError } from '#core/rest/error-body.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { PlanNode } from '#core/rest/sqllab.ts'
import { JobPostponed, Runner } from '#server/jobs/runner.ts'
import { hasEngineMessage } from '#server/data/errors/error-audience.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { SqlResultLimits } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { SharedState, Topic } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import { jobUser } from '#server/security/present-rights.ts'
import { explainStatement } from './explain-statement.ts'
import { type PreviewOutcome, previewStatement, type StatementPreview } from './preview-statement.ts'
import { presentSqlAccess, requireSqlAccess } from './sql-access.ts'
import { type CreationRequest, resolveCreation } from './table-creation.ts'
import { extraOf, pendingStatements, type RunEnd, type RunOptions, runQuery, toStatementError } from './run-query.ts'

const KIND = 'sql_query'
const HOUR = 3_600_000

/** Maximum milliseconds of a statement in a background run, and in a synchronous one. */
const BACKGROUND_MS = 6 * HOUR
/** Maximum concurrent jobs; the schedulers of the databases limit their statements. */
const MAX_JOB_SLOTS = 16
const LEASE_MS = 10_000
/** Milliseconds between checks for jobs of other servers. */
const PAUSE_MS = 2000
/** Milliseconds between checks whether another server has stopped a synchronous run. */
const STOP_CHECK_MS = 1000

/** The SQL to run, and its user and options. */
export interface SqlSubmission {
  readonly user: CurrentUser
  readonly database: Database
  readonly sql: string
  readonly schema: string | null
  readonly clientId: string
  readonly rowLimit: number
  readonly editorId: string | null
  readonly tab: string | null
  readonly templateParams: string | null
  /** The table or view to create from the last SELECT. */
  readonly creation?: CreationRequest
}

type PreviewRequest = Omit<StatementPreview, 'chartData' | 'store' | 'now'>
type PlanRequest = Omit<Parameters<typeof explainStatement>[0], 'chartData' | 'store' | 'timeoutMs'>

interface Parts {
  readonly store: Store
  readonly shared: SharedState
  readonly chartData: ChartDataService
  readonly log: Log
  readonly now: () => number
  readonly newUuid: () => string
  /** Maximum milliseconds of a statement in a synchronous run. */
  readonly timeoutMs: number
  readonly limits: SqlResultLimits
}

/** The payload of a job: the id of its row, and the token that started it. */
interface SqlJob {
  readonly id: number
  readonly apiToken?: TokenReference | undefined
}

/** A run to stop, by the id of its row. */
interface StopNews {
  readonly stopped: number
}

/** Runs SQL of users: synchronously, or by a background job. */
export class SqlQueries {
  readonly #parts: Parts
  readonly #runner: Runner
  readonly #news: Topic<StopNews>
  readonly #leave: () => void
  /** Synchronous runs by row id. */
  readonly #direct = new Map<number, AbortController>()
  #stopChecks: NodeJS.Timeout | undefined
  /** Jobs of this server by row id. */
  readonly #jobs = new Map<number, number>()
  /** Abort signals of the runs of this server by row id. */
  readonly #signals = new Map<number, AbortSignal>()

  constructor(parts: Parts) {
    this.#parts = parts
    const { store, log, shared, newUuid } = parts
    this.#news = shared.topic('sql-queries')
    this.#leave = this.#news.listen(({ stopped }) => this.#stopHere(stopped))
    this.#runner = new Runner({
      store,
      log,
      name: newUuid(),
      slots: MAX_JOB_SLOTS,
      lease: LEASE_MS,
      pause: PAUSE_MS,
      workers: { [KIND]: (payload, signal, job) => this.#work(payload as SqlJob, signal, job.id) },
    })
  }

  start(): void {
    this.#runner.start()
  }

  /** Stops all runs; jobs go back to the queue. */
  async stop(): Promise<void> {
    this.#leave()
    clearInterval(this.#stopChecks)
    for (const run of this.#direct.values()) run.abort()
    await this.#runner.stop()
  }

  /**
   * Returns the position of a run in the queue of its database, 1 for the next; null if it is not waiting in this
   * server.
   */
  position({ id, database_id }: Pick<Query, 'id' | 'database_id'>): number | null {
    const signal = this.#signals.get(id)
    return signal ? this.#parts.chartData.queuePosition(database_id, signal) : null
  }

  /** Runs SQL while the caller waits. */
  async run(submission: SqlSubmission, signal: AbortSignal): Promise<RunEnd> {
    const query = await this.#create(submission)
    const stopping = new AbortController()
    this.#direct.set(query.id, stopping)
    this.#checkStops()
    try {
      const { user, database } = submission
      const both = AbortSignal.any([signal, stopping.signal])
      this.#signals.set(query.id, both)
      const authorizeAgain = () => presentSqlAccess(this.#parts.store, user, database)
      const running = { query, database, user, signal: both, recordsAbort: true, authorizeAgain }
      return await runQuery(this.#options(this.#parts.timeoutMs), running)
    } finally {
      this.#direct.delete(query.id)
      this.#checkStops()
      this.#signals.delete(query.id)
    }
  }

  /** Returns the plan of one SELECT without running it. */
  explain(given: PlanRequest): Promise<PlanNode> {
    const { chartData, store, timeoutMs } = this.#parts
    return explainStatement({ ...given, chartData, store, timeoutMs })
  }

  /** Returns the first rows of one SELECT that is being edited. */
  preview(given: PreviewRequest): Promise<PreviewOutcome> {
    const { chartData, store } = this.#parts
    return previewStatement({ ...given, chartData, store })
  }

  /** Runs SQL by a job. Throws `token-role-job` for tokens limited to a role: jobs have the rights of the user. */
  async submit(submission: SqlSubmission): Promise<Query> {
    if (submission.user.roleLimit) throw new ApiError('token-role-job')
    const { store, now } = this.#parts
    const query = await this.#create(submission)
    const { userId, apiToken } = submission.user
    const payload = JSON.stringify({ id: query.id, apiToken } satisfies SqlJob)
    const job = await store.jobs.enqueue({ kind: KIND, payload, user_id: userId }).catch(async (error) => {
      const { message } = error as Error
      const failed = { status: 'failed', progress: 100, error_message: message, end_time: now() } as const
      await store.queries.update(query.id, failed, userId)
      throw error
    })
    const extra: QueryExtra = { ...extraOf(query), jobId: job.id }
    const row = await store.queries.update(query.id, { extra_json: JSON.stringify(extra) }, userId)
    this.#runner.wake()
    return row
  }

  /** Stops a run; one that has ended is not changed. */
  async cancel(query: Query): Promise<void> {
    if (query.status !== 'pending' && query.status !== 'running') return
    const { store, now } = this.#parts
    const extra = extraOf(query)
    if (extra.jobId !== undefined) await store.jobs.cancel(extra.jobId)
    this.#news.publish({ stopped: query.id })
    const apiError = new ApiError('query-stopped')
    const statements = (extra.statements ?? []).map((each) =>
      each.state === 'running'
        ? { ...each, state: 'stopped' as const, endDttm: now(), errors: [toStatementError(apiError)] }
        : each.state === 'pending'
          ? { ...each, state: 'not_run' as const }
          : each,
    )
    const errors = [wireError(apiError)]
    const extraAfter: QueryExtra = { ...extra, statements, progress: null, errors, hasEngineMessage: false }
    await store.queries.update(
      query.id,
      {
        status: 'stopped',
        progress: 100,
        error_message: apiError.message,
        end_time: now(),
        extra_json: JSON.stringify(extraAfter),
      },
      query.created_by_fk,
    )
  }

  /** While callers wait, checks in the store whether another server has stopped their runs. */
  #checkStops(): void {
    const { store } = this.#parts
    if (this.#direct.size === 0) {
      clearInterval(this.#stopChecks)
      this.#stopChecks = undefined
    } else if (store.engine === 'postgres') {
      this.#stopChecks ??= setInterval(() => void this.#abortStopped().catch(() => {}), STOP_CHECK_MS)
    }
  }

  async #abortStopped(): Promise<void> {
    for (const [id, run] of this.#direct)
      if ((await this.#parts.store.queries.get(id))?.status === 'stopped') run.abort()
  }

  #stopHere(id: number): void {
    this.#direct.get(id)?.abort()
    const job = this.#jobs.get(id)
    if (job !== undefined) this.#runner.abort(job)
  }

  async #create(submission: SqlSubmission): Promise<Query> {
    const { store, now, chartData } = this.#parts
    const { user, database, sql, schema, clientId, rowLimit, editorId, tab, templateParams } = submission
    requireWithin('sql-length', sql.length)
    const statements = pendingStatements(sql)
    if (statements.length === 0) throw new ApiError('sql-nothing')
    requireWithin('sql-statements', statements.length)
    const creation =
      submission.creation && (await resolveCreation(chartData, database, submission.creation, submission))
    const extra: QueryExtra = { statements, templateParams, ...(creation && { creation }) }
    const values = {
      client_id: clientId,
      database_id: database.id,
      schema,
      tab_name: tab,
      sql,
      executed_sql: null,
      status: 'pending' as const,
      row_limit: rowLimit,
      start_time: now(),
      sql_editor_id: editorId,
      progress: 0,
      extra_json: JSON.stringify(extra),
    }
    return store.queries.create(values, user.userId)
  }

  /** Runs a job with the current permissions of the user and state of the database. */
  async #work({ id, apiToken }: SqlJob, signal: AbortSignal, jobId: number): Promise<null> {
    const { store, chartData } = this.#parts
    const query = await store.queries.get(id)
    if (!query || query.status === 'stopped') return null
    this.#jobs.set(id, jobId)
    this.#signals.set(id, signal)
    try {
      const user = await jobUser(store, query.created_by_fk, apiToken)
      const database = await store.databases.get(query.database_id)
      if (!database) throw new ApiError('database-missing')
      requireSqlAccess(user, database)
      if (chartData.queryQuota.isFull(user)) throw new JobPostponed()
      const authorizeAgain = () => presentSqlAccess(store, user, database)
      const running = { query, database, user, signal, recordsAbort: false, authorizeAgain }
      await runQuery(this.#options(BACKGROUND_MS), running)
    } catch (error) {
      if (signal.aborted || error instanceof JobPostponed) throw error
      await this.#fail(query, error)
    } finally {
      this.#jobs.delete(id)
      this.#signals.delete(id)
    }
    return null
  }

  async #fail(query: Query, error: unknown): Promise<void> {
    const { store, now, log } = this.#parts
    const apiError = asApiError(error) ?? new ApiError('internal', { cause: error })
    if (apiError.code === 'internal') log.error('A query could not be run', { cause: String(error) })
    const ended = { errors: [wireError(apiError)], hasEngineMessage: hasEngineMessage(apiError) }
    const extra: QueryExtra = { ...extraOf(query), progress: null, ...ended }
    const change = { status: 'failed' as const, progress: 100, error_message: apiError.message, end_time: now() }
    await store.queries.update(query.id, { ...change, extra_json: JSON.stringify(extra) }, query.created_by_fk)
  }

  #options(timeoutMs: number): RunOptions {
    const { chartData, store, now, newUuid, limits } = this.#parts
    return { chartData, store, now, newUuid, timeoutMs, limits }
  }
}
