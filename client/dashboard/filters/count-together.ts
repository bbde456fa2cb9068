import type { AskOptions } from '#calls/chart-data.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { metricLabel, type QueryContext, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import { type ColumnsEntry, toTable } from '#core/query/result.ts'
import type { Table } from '#core/table/table.ts'

type Ask = (context: QueryContext, options?: AskOptions) => Promise<readonly ColumnsEntry[]>

/** A question how rows spread over the values of a column, and who waits for the answer. */
interface Counting {
  readonly query: QueryObject
  readonly signal: AbortSignal
  readonly resolve: (table: Table) => void
  readonly reject: (error: unknown) => void
}

/** Most columns of one statement: the column that tells rows apart has a bit for each. */
const MAX_COLUMNS = 16

const columnOf = ({ columns }: QueryObject): string | undefined => {
  const [column] = columns ?? []
  return columns?.length === 1 && typeof column === 'string' && column !== GROUPING ? column : undefined
}

/** What questions share that one statement can answer; undefined for one that has to be asked alone. */
function sharedBy(datasetId: number, { query }: Counting): string | undefined {
  const { columns: _columns, metrics: _metrics, row_limit: _limit, ...rest } = query
  return columnOf(query) === undefined ? undefined : JSON.stringify([datasetId, rest])
}

/** One question for all: the same rows, grouped by each of the columns for itself. */
function together(queries: readonly QueryObject[]): QueryObject {
  const columns = [...new Set(queries.map(columnOf))].filter((each) => each !== undefined)
  const metrics = new Map(
    queries.flatMap((each) => each.metrics ?? []).map((each: QueryMetric) => [metricLabel(each), each]),
  )
  return {
    ...queries[0],
    columns,
    metrics: [...metrics.values()],
    grouping_sets: columns.map((column) => [column]),
    row_limit: queries.reduce((sum, { row_limit }) => sum + (row_limit ?? 0), 0),
  }
}

/** The answer to one of the questions, out of the answer to all. */
function apart(whole: QueryObject, table: Table, query: QueryObject): Table {
  const columns = whole.columns ?? []
  const at = columns.indexOf(columnOf(query) ?? '')
  const mask = 2 ** columns.length - 1 - 2 ** (columns.length - 1 - at)
  const marks = table.columns.find(({ name }) => name === GROUPING)?.values ?? []
  const rows = marks.flatMap((mark, row) => (Number(mark) === mask ? [row] : []))
  const wanted = [columnOf(query), ...(query.metrics ?? []).map(metricLabel)]
  return {
    columns: wanted.flatMap((name) => {
      const column = table.columns.find((each) => each.name === name)
      return column ? [{ ...column, values: rows.map((row) => column.values[row] ?? null) }] : []
    }),
    rowCount: rows.length,
  }
}

async function answered(ask: Ask, datasetId: number, query: QueryObject, signal: AbortSignal): Promise<Table> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [query] }
  const [answer] = await ask(context, { signal, isAfter: true })
  if (!answer || answer.error) throw new Error(answer?.error ?? '')
  return toTable(answer)
}

/** Aborted once all of these are. */
function allLeft(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const look = () => signals.every(({ aborted }) => aborted) && controller.abort()
  for (const signal of signals) signal.addEventListener('abort', look)
  look()
  return controller.signal
}

/** Asks for what all of these share; of an answer that may be cut nobody knows what is missing. */
async function askTogether(ask: Ask, datasetId: number, all: readonly Counting[]): Promise<void> {
  const whole = together(all.map(({ query }) => query))
  const table = await answered(ask, datasetId, whole, allLeft(all.map(({ signal }) => signal)))
  if (table.rowCount >= (whole.row_limit ?? Infinity)) throw new Error('There is more to count than was asked for.')
  for (const { query, resolve } of all) resolve(apart(whole, table, query))
}

function askAll(ask: Ask, datasetId: number, all: readonly Counting[]): void {
  const [first] = all
  if (all.length === 1 && first) answered(ask, datasetId, first.query, first.signal).then(first.resolve, first.reject)
  else
    askTogether(ask, datasetId, all).catch((error: unknown) => {
      for (const { reject } of all) reject(error)
    })
}

function createCounter(ask: Ask) {
  let gathered: { readonly datasetId: number; readonly counting: Counting }[] = []
  const send = () => {
    const groups = new Map<unknown, typeof gathered>()
    for (const each of gathered) {
      const key = sharedBy(each.datasetId, each.counting) ?? each
      groups.set(key, [...(groups.get(key) ?? []), each])
    }
    gathered = []
    for (const group of groups.values())
      for (let at = 0; at < group.length; at += MAX_COLUMNS)
        askAll(
          ask,
          group[0]?.datasetId ?? -1,
          group.slice(at, at + MAX_COLUMNS).map(({ counting }) => counting),
        )
  }
  return (datasetId: number, query: QueryObject, signal: AbortSignal): Promise<Table> =>
    new Promise((resolve, reject) => {
      // What filters ask when something was applied, they ask in one turn.
      if (gathered.length === 0) queueMicrotask(send)
      gathered.push({ datasetId, counting: { query, signal, resolve, reject } })
    })
}

const counters = new WeakMap<Ask, ReturnType<typeof createCounter>>()

/**
 * How to ask for counts behind the charts: those of the same rows, which are asked for in the same turn, are one
 * statement.
 */
export function counterOf(ask: Ask): ReturnType<typeof createCounter> {
  const counter = counters.get(ask) ?? createCounter(ask)
  counters.set(ask, counter)
  return counter
}
