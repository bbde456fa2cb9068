import { type CachedResult, type StageDurations } from '#server/shared/cached-result.ts'
import type { AppliedMask } from '#core/rest/column-masks.ts'
import { type AdhocMetric, columnLabel, isXAxis, type QueryObject } from '#core/query/query-object.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Bytes, Run, TableColumn } from '#server/engines/engine.ts'
import type { Environment, Limits } from '#server/sql/environment.ts'
import { maskedDataset, requireVisibleColumns } from '#server/sql/column-masks.ts'
import type { RowRule, TableWithRules, TableRules } from '#server/sql/rules.ts'
import { type Plan, plan } from '#server/sql/plan.ts'
import { print, printRows } from '#server/sql/print-sql.ts'
import type { Sql } from '#server/engines/sql.ts'
import type { TaskOwner } from '#server/workers/fair-queue.ts'
import { TaskError } from '#server/workers/task.ts'
import type { LoadedDataset } from '#server/dataset/load-dataset.ts'
import type { Ranges } from '#server/dataset/time-ranges.ts'
import type { ResultFormatterPool } from './result-formatter-pool.ts'
import { comparisons, type ShiftComparison } from './shift-comparison.ts'
import { type Format, type Headings, isFileFormat } from '#server/files/encode-table.ts'
import { isShifted } from './undo-time-shift.ts'
import type { Source } from '#server/dataset/sources.ts'

/** Maximum number of rows of another period. */
const MAX_COMPARED = 100_000

/** A planned query with its statements. */
export interface PlannedQuery {
  readonly plan: Plan
  readonly sql: Sql
  /** The statements of a time comparison, in the order of its offsets. */
  readonly compared: readonly (ShiftComparison & { readonly sql: Sql })[]
  /** All statements in displayed form. */
  readonly shown: string
}

/** The context for planning a query. */
export interface PlanningContext {
  readonly loaded: LoadedDataset
  readonly rules: readonly RowRule[]
  readonly masks: readonly AppliedMask[]
  readonly tables: readonly TableWithRules[]
  readonly ranges: Ranges
  readonly limits: Limits
}

/** Plans a query for its database. Errors in users' SQL are thrown as ApiError. */
export async function planQuery(query: QueryObject, planning: PlanningContext, source: Source): Promise<PlannedQuery> {
  const { dialect } = source.engine
  const { dataset } = planning.loaded
  let columns: Promise<readonly TableColumn[]> | undefined
  const environment: Omit<Environment, 'rules' | 'masks'> = {
    dataset,
    dialect,
    guard: source.guard.forStatement(),
    tables: planning.tables,
    bounds: planning.ranges.query ?? { from: null, to: null },
    range: (text) => planning.ranges.of(text),
    zone: planning.ranges.zone,
    typeOf: async (select) => {
      const [first] = await source.connection.shape(print(select, dialect))
      return first?.generic ?? 1
    },
    sourceColumns: (from) => (columns ??= source.connection.shape(printRows(from, dialect))),
    limits: planning.limits,
  }
  try {
    const ofTable = await rulesOfTable(environment)
    const masks = [...planning.masks, ...ofTable.masks]
    requireVisibleColumns(metricExpressions(query, dataset), masks)
    const own = { dataset: maskedDataset(dataset, masks), masks }
    const env = { ...environment, ...own, rules: [...planning.rules, ...ofTable.rules] }
    const planned = await plan(query, env)
    const sql = print(planned.select, dialect)
    const compared = []
    for (const each of comparisons(query, env)) {
      const { select } = await plan(each.query, { ...env, ...each.env, guard: source.guard.forStatement() })
      compared.push({ ...each, sql: print(select, dialect) })
    }
    const texts = [sql, ...compared.map((each) => each.sql)].map(({ shown }) => shown)
    return { plan: planned, sql, compared, shown: texts.length > 1 ? `${texts.join(';\n\n')};` : sql.shown }
  } catch (error) {
    throw toQueryError(error, source)
  }
}

/** Returns the metrics of a query, with the SQL or the column that they read. */
function metricExpressions(query: QueryObject, { metrics }: LoadedDataset['dataset']) {
  const order = (query.orderby ?? []).map(([key]) => key)
  return [...(query.metrics ?? []), ...order, query.series_limit_metric].flatMap((metric) => {
    if (!metric) return []
    if (typeof metric === 'string') {
      const saved = metrics.find(({ metric_name }) => metric_name === metric)
      return saved ? [{ name: metric, expression: saved.expression }] : []
    }
    const { sqlExpression, column, label } = metric as Partial<AdhocMetric>
    const expression = sqlExpression || column?.column_name || ''
    return expression === '' ? [] : [{ name: label || expression, expression }]
  })
}

/** Returns the row rules and masks of other datasets with the same table. */
async function rulesOfTable({ dataset, guard, tables }: Omit<Environment, 'rules' | 'masks'>): Promise<TableRules> {
  if (dataset.sql) return { rules: [], masks: [] }
  return guard.rulesOf({ schema: dataset.schema || null, name: dataset.table_name }, tables)
}

/** The data of one run, before they are named and cached. */
export type RunData = Pick<CachedResult, 'columns' | 'rowCount' | 'sqlRowCount' | 'labels' | 'rowNames'> &
  Pick<StageDurations, 'engine' | 'post' | 'serialise'> & { readonly data: Uint8Array }

/** The context for running a planned query: source, user, deadline and formatter. */
export interface RunContext {
  readonly format: Format
  readonly headings: Headings
  readonly source: Source
  readonly run: Pick<Run, 'signal'> & { readonly maxBytes: number; readonly author: TaskOwner }
  readonly work: ResultFormatterPool
}

/**
 * Runs a planned query. Without further stages the engine builds the bytes; otherwise its cells are post-processed and
 * formatted here.
 */
export async function runPlannedQuery(
  query: QueryObject,
  { plan: planned, sql, compared }: PlannedQuery,
  { format, headings, source, run: { signal, maxBytes, author }, work }: RunContext,
): Promise<RunData> {
  const run: Run = { signal, maxBytes, author, maxRows: planned.rowLimit, labels: planned.labels }
  const started = performance.now()
  const steps = (query.post_processing ?? []).filter((step) => step !== null)
  const { connection } = source
  try {
    if (steps.length === 0 && compared.length === 0 && !isFileFormat(format) && !isShifted(query)) {
      const bytes = inRequestedOrder(await connection.bytes(sql, format, run), query)
      const engine = performance.now() - started
      return { ...bytes, labels: {}, sqlRowCount: bytes.rowCount, engine, post: 0, serialise: 0 }
    }
    // Post-processing uses doubles; spreadsheets support nothing else.
    const allDigits = format === 'csv' && steps.length === 0 && compared.length === 0
    const main = inRequestedOrder(await connection.bytes(sql, 'columns', { ...run, allDigits }), query)
    const others = []
    for (const { offset, range, sql: other } of compared) {
      const bytes = await connection.bytes(other, 'columns', { ...run, maxRows: MAX_COMPARED })
      others.push({ offset, range, bytes })
    }
    const engine = performance.now() - started
    const { columns = [], metrics = null, extras = {}, time_shift = null, granularity = null } = query
    const requested = { columns, metrics, extras, time_shift, granularity, post_processing: steps }
    const task = { do: 'lay out', main, others, query: requested, bounds: planned.bounds, format, headings } as const
    const laid = await work.layOut(task, { person: author, signal })
    const post = performance.now() - started - engine - laid.serialise
    return { ...laid, sqlRowCount: main.rowCount, engine, post }
  } catch (error) {
    signal.throwIfAborted()
    throw toQueryError(error, source, sql)
  }
}

/** Dates on a time axis, and in the time column of a query, are timestamps like any other. */
function inRequestedOrder(bytes: Bytes, { columns: requestedColumns = [], granularity }: QueryObject): Bytes {
  const times = [granularity, ...requestedColumns.filter(isXAxis).map(columnLabel)]
  const columns = bytes.columns.map(({ name, type, isDays }) =>
    isDays && !times.includes(name) ? { name, type, isDays } : { name, type },
  )
  return { ...bytes, columns }
}

/** Converts an engine error to an ApiError that tells users what to do. */
export function toQueryError(error: unknown, source: Source, sql?: Sql): unknown {
  // These are errors in our own code, not in an engine.
  if (
    error instanceof ApiError ||
    error instanceof TaskError ||
    error instanceof TypeError ||
    error instanceof ReferenceError
  )
    return error
  const { code, args, message, candidates } = source.engine.explain(error)
  if (code.startsWith('connection-')) return new ApiError(code, { args, extra: { message }, cause: error })
  return new ApiError('query-failed', {
    args: [message],
    extra: {
      reason: code,
      ...(args.length > 0 ? { names: args } : {}),
      engine_name: source.engine.label,
      ...(candidates ? { candidates } : {}),
    },
    ...(sql ? { sql: sql.shown } : {}),
    cause: error,
  })
}
