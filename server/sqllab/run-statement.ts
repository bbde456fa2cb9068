import { type CallerKey, callerKey, type CurrentUser } from '#core/access/current-user.ts'
import type { Database } from '#core/entity/database.ts'
import type { QueryCreation } from '#core/entity/query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Table } from '#core/table/table.ts'
import { toQueryError } from '#server/data/result/run-query.ts'
import { errorPosition, withLocation } from '#server/data/errors/error-position.ts'
import type { ChartDataService } from '#server/data/chart-data-service.ts'
import type { Priority, Ticket } from '#server/data/scheduler.ts'
import { errorForAudience } from '#server/data/errors/error-audience.ts'
import type { Source } from '#server/dataset/sources.ts'
import { unlessAborted, withDeadline } from '#server/engines/query-deadline.ts'
import type { TableColumn } from '#server/engines/engine.ts'
import type { TypedColumn } from '#server/engines/typed-table.ts'
import type { TableWithRules } from '#server/sql/rules.ts'
import type { Sql } from '#server/engines/sql.ts'
import type { Store } from '#server/store/store.ts'
import { transitiveSources } from '#server/dataset/hidden-tables.ts'
import { isTemplate } from '#server/templates/macros.ts'
import { hashRules } from '#server/templates/rules-hash.ts'
import type { ResultRules, StatementResult } from './result-text.ts'
import { changeData, requireDmlAllowed, requireNoRulesOnVirtualDatasets } from './data-change.ts'
import { selectError } from './select-error.ts'
import { whileSqlPermitted } from './sql-access.ts'
import { createTableFromSelect } from './table-creation.ts'

/** The parameters of one statement. */
export interface StatementRun {
  readonly chartData: ChartDataService
  readonly store: Store
  readonly user: CurrentUser
  readonly database: Database
  /** As written; may be a template. */
  readonly sql: string
  /** JSON text of the parameters of templates. */
  readonly templateParams: string | null
  readonly maxRows: number
  /** Maximum bytes of the rows; a larger result is an error. */
  readonly maxBytes: number
  /** Milliseconds. */
  readonly timeoutMs: number
  /** Maximum milliseconds of the wait for the quota of the user; half of `timeoutMs` by default. */
  readonly quotaWaitMs?: number | undefined
  readonly signal: AbortSignal
  /** The table or view to create from the SELECT; if absent, its rows are returned. */
  readonly creation?: QueryCreation | undefined
  /** True if a server may have run the statement before it stopped; a statement that changes data is not run again. */
  readonly isRepeat?: boolean
}

/**
 * The outcome of a statement. `executed` is null if it contains row-level security rules, which the user must not see.
 */
export interface StatementOutcome {
  readonly result: StatementResult
  readonly isLimited: boolean
  readonly executed: string | null
  readonly rules: ResultRules
  /** The effect of a statement that changes data or tables; absent for SELECT. */
  readonly change?: { readonly kind: string; readonly rows: number | null }
}

/** Assumed duration in milliseconds, for the position in the queue: the real one is unknown. */
const EXPECTED_MS = 1000

/**
 * Runs one SELECT of a user: renders templates, validates the SQL, applies row-level security rules and waits for the
 * scheduler of the database. An error has `extra.line` and `extra.column` in `sql`, if the engine reports them.
 */
export function runStatement(run: StatementRun): Promise<StatementOutcome> {
  return runScheduled(run, (source, signal) => runOn(source, run, signal))
}

interface ScheduledWork extends Pick<StatementRun, 'user' | 'database' | 'timeoutMs' | 'quotaWaitMs'> {
  readonly ticket: Ticket
}

/** Runs work when the quota of the user and the scheduler of the database permit it. */
function runScheduledForUser<T>(
  chartData: ChartDataService,
  { user, database, timeoutMs, quotaWaitMs = timeoutMs / 2, ticket }: ScheduledWork,
  work: () => Promise<T>,
): Promise<T> {
  const { signal } = ticket
  return chartData.queryQuota.run(user, { signal, waitMs: quotaWaitMs }, () =>
    chartData.scheduler(database).run(ticket, work),
  )
}

interface StatementWork
  extends Pick<StatementRun, 'chartData' | 'store' | 'user' | 'database' | 'signal' | 'timeoutMs' | 'quotaWaitMs'> {
  readonly priority?: Priority
  /** Expected milliseconds of the work, for its position in the queue. */
  readonly expectedMs?: number
}

/**
 * Runs work on the database when its scheduler allows, within the timeout of the statement and while the user may run
 * SQL.
 */
export function runScheduled<T>(
  given: StatementWork,
  work: (source: Source, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return whileSqlPermitted(given, (signal) => runWithDeadline({ ...given, signal, callerSignal: given.signal }, work))
}

function runWithDeadline<T>(
  {
    chartData,
    user,
    database,
    signal,
    timeoutMs,
    quotaWaitMs,
    priority = 'visible',
    expectedMs = EXPECTED_MS,
    callerSignal,
  }: StatementWork & { readonly callerSignal: AbortSignal },
  work: (source: Source, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ticket = { priority, expected: expectedMs, user: callerKey(user), signal, callerSignal } as const
  return runScheduledForUser(chartData, { user, database, timeoutMs, quotaWaitMs, ticket }, () =>
    withDeadline(timeoutMs, async (deadline) => {
      try {
        const both = AbortSignal.any([signal, deadline])
        return await unlessAborted(
          chartData.sources.use(database, (source) => work(source, both)),
          deadline,
        )
      } catch (error) {
        if (deadline.aborted && !signal.aborted) throw new ApiError('query-timeout', { args: [timeoutMs / 1000] })
        throw error
      }
    }),
  )
}

async function runOn(source: Source, run: StatementRun, signal: AbortSignal): Promise<StatementOutcome> {
  const { chartData, store, user, database, sql, maxRows, maxBytes, templateParams } = run
  // First: if the rules change in between, the rows are hidden instead of being shown under older rules.
  const snapshot = await chartData.templates.rulesSnapshot(user, database)
  const tableRules = await chartData.templates.tables(user, database)
  const rendered = await chartData.templates.sql({ user, database, sql, template_params: templateParams })
  const noRows = {
    result: NO_ROWS,
    isLimited: false,
    rules: { rulesHash: hashRules(snapshot, null), readTables: null },
  }
  let statement: Sql | undefined
  try {
    const { creation } = run
    if (creation) {
      const guarded = await source.guard.source(rendered, tableRules)
      statement = guarded.statement
      await createTableFromSelect(source, guarded, { store, user, database, creation, signal }).finally(() =>
        chartData.sources.catalogue.drop(source),
      )
      return { ...noRows, executed: creationText(source, creation, statement) }
    }
    const select = await selectOf(source, rendered, run, tableRules)
    if (select === undefined) {
      const change = await source.guard.change(rendered, tableRules)
      statement = change.statement
      await requireNoRulesOnVirtualDatasets(store, user, database, sql)
      const rows = await changeData(source, change, { store, user, database, ruled: tableRules, signal })
      return { ...noRows, executed: statement.text, change: { kind: change.kind, rows } }
    }
    statement = select
    const selected = await selectRows(source, statement, { signal, maxRows, maxBytes, author: callerKey(user) })
    // Macros write the SQL of datasets, whose own rules their names do not show.
    const names = isTemplate(sql) ? null : await source.guard.tableNames(rendered)
    const created = await store.createdTables.ofDatabase(database.id)
    const readTables = names && transitiveSources(names, created, snapshot.fold)
    const rules = { rulesHash: hashRules(snapshot, readTables), readTables }
    return { ...selected, rules, executed: tableRules.length === 0 ? statement.text : null }
  } catch (error) {
    throw await statementError(error, { given: run, source, statement, rendered, isNarrowed: tableRules.length > 0 })
  }
}

interface Selection {
  readonly signal: AbortSignal
  readonly maxRows: number
  readonly maxBytes: number
  readonly author: CallerKey
}

/** Runs a validated SELECT and returns its first rows, and whether there are more. */
export async function selectRows(
  { connection }: Source,
  statement: Sql,
  { signal, maxRows, maxBytes, author }: Selection,
): Promise<Pick<StatementOutcome, 'result' | 'isLimited'>> {
  const shape = await connection.shape(statement)
  const table = await connection.table(statement, {
    signal,
    maxRows: maxRows + 1,
    maxBytes,
    labels: distinctNames(shape),
    allDigits: true,
    author,
  })
  const rowCount = Math.min(table.rowCount, maxRows)
  const columns = typedColumns(table, shape)
  const cells = table.columns.map(({ values }) => (values.length > rowCount ? values.slice(0, rowCount) : values))
  return { result: { columns, cells, rowCount }, isLimited: table.rowCount > maxRows }
}

interface FailedStatement {
  readonly given: Pick<StatementRun, 'store' | 'user' | 'database' | 'sql' | 'creation'>
  readonly source: Source
  /** The statement sent to the engine, if it got that far. */
  readonly statement: Sql | undefined
  readonly rendered: string
  /** True if the statement may contain row-level security rules. */
  readonly isNarrowed: boolean
}

/** Returns the error of a statement as its user may see it, with its position in the original SQL. */
export async function statementError(error: unknown, failed: FailedStatement): Promise<unknown> {
  const { given, source, statement, rendered, isNarrowed } = failed
  const { store, user, database, sql, creation } = given
  const known = toQueryError(selectError(error, creation), source, statement)
  const apiError = await errorForAudience(known, { user, database }, store)
  const position = errorPosition(error, source, { statement: statement?.text, rendered, isNarrowed })
  return withLocation(apiError, position, sql, rendered)
}

/** Returns a SELECT statement; undefined for one that changes data, if the database allows it. */
async function selectOf(
  source: Source,
  rendered: string,
  { store, database, isRepeat = false }: StatementRun,
  tableRules: readonly TableWithRules[],
): Promise<Sql | undefined> {
  try {
    return await source.guard.statement(rendered, tableRules)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'virtual-not-select') throw error
    await requireDmlAllowed(store, database)
    if (isRepeat) {
      await store.databases.dataChanged(database.id)
      throw new ApiError('dml-interrupted')
    }
    return undefined
  }
}

const NO_ROWS: StatementResult = { columns: [], cells: [], rowCount: 0 }

function creationText({ engine }: Source, { method, schema, name }: QueryCreation, { text }: Sql): string {
  const { dialect } = engine
  return `CREATE ${method} ${dialect.quote(schema)}.${dialect.quote(name)} AS ${text}`
}

/** Returns the columns of a table with the types that the database reports. */
export function typedColumns(table: Table, shape: readonly TableColumn[]): readonly TypedColumn[] {
  return table.columns.map(({ name, type, isDays = false }, index) => ({
    name,
    type: shape[index]?.type ?? '',
    generic: type,
    isDays,
  }))
}

/** Returns unique names of result columns: a repeated name gets a number, as in `count`, `count__1`. */
export function distinctNames(columns: readonly TableColumn[]): readonly string[] {
  const seen = new Set<string>()
  return columns.map(({ name }) => {
    let label = name
    for (let number = 1; seen.has(label); number++) label = `${name}__${number}`
    seen.add(label)
    return label
  })
}
