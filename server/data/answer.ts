import type { AppliedFilter, RejectedFilter } from '#core/query/result.ts'
import { metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { runPost } from '#core/post/index.ts'
import { Fault } from '#core/rest/fault.ts'
import type { GenericType, Table } from '#core/table/table.ts'
import type { ResultColumn, Run } from '#server/engines/engine.ts'
import type { Sized } from '#server/cache/memory.ts'
import type { Environment, Limits } from '#server/sql/environment.ts'
import type { RowRule, RuledTable } from '#server/sql/rules.ts'
import { type Plan, plan } from '#server/sql/plan.ts'
import { print } from '#server/sql/print.ts'
import type { Sql } from '#server/sql/sql.ts'
import type { Loaded } from './load.ts'
import type { Ranges } from './ranges.ts'
import { comparisons, type Comparison, withCompared } from './compare.ts'
import { type Format, type Headings, layOut, layOutSheet } from './lay-out.ts'
import { isShifted, shiftedBack } from './shift-back.ts'
import type { Source } from './sources.ts'

/** Rows of another period that are looked at. */
const MOST_COMPARED = 100_000

/** Milliseconds spent on each leg. */
export interface Legs {
  readonly queue: number
  readonly plan: number
  readonly engine: number
  readonly post: number
  readonly serialise: number
}

/** An answer as it is kept: its data as bytes ready to be sent, and everything said about it. */
export interface Made extends Sized {
  readonly data: Uint8Array
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly sqlRowCount: number
  /** Parts of the labels that post-processing joined. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  readonly query: string
  readonly from: number | null
  readonly to: number | null
  readonly applied: readonly AppliedFilter[]
  readonly rejected: readonly RejectedFilter[]
  /** Columns whose filters templates read. */
  readonly read: readonly string[]
  readonly rowLimit: number
  readonly legs: Legs
  /** Epoch milliseconds. */
  readonly madeAt: number
}

/** A question planned: what will be run. */
export interface Planned {
  readonly plan: Plan
  readonly sql: Sql
  /** The statements of a time comparison, in the order of its offsets. */
  readonly compared: readonly (Comparison & { readonly sql: Sql })[]
  /** All statements, as people see them. */
  readonly shown: string
}

/** What a question is planned with. */
export interface Planning {
  readonly loaded: Loaded
  readonly rules: readonly RowRule[]
  readonly tables: readonly RuledTable[]
  readonly ranges: Ranges
  readonly limits: Limits
}

/** Plans a question against its database. Trouble with the SQL of users comes as faults. */
export async function planQuestion(query: QueryObject, planning: Planning, source: Source): Promise<Planned> {
  const { dialect } = source.engine
  const env: Environment = {
    dataset: planning.loaded.dataset,
    dialect,
    guard: source.guard,
    rules: planning.rules,
    tables: planning.tables,
    bounds: planning.ranges.query ?? { from: null, to: null },
    range: (text) => planning.ranges.of(text),
    typeOf: async (select) => {
      const [first] = await source.connection.shape(print(select, dialect))
      return first?.generic ?? 1
    },
    limits: planning.limits,
  }
  try {
    const planned = await plan(query, env)
    const sql = print(planned.select, dialect)
    const compared = []
    for (const each of comparisons(query, env)) {
      const { select } = await plan(each.query, { ...env, ...each.env })
      compared.push({ ...each, sql: print(select, dialect) })
    }
    const texts = [sql, ...compared.map((each) => each.sql)].map(({ shown }) => shown)
    return { plan: planned, sql, compared, shown: texts.length > 1 ? `${texts.join(';\n\n')};` : sql.shown }
  } catch (error) {
    throw explained(error, source)
  }
}

/** Data of one run, before it is named and kept. */
export type Ran = Pick<Made, 'data' | 'columns' | 'rowCount' | 'sqlRowCount' | 'labels'> &
  Pick<Legs, 'engine' | 'post' | 'serialise'>

/**
 * Runs a planned question. When nothing follows, the engine builds the bytes; otherwise its table goes through
 * post-processing and is laid out here.
 */
export async function runQuestion(
  query: QueryObject,
  { plan: planned, sql, compared }: Planned,
  format: Format,
  headings: Headings,
  source: Source,
  { signal, maxBytes }: Pick<Run, 'signal'> & { readonly maxBytes: number },
): Promise<Ran> {
  const run: Run = { signal, maxBytes, maxRows: planned.rowLimit, labels: planned.labels }
  const started = performance.now()
  const steps = (query.post_processing ?? []).filter((step) => step !== null)
  try {
    if (steps.length === 0 && compared.length === 0 && format !== 'csv' && !isShifted(query)) {
      const bytes = await source.connection.bytes(sql, format === 'xlsx' ? 'columns' : format, run)
      const engine = performance.now() - started
      const sheet = format === 'xlsx' ? await layOutSheet(bytes.columns, bytes.data, headings, signal) : bytes.data
      const serialise = performance.now() - started - engine
      return { ...bytes, data: sheet, labels: {}, sqlRowCount: bytes.rowCount, engine, post: 0, serialise }
    }
    const raw = await source.connection.table(sql, run)
    const others = []
    for (const { offset, move, sql: other } of compared) {
      others.push({ offset, move, table: await source.connection.table(other, { ...run, maxRows: MOST_COMPARED }) })
    }
    const engine = performance.now() - started
    const metrics = (query.metrics ?? []).map(metricLabel)
    const own = isShifted(query) ? shiftedBack(raw, query, planned.bounds) : raw
    const { table, labels } = runPost(others.length > 0 ? withCompared(own, query, metrics, others) : own, steps)
    const post = performance.now() - started - engine
    const data = await layOut(table, format, headings, signal)
    const serialise = performance.now() - started - engine - post
    return { ...sized(table), data, labels, sqlRowCount: raw.rowCount, engine, post, serialise }
  } catch (error) {
    signal.throwIfAborted()
    throw explained(error, source, sql)
  }
}

function sized(table: Table): { columns: { name: string; type: GenericType }[]; rowCount: number } {
  return { columns: table.columns.map(({ name, type }) => ({ name, type })), rowCount: table.rowCount }
}

/** A failure of an engine as a fault that says what people can do about it. */
export function explained(error: unknown, source: Source, sql?: Sql): unknown {
  // These are faults of our own code and no engine's.
  if (error instanceof Fault || error instanceof TypeError || error instanceof ReferenceError) return error
  const { code, args, message } = source.engine.explain(error)
  if (code.startsWith('connection-')) return new Fault(code, { args, extra: { message }, cause: error })
  return new Fault('query-failed', {
    args: [message],
    extra: { reason: code, ...(args.length > 0 ? { names: args } : {}), engine_name: source.engine.label },
    ...(sql ? { sql: sql.shown } : {}),
    cause: error,
  })
}
