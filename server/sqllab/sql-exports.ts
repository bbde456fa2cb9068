import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Query, QueryExtra } from '#core/entity/query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { SqlExportJson } from '#core/rest/sqllab-export.ts'
import type { SqlExportFormat } from '#core/rest/sql-export-formats.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { MAX_SHEET_ROWS } from '#server/files/xlsx-writer.ts'
import { JobPostponed, Runner } from '#server/jobs/runner.ts'
import type { Log } from '#server/base/log.ts'
import { withExportQuota } from '#server/security/quotas.ts'
import { streamWhilePermitted } from '#server/security/repeated-check.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { SharedState, Topic } from '#server/shared/shared.ts'
import type { Home } from '#server/store/home-files.ts'
import type { Store } from '#server/store/store.ts'
import { currentAccess, requireExportAccess, requireSameRules } from './export-access.ts'
import { exportJson, type ExportRecord, ExportRecords, hasExpired } from './export-record.ts'
import { exportFailure, ExportRemoved, requireExportSlot, runExport } from './export-run.ts'
import { exportFile } from './export-writer.ts'
import { extraOf } from './run-query.ts'

/** Concurrent exports; the schedulers of the databases have free slots for other queries. */
const MAX_RUNNING = 2
const LEASE_MS = 10_000
const PAUSE_MS = 2000
/** Milliseconds between two cleanups of the files. */
const SWEEP_MS = 60_000
/** Maximum milliseconds of the statement of an export. */
const STATEMENT_MS = 6 * 3_600_000
const MAX_CLIENT_ID = 11

interface Parts {
  readonly store: Store
  readonly shared: SharedState
  readonly chartData: ChartDataService
  readonly log: Log
  readonly now: () => number
  readonly newUuid: () => string
  readonly home: Home
  /** Folder of the files; absolute. */
  readonly directory: string
  /** Maximum rows of an export, and the same by role name. */
  readonly maxRows: number
  readonly roleRows: Readonly<Record<string, number>>
  /** Maximum total bytes of a user's exports. Default: see `bounds`. */
  readonly maxBytes?: number
}

/** A statement of a run whose rows are exported. */
interface ExportRequest {
  readonly user: CurrentUser
  readonly query: Query
  readonly database: Database
  readonly statement: number
  readonly format: SqlExportFormat
}

interface OpenedExport {
  readonly record: ExportRecord
  readonly bytes: number
  readonly stream: AsyncIterable<Uint8Array>
}

/**
 * Exports results that are too large for SQL Lab: jobs run a statement again and write its rows to files of this home.
 * A job runs on a server of the home where it was started; its file is read there.
 */
export class SqlExports {
  readonly #parts: Parts
  readonly #records: ExportRecords
  readonly #runner: Runner
  readonly #kind: string
  readonly #news: Topic<{ readonly removed: number }>
  #leave: () => void = () => {}
  #sweeping: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    const { store, log, shared, newUuid, now, home } = parts
    this.#records = new ExportRecords(store, now)
    this.#news = shared.topic('sql-exports')
    this.#kind = `sql_export:${home.id}`
    this.#runner = new Runner({
      store,
      log,
      name: newUuid(),
      slots: MAX_RUNNING,
      lease: LEASE_MS,
      pause: PAUSE_MS,
      workers: { [this.#kind]: (payload, signal) => this.#work((payload as { key: string }).key, signal) },
      onEnd: (job, outcome) => {
        if ('errors' in outcome) void this.#lost((JSON.parse(job.payload) as { key: string }).key)
      },
    })
  }

  /** Deletes leftover files and resumes waiting exports. */
  async start(): Promise<void> {
    this.#leave = this.#news.listen(({ removed }) => this.#runner.abort(removed))
    await this.sweep()
    this.#sweeping = setInterval(() => void this.#sweepAgain(), SWEEP_MS).unref()
    this.#runner.start()
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeping)
    this.#leave()
    await this.#runner.stop()
  }

  /**
   * Starts an export of all rows of a statement that succeeded; it counts against the quota of the user unless it
   * fails.
   */
  create(requested: ExportRequest): Promise<ExportRecord> {
    return withExportQuota(this.#parts, requested.user, (quotaUse) => this.#create(requested, quotaUse))
  }

  async #create(
    { user, query, database, statement, format }: ExportRequest,
    quotaUse: number | null,
  ): Promise<ExportRecord> {
    const { store, newUuid, home } = this.#parts
    requireExportAccess(user, database)
    const extra = extraOf(query)
    const run = extra.statements?.[statement]
    if (user.userId === null || run?.state !== 'success' || run.resultsKey === null) throw new ApiError('not-found')
    await requireExportSlot(this.#records, user.userId)
    const rowLimit = this.rowLimit(user)
    const name = (query.tab_name ?? '').replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || `query_${query.id}`
    const record = await this.#records.create({
      key: newUuid(),
      userId: user.userId,
      queryId: query.id,
      databaseId: database.id,
      clientId: query.client_id,
      statement,
      sql: run.sql,
      templateParams: extra.templateParams ?? null,
      format,
      fileName: `${name}.${format}`,
      rowLimit: format === 'xlsx' ? Math.min(rowLimit, MAX_SHEET_ROWS) : rowLimit,
      state: 'pending',
      rows: 0,
      bytes: 0,
      isLimited: false,
      rulesHash: null,
      error: null,
      jobId: null,
      quotaUse,
      apiToken: user.apiToken,
      home,
    })
    const payload = JSON.stringify({ key: record.key })
    const job = await store.jobs.enqueue({ kind: this.#kind, payload, user_id: user.userId }).catch(async (error) => {
      await this.#records.remove(record.key)
      throw error
    })
    const started = await this.#records.update(record, { jobId: job.id })
    this.#runner.wake()
    return started ?? record
  }

  /** Returns the maximum rows a user may export: the highest limit of their roles, but no more than their quota. */
  rowLimit({ roles, quota }: Pick<CurrentUser, 'roles' | 'quota'>): number {
    const { maxRows, roleRows } = this.#parts
    const limits = Object.keys(roles).map(
      (name) => (Object.hasOwn(roleRows, name) ? roleRows[name] : undefined) ?? maxRows,
    )
    const most = limits.length === 0 ? maxRows : Math.max(...limits)
    return Math.min(most, quota?.max_rows ?? most)
  }

  /** Returns an export in the form for clients of this server. */
  json(record: ExportRecord): SqlExportJson {
    return exportJson(record, this.#parts.home)
  }

  /** Returns the exports of a user, oldest first. */
  ofUser(userId: number): Promise<readonly ExportRecord[]> {
    return this.#records.ofUser(userId)
  }

  /** Returns an export of a user; throws `not-found` if there is none. */
  async own({ userId }: CurrentUser, key: string): Promise<ExportRecord> {
    const record = await this.#records.get(key)
    if (!record || record.userId !== userId) throw new ApiError('not-found')
    return record
  }

  /** Stops an export of a user and deletes its file. */
  async remove(user: CurrentUser, key: string): Promise<void> {
    const { store } = this.#parts
    const record = await this.own(user, key)
    await this.#records.remove(key)
    if (record.jobId !== null) {
      await store.jobs.cancel(record.jobId)
      this.#news.publish({ removed: record.jobId })
      this.#runner.abort(record.jobId)
    }
    // A file being written is deleted when its job ends; a file of another home at the next cleanup there.
    if (record.state === 'success' && this.#isHere(record)) await this.#removeFiles(key)
  }

  /** Opens the file of an export if its user may still read the rows; otherwise the file is deleted. */
  async open(user: CurrentUser, key: string): Promise<OpenedExport> {
    const record = await this.own(user, key)
    if (hasExpired(record, this.#parts.now())) throw new ApiError('export-expired')
    if (record.state !== 'success') throw new ApiError('export-not-ready')
    const requireAccess = async () => requireSameRules(record, await currentAccess(this.#parts, record))
    try {
      await requireAccess()
    } catch (error) {
      await this.#withdraw(record, error)
      throw error
    }
    if (!this.#isHere(record)) throw new ApiError('export-other-home', { args: [record.home.name] })
    const path = exportFile(this.#folder(key))
    const file = await stat(path).catch(() => undefined)
    if (!file) throw new ApiError('export-expired')
    // What the request has read may be outdated during a long download.
    const checkAgain = () => this.#parts.store.within(requireAccess)
    return { record, bytes: file.size, stream: streamWhilePermitted(createReadStream(path), checkAgain) }
  }

  /** Deletes files that have expired, whose export was removed, or whose owner may no longer read the rows. */
  async sweep(): Promise<void> {
    const { directory, now } = this.#parts
    for (const key of await readdir(directory).catch(() => [])) {
      const record = await this.#records.get(key)
      if (!record || hasExpired(record, now()) || record.state === 'failed') await this.#removeFiles(key)
      else if (record.state === 'success') await this.#checkFile(record)
    }
  }

  async #sweepAgain(): Promise<void> {
    try {
      await this.sweep()
    } catch (error) {
      this.#parts.log.error('The export files could not be checked', { cause: String(error) })
    }
  }

  async #checkFile(record: ExportRecord): Promise<void> {
    try {
      requireSameRules(record, await currentAccess(this.#parts, record))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.#withdraw(record, error)
    }
  }

  async #work(key: string, signal: AbortSignal): Promise<null> {
    const { store, chartData, maxBytes } = this.#parts
    const record = await this.#records.get(key)
    if (!record || record.state === 'success' || record.state === 'failed') return null
    const folder = this.#folder(key)
    const limit = maxBytes === undefined ? {} : { maxBytes }
    const run = { store, chartData, records: this.#records, folder, timeoutMs: STATEMENT_MS, signal, ...limit }
    try {
      const { record: done, executed } = await runExport(run, record)
      if (!done) throw new ExportRemoved()
      await this.#log(done, executed)
    } catch (error) {
      await this.#removeFiles(key)
      if (error instanceof ExportRemoved) return null
      if (signal.aborted) throw error
      if (error instanceof ApiError && error.code === 'quota-queries') {
        await this.#records.update(record, { state: 'pending', bytes: 0 })
        throw new JobPostponed()
      }
      if (error instanceof JobPostponed) throw error
      await this.#fail(record, error)
    }
    return null
  }

  /** An abandoned job has written no final state. */
  async #lost(key: string): Promise<void> {
    const record = await this.#records.get(key)
    if (record) await this.#fail(record, new ApiError('internal'))
  }

  async #fail(record: ExportRecord, error: unknown): Promise<void> {
    const apiError = asApiError(error) ?? error
    if (!(apiError instanceof ApiError) || apiError.code === 'internal')
      this.#parts.log.error('An export could not be written', { cause: String(error) })
    const change = { state: 'failed', bytes: 0, ...exportFailure(apiError) } as const
    const failed = await this.#records.update(record, change)
    if (typeof record.quotaUse === 'number') await this.#parts.store.quotaUses.restoreParts(record.quotaUse)
    if (failed) await this.#log(failed, null)
  }

  /** Records the statement in the query history, like any other. */
  async #log(record: ExportRecord, executed: string | null): Promise<void> {
    const { store, now, newUuid } = this.#parts
    const query = await store.queries.get(record.queryId)
    if (!query) return
    await store.queries.create(
      {
        client_id: newUuid().slice(-MAX_CLIENT_ID),
        database_id: record.databaseId,
        schema: query.schema,
        tab_name: query.tab_name,
        sql: record.sql,
        executed_sql: executed,
        status: record.state === 'success' ? 'success' : 'failed',
        rows: record.state === 'success' ? record.rows : null,
        row_limit: record.rowLimit,
        error_message: record.error,
        start_time: record.createdOn,
        end_time: now(),
        sql_editor_id: null,
        progress: 100,
        extra_json: JSON.stringify({ hasEngineMessage: record.hasEngineMessage ?? false } satisfies QueryExtra),
      },
      record.userId,
    )
  }

  async #withdraw(record: ExportRecord, error: unknown): Promise<void> {
    if (this.#isHere(record)) await this.#removeFiles(record.key)
    await this.#records.update(record, { state: 'failed', bytes: 0, ...exportFailure(error) })
  }

  #isHere({ home }: Pick<ExportRecord, 'home'>): boolean {
    return home.id === this.#parts.home.id
  }

  #folder(key: string): string {
    return join(this.#parts.directory, key)
  }

  async #removeFiles(key: string): Promise<void> {
    await rm(this.#folder(key), { recursive: true, force: true })
  }
}
