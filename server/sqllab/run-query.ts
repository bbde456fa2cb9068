import type { CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { Query, QueryCreation, QueryExtra, QueryStatus } from '#core/entity/query.ts'
import { wireError } from '#core/rest/error-body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { LimitingFactor, StatementState } from '#core/rest/sqllab.ts'
import { splitStatements } from '#core/sql/statements.ts'
import { JobPostponed } from '#server/jobs/runner.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import type { SqlResultLimits } from '#server/base/config.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import { hasEngineMessage } from '#server/data/errors/error-audience.ts'
import type { Store } from '#server/store/store.ts'
import { compressResult, type StatementResult } from './result-text.ts'
import { runStatement } from './run-statement.ts'

/** The dependencies and limits of runs. */
export interface RunOptions {
  readonly chartData: ChartDataService
  readonly store: Store
  readonly now: () => number
  readonly newUuid: () => string
  /** Maximum milliseconds of a statement. */
  readonly timeoutMs: number
  readonly limits: SqlResultLimits
}

/** A run, as known before it begins. */
export interface QueryRun {
  readonly query: Query
  readonly database: Database
  readonly user: CurrentUser
  readonly signal: AbortSignal
  /** True if an abort is stored as the end of the run; otherwise the call rejects, and the row is not changed. */
  readonly recordsAbort: boolean
  /** Returns the user with present rights and the present database; throws if the user may no longer run SQL on it. */
  readonly authorizeAgain: () => Promise<Pick<QueryRun, 'user' | 'database'>>
}

/** The end of a run: its row and, on success, the rows of its last statement. */
export interface RunEnd {
  readonly query: Query
  readonly result?: StatementResult
  readonly fault?: ApiError
}

/** Returns the additional stored state of a run. */
export function extraOf({ extra_json }: Pick<Query, 'extra_json'>): QueryExtra {
  return extra_json === null ? {} : (JSON.parse(extra_json) as QueryExtra)
}

/** Returns an error as an entry of the state of a statement. */
export function toStatementError(apiError: ApiError): StatementState['errors'][number] {
  return { ...wireError(apiError) }
}

/** Returns the statements of a text in their initial state. */
export function pendingStatements(sql: string): StatementState[] {
  return splitStatements(sql).map(({ text, start, end }, index) => ({
    index,
    sql: text,
    start,
    end,
    state: 'pending',
    rows: null,
    limited: false,
    resultsKey: null,
    startDttm: null,
    endDttm: null,
    errors: [],
  }))
}

/**
 * Runs the statements of a query in order and stores the state of each in its row. After a statement that failed or was
 * stopped, the others are not run. The rights of the user are checked again before each statement after the first. A
 * failed statement ends the run but does not reject. A job does not wait for the quota of its user: it throws
 * `JobPostponed`. Statements that succeeded before that, or before a server stopped, are not run again.
 */
export async function runQuery(options: RunOptions, running: QueryRun): Promise<RunEnd> {
  const { now } = options
  const statements = [...(extraOf(running.query).statements ?? pendingStatements(running.query.sql ?? ''))]
  const progress = new Progress(options, running)
  const executed: (string | null)[] = []
  let result: StatementResult | undefined
  let authorized: Pick<QueryRun, 'user' | 'database'> | undefined
  for (const [index, statement] of statements.entries()) {
    if (statement.state === 'success') continue
    // A job that is resumed after its server stopped finds the statement that was running.
    const isRepeat = statement.state === 'running'
    const begun: StatementState = { ...statement, state: 'running', startDttm: now() }
    statements[index] = begun
    const isStopped = !(await progress.write(statements, `Running statement ${index + 1} out of ${statements.length}`))
    try {
      if (isStopped) throw new ApiError('query-stopped')
      authorized = authorized ? await running.authorizeAgain() : running
      const isLast = index === statements.length - 1
      const creation = isLast ? extraOf(running.query).creation : undefined
      const done = await runOne(options, { ...running, ...authorized }, begun, { creation, isRepeat })
      if (!running.recordsAbort) running.signal.throwIfAborted()
      result = done.result
      executed.push(done.executed)
      statements[index] = done.state
    } catch (error) {
      if (running.signal.aborted && !running.recordsAbort) throw error
      if (!running.recordsAbort && error instanceof ApiError && error.code === 'quota-queries') {
        statements[index] = statement
        await progress.write(statements, null)
        throw new JobPostponed()
      }
      const fault = faultOf(error, running.signal)
      const state = stateOf(fault, running.signal)
      statements[index] = {
        ...begun,
        state,
        endDttm: now(),
        errors: [toStatementError(inWhole(fault, running.query, begun))],
      }
      for (let later = index + 1; later < statements.length; later++)
        statements[later] = { ...(statements[later] as StatementState), state: 'not_run' }
      return progress.end(statements, {
        status: state,
        executed,
        fault: withStatementNumber(fault, index, statements.length),
        hasEngineMessage: hasEngineMessage(fault),
      })
    }
  }
  return { ...(await progress.end(statements, { status: 'success', executed })), ...(result ? { result } : {}) }
}

async function runOne(
  options: RunOptions,
  { query, database, user, signal, recordsAbort }: QueryRun,
  begun: StatementState,
  { creation, isRepeat }: { readonly creation: QueryCreation | undefined; readonly isRepeat: boolean },
) {
  const { chartData, store, now, newUuid, timeoutMs, limits } = options
  const templateParams = extraOf(query).templateParams ?? null
  const maxRows = Math.min(query.row_limit ?? 0, limits.maxRows, user.quota?.max_rows ?? limits.maxRows)
  const { maxBytes } = limits
  const sql = { sql: begun.sql, templateParams, maxRows, maxBytes, timeoutMs }
  const quotaWaitMs = recordsAbort ? undefined : 0
  const given = { chartData, store, user, database, ...sql, quotaWaitMs, signal }
  const { result, isLimited, executed, rules, change } = await runStatement({ ...given, creation, isRepeat })
  if (creation || change) {
    const changed = change && { command: change.kind, changedRows: change.rows }
    const state: StatementState = { ...begun, state: 'success', endDttm: now(), ...changed }
    return { result, state, executed }
  }
  // A token that is limited to a role reads no stored results, and does not evict those of its user.
  const key = user.roleLimit ? null : newUuid()
  if (key !== null) {
    const expires_on = now() + limits.lifetimeMs
    const stored = { key, user_id: user.userId, query_id: query.id, expires_on, rows: result.rowCount }
    await store.queryResults.put(
      { ...stored, content: await compressResult({ ...result, ...rules }) },
      limits.maxUserBytes,
    )
  }
  const state: StatementState = {
    ...begun,
    state: 'success',
    rows: result.rowCount,
    limited: isLimited,
    resultsKey: key,
    endDttm: now(),
  }
  return { result, state, executed }
}

interface EndedRun {
  readonly status: QueryStatus
  /** The executed SQL by statement; null if it must not be shown. */
  readonly executed: readonly (string | null)[]
  readonly fault?: ApiError
  /** See `QueryExtra.hasEngineMessage`. */
  readonly hasEngineMessage?: boolean
}

/** Writes the state of a run to its row. */
class Progress {
  readonly #options: RunOptions
  readonly #running: QueryRun

  constructor(options: RunOptions, running: QueryRun) {
    this.#options = options
    this.#running = running
  }

  /**
   * Writes that a statement runs, or without a text that the run waits. Returns true if the run continues; another
   * server may have stopped it, which its row says.
   */
  async write(statements: readonly StatementState[], text: string | null): Promise<boolean> {
    const { query, user } = this.#running
    if ((await this.#options.store.queries.get(query.id))?.status === 'stopped') return false
    const extra: QueryExtra = { ...extraOf(query), statements, progress: text }
    const status: QueryStatus = text === null ? 'pending' : 'running'
    const change = { status, progress: percentOf(statements), extra_json: JSON.stringify(extra) }
    await this.#options.store.queries.update(query.id, change, user.userId)
    return true
  }

  async end(statements: readonly StatementState[], ended: EndedRun): Promise<RunEnd> {
    const { status, executed, fault, hasEngineMessage: isOfEngine = false } = ended
    const { query, user } = this.#running
    const last = statements.findLast(({ state }) => state === 'success')
    const extra: QueryExtra = {
      ...extraOf(query),
      statements,
      progress: null,
      limitingFactor: limitingFactor(query, last),
      ...(fault ? { errors: [wireError(fault)], hasEngineMessage: isOfEngine } : {}),
    }
    const change = {
      status,
      executed_sql: executed.length === 0 || executed.includes(null) ? null : executed.join(';\n'),
      progress: 100,
      rows: status === 'success' ? (last?.rows ?? null) : null,
      results_key: status === 'success' ? (last?.resultsKey ?? null) : null,
      error_message: fault?.message ?? null,
      end_time: this.#options.now(),
      extra_json: JSON.stringify(extra),
    }
    const row = await this.#options.store.queries.update(query.id, change, user.userId)
    return { query: row, ...(fault ? { fault } : {}) }
  }
}

function percentOf(statements: readonly StatementState[]): number {
  const ended = statements.filter(({ endDttm }) => endDttm !== null).length
  return Math.floor((100 * ended) / Math.max(1, statements.length))
}

/** Returns what limited the number of rows: the limit in the SQL, the requested limit, or neither. */
function limitingFactor(
  { row_limit }: Pick<Query, 'row_limit'>,
  last: Pick<StatementState, 'sql' | 'limited' | 'rows'> | undefined,
): LimitingFactor {
  if (!last) return 'UNKNOWN'
  if (last.limited) return 'DROPDOWN'
  const own = /\blimit\s+(\d+)(?:\s+offset\s+\d+)?\s*$/i.exec(last.sql)?.[1]
  if (own === undefined || Number(own) !== last.rows) return 'NOT_LIMITED'
  return Number(own) === row_limit ? 'QUERY_AND_DROPDOWN' : 'QUERY'
}

function faultOf(error: unknown, signal: AbortSignal): ApiError {
  if (signal.aborted) return new ApiError('query-stopped')
  return asApiError(error) ?? new ApiError('internal', { cause: error })
}

function stateOf(apiError: ApiError, signal: AbortSignal): 'stopped' | 'timed_out' | 'failed' {
  if (signal.aborted || apiError.code === 'query-stopped') return 'stopped'
  return apiError.code === 'query-timeout' ? 'timed_out' : 'failed'
}

/** Returns an error with its position relative to the text of the run instead of the statement. */
function inWhole(apiError: ApiError, { sql }: Query, { start }: StatementState): ApiError {
  const { line, column } = apiError.extra as { readonly line?: number; readonly column?: number }
  if (line === undefined || column === undefined) return apiError
  const before = (sql ?? '').slice(0, start).split('\n')
  const moved = line === 1 ? { line: before.length, column: column + (before.at(-1)?.length ?? 0) } : undefined
  const at = moved ?? { line: line + before.length - 1, column }
  const { code, args, extra, fields, cause, sql: own } = apiError
  const details = { args, extra: { ...extra, ...at }, cause }
  return new ApiError(code, { ...details, ...(fields ? { fields } : {}), ...(own === undefined ? {} : { sql: own }) })
}

/** With several statements, the message says which one failed, in the form clients know. */
function withStatementNumber(apiError: ApiError, index: number, count: number): ApiError {
  if (count === 1 || CREATION_ERRORS.has(apiError.code)) return apiError
  const { extra, cause, sql } = apiError
  const details = { args: [index + 1, count, apiError.message], extra: { ...extra, reason: apiError.code }, cause }
  return new ApiError(numberedCode(apiError), { ...details, ...(sql === undefined ? {} : { sql }) })
}

/** Clients recognize a rejected write by its error type, also among several statements. */
function numberedCode({ code, row }: ApiError): 'statement-dml-refused' | 'statement-refused' | 'statement-failed' {
  if (code === 'dml-refused' || code === 'dml-engine') return 'statement-dml-refused'
  return STATEMENT_ERROR_STATUSES.has(row.status) ? 'statement-refused' : 'statement-failed'
}

/** Errors of a whole run that creates a table, whose codes clients read. */
const CREATION_ERRORS: ReadonlySet<string> = new Set(['ctas-not-select', 'cvas-not-select'])

/** Statuses of permission errors. */
const STATEMENT_ERROR_STATUSES: ReadonlySet<number> = new Set([403])
