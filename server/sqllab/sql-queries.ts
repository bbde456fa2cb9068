import { has } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { readsWholeDatabase } from '#core/access/whole-database.ts'
import type { Database } from '#core/entity/database.ts'
import type { Query, QueryExtra } from '#core/entity/query.ts'
import { wireError } from '#core/rest/error-body.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { PlanNode } from '#core/rest/sqllab.ts'
import { Runner } from '#server/jobs/runner.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Log } from '#server/base/log.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { Shared, Topic } from '#server/shared/shared.ts'
import type { Store } from '#server/store/store.ts'
import { explainStatement } from './explain-statement.ts'
import { type CreationRequest, resolveCreation } from './table-creation.ts'
import { extraOf, pendingStatements, type RunEnd, type RunOptions, runQuery, stateError } from './run-query.ts'

const KIND = 'sql_query'
const HOUR = 3_600_000
const MIB = 1024 * 1024

/** How long a result is kept, and the most bytes of all results of a person. */
const KEEP_MS = 24 * HOUR
const MAX_KEPT_BYTES = 1024 * MIB
/** The most time a statement of a run in the background may take, and one whose caller waits. */
const BACKGROUND_MS = 6 * HOUR
/** Jobs begun at a time; the schedulers of the databases let their statements run. */
const PLACES = 16
const LEASE_MS = 10_000
/** Milliseconds between looks for jobs of other servers. */
const PAUSE_MS = 2000
/** Milliseconds between looks whether another server has stopped a run whose caller waits. */
const STOP_CHECK_MS = 1000

/** What is run, and for whom. */
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
  /** The table or view that the last SELECT becomes. */
  readonly creation?: CreationRequest
}

type PlanRequest = Omit<Parameters<typeof explainStatement>[0], 'chartData' | 'store' | 'timeoutMs'>

interface Parts {
  readonly store: Store
  readonly shared: Shared
  readonly chartData: ChartDataService
  readonly log: Log
  readonly now: () => number
  readonly newUuid: () => string
  /** Milliseconds a statement may take whose caller waits. */
  readonly timeoutMs: number
}

/** A run that is to stop, by the id of its row. */
interface StopNews {
  readonly stopped: number
}

/** Refuses users who may not run SQL, or not on this database. */
export function requireSqlAccess(user: CurrentUser, database: Database): void {
  const mayRun = has(user, 'can_sql_json', 'Superset') || has(user, 'can_execute_sql_query', 'SQLLab')
  if (!mayRun) throw new ApiError('forbidden')
  if (!database.expose_in_sqllab) throw new ApiError('sqllab-hidden', { args: [database.database_name] })
  if (!readsWholeDatabase(user, database)) throw new ApiError('database-access', { args: [database.database_name] })
}

/** Runs SQL of people: at once while they wait, or by a job that goes on without them. */
export class SqlQueries {
  readonly #parts: Parts
  readonly #runner: Runner
  readonly #news: Topic<StopNews>
  readonly #leave: () => void
  /** Runs whose caller waits, by the id of the row. */
  readonly #direct = new Map<number, AbortController>()
  #stopChecks: NodeJS.Timeout | undefined
  /** Jobs of this server, by the id of the row. */
  readonly #jobs = new Map<number, number>()
  /** The signals of runs of this server, by the id of the row. */
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
      places: PLACES,
      lease: LEASE_MS,
      pause: PAUSE_MS,
      workers: { [KIND]: (payload, signal, job) => this.#work((payload as { id: number }).id, signal, job.id) },
    })
  }

  start(): void {
    this.#runner.start()
  }

  /** Gives back what runs. */
  async stop(): Promise<void> {
    this.#leave()
    clearInterval(this.#stopChecks)
    for (const run of this.#direct.values()) run.abort()
    await this.#runner.stop()
  }

  /** Returns the place of a run in the queue of its database, 1 for the next; null when it does not wait in this server. */
  position({ id, database_id }: Pick<Query, 'id' | 'database_id'>): number | null {
    const signal = this.#signals.get(id)
    return signal ? this.#parts.chartData.scheduler(database_id).position(signal) : null
  }

  /** Runs while the caller waits. */
  async run(submission: SqlSubmission, signal: AbortSignal): Promise<RunEnd> {
    const query = await this.#create(submission)
    const stopping = new AbortController()
    this.#direct.set(query.id, stopping)
    this.#checkStops()
    try {
      const { user, database } = submission
      const both = AbortSignal.any([signal, stopping.signal])
      this.#signals.set(query.id, both)
      const running = { query, database, user, signal: both, recordsAbort: true }
      return await runQuery(this.#options(this.#parts.timeoutMs), running)
    } finally {
      this.#direct.delete(query.id)
      this.#checkStops()
      this.#signals.delete(query.id)
    }
  }

  /** Returns the plan of one SELECT, which is not run. */
  explain(given: PlanRequest): Promise<PlanNode> {
    const { chartData, store, timeoutMs } = this.#parts
    return explainStatement({ ...given, chartData, store, timeoutMs })
  }

  /** Has a job run it. */
  async submit(submission: SqlSubmission): Promise<Query> {
    const { store } = this.#parts
    const query = await this.#create(submission)
    const payload = JSON.stringify({ id: query.id })
    const job = await store.jobs.enqueue({ kind: KIND, payload, user_id: submission.user.userId })
    const extra: QueryExtra = { ...extraOf(query), jobId: job.id }
    const row = await store.queries.update(query.id, { extra_json: JSON.stringify(extra) }, submission.user.userId)
    this.#runner.wake()
    return row
  }

  /** Stops a run; one that has ended stays as it ended. */
  async cancel(query: Query): Promise<void> {
    if (query.status !== 'pending' && query.status !== 'running') return
    const { store, now } = this.#parts
    const extra = extraOf(query)
    if (extra.jobId !== undefined) await store.jobs.cancel(extra.jobId)
    this.#news.publish({ stopped: query.id })
    const fault = new ApiError('query-stopped')
    const statements = (extra.statements ?? []).map((each) =>
      each.state === 'running'
        ? { ...each, state: 'stopped' as const, endDttm: now(), errors: [stateError(fault)] }
        : each.state === 'pending'
          ? { ...each, state: 'not_run' as const }
          : each,
    )
    const extraAfter: QueryExtra = { ...extra, statements, progress: null, errors: [wireError(fault)] }
    await store.queries.update(
      query.id,
      {
        status: 'stopped',
        progress: 100,
        error_message: fault.message,
        end_time: now(),
        extra_json: JSON.stringify(extraAfter),
      },
      query.created_by_fk,
    )
  }

  /** While callers wait, looks in the store whether another server has stopped their runs. */
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

  /** The work of a job: the rights of the user and the database are those of now. */
  async #work(id: number, signal: AbortSignal, jobId: number): Promise<null> {
    const { store } = this.#parts
    const query = await store.queries.get(id)
    if (!query || query.status === 'stopped') return null
    this.#jobs.set(id, jobId)
    this.#signals.set(id, signal)
    try {
      const user = query.created_by_fk === null ? undefined : await store.users.current(query.created_by_fk)
      const database = await store.databases.get(query.database_id)
      if (!user || !database) throw new ApiError(user ? 'database-missing' : 'not-signed-in')
      requireSqlAccess(user, database)
      await runQuery(this.#options(BACKGROUND_MS), { query, database, user, signal, recordsAbort: false })
    } catch (error) {
      if (signal.aborted) throw error
      await this.#fail(query, error)
    } finally {
      this.#jobs.delete(id)
      this.#signals.delete(id)
    }
    return null
  }

  async #fail(query: Query, error: unknown): Promise<void> {
    const { store, now, log } = this.#parts
    const fault = asApiError(error) ?? new ApiError('internal', { cause: error })
    if (fault.code === 'internal') log.error('A query could not be run', { cause: String(error) })
    const extra: QueryExtra = { ...extraOf(query), progress: null, errors: [wireError(fault)] }
    const change = { status: 'failed' as const, progress: 100, error_message: fault.message, end_time: now() }
    await store.queries.update(query.id, { ...change, extra_json: JSON.stringify(extra) }, query.created_by_fk)
  }

  #options(timeoutMs: number): RunOptions {
    const { chartData, store, now, newUuid } = this.#parts
    return { chartData, store, now, newUuid, timeoutMs, keepMs: KEEP_MS, maxKeptBytes: MAX_KEPT_BYTES }
  }
}
