import type { ChartDataRequestOptions } from '#calls/chart-data.ts'
import { GROUPING } from '#core/query/grouping.ts'
import { metricLabel, type QueryContext, type QueryMetric, type QueryObject } from '#core/query/query-object.ts'
import { type ColumnarResult, toTable } from '#core/query/result.ts'
import type { Table } from '#core/table/table.ts'

type SendQuery = (context: QueryContext, options?: ChartDataRequestOptions) => Promise<readonly ColumnarResult[]>

/** A query that counts rows per value of a column, with the callbacks of its caller. */
interface CountRequest {
  readonly query: QueryObject
  readonly signal: AbortSignal
  readonly resolve: (table: Table) => void
  readonly reject: (error: unknown) => void
}

/** The maximum number of columns in one statement: the grouping column has a bit for each. */
const MAX_COLUMNS = 16

const columnOf = ({ columns }: QueryObject): string | undefined => {
  const [column] = columns ?? []
  return columns?.length === 1 && typeof column === 'string' && column !== GROUPING ? column : undefined
}

/** Returns the key of queries that one statement can answer together; undefined for a query that must be sent alone. */
function sharedBy(datasetId: number, { query }: CountRequest): string | undefined {
  const { columns: _columns, metrics: _metrics, row_limit: _limit, ...rest } = query
  return columnOf(query) === undefined ? undefined : JSON.stringify([datasetId, rest])
}

/** Merges the queries into one: the same rows, grouped by each column separately. */
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

/** Extracts the result of one query from the merged result. */
function separate(combinedQuery: QueryObject, table: Table, query: QueryObject): Table {
  const columns = combinedQuery.columns ?? []
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

async function runCountQuery(
  ask: SendQuery,
  datasetId: number,
  query: QueryObject,
  signal: AbortSignal,
): Promise<Table> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries: [query] }
  const [answer] = await ask(context, { signal, isAfter: true })
  if (!answer || answer.error) throw new Error(answer?.error ?? '')
  return toTable(answer)
}

/** Returns a signal that is aborted once all of these are. */
function allLeft(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const look = () => signals.every(({ aborted }) => aborted) && controller.abort()
  for (const signal of signals) signal.addEventListener('abort', look)
  look()
  return controller.signal
}

/** Sends the merged query. Rejects if its result may be truncated, because the missing rows are unknown. */
async function askTogether(ask: SendQuery, datasetId: number, all: readonly CountRequest[]): Promise<void> {
  const combinedQuery = together(all.map(({ query }) => query))
  const table = await runCountQuery(ask, datasetId, combinedQuery, allLeft(all.map(({ signal }) => signal)))
  if (table.rowCount >= (combinedQuery.row_limit ?? Infinity))
    throw new Error('There is more to count than was asked for.')
  for (const { query, resolve } of all) resolve(separate(combinedQuery, table, query))
}

function askAll(ask: SendQuery, datasetId: number, all: readonly CountRequest[]): void {
  const [first] = all
  if (all.length === 1 && first)
    runCountQuery(ask, datasetId, first.query, first.signal).then(first.resolve, first.reject)
  else
    askTogether(ask, datasetId, all).catch((error: unknown) => {
      for (const { reject } of all) reject(error)
    })
}

function createCounter(ask: SendQuery) {
  let gathered: { readonly datasetId: number; readonly counting: CountRequest }[] = []
  const send = () => {
    const groups = new Map<unknown, typeof gathered>()
    for (const each of gathered) {
      const key = sharedBy(each.datasetId, each.counting) ?? each
      groups.set(key, [...(groups.get(key) ?? []), each])
    }
    gathered = []
    for (const group of groups.values())
      for (let index = 0; index < group.length; index += MAX_COLUMNS)
        askAll(
          ask,
          group[0]?.datasetId ?? -1,
          group.slice(index, index + MAX_COLUMNS).map(({ counting }) => counting),
        )
  }
  return (datasetId: number, query: QueryObject, signal: AbortSignal): Promise<Table> =>
    new Promise((resolve, reject) => {
      // All filters send their queries in the same microtask turn after a change is applied.
      if (gathered.length === 0) queueMicrotask(send)
      gathered.push({ datasetId, counting: { query, signal, resolve, reject } })
    })
}

const counters = new WeakMap<SendQuery, ReturnType<typeof createCounter>>()

/**
 * Returns a function that queries counts after the charts. Queries on the same rows in the same turn are merged into
 * one statement.
 */
export function batchedCounter(ask: SendQuery): ReturnType<typeof createCounter> {
  const counter = counters.get(ask) ?? createCounter(ask)
  counters.set(ask, counter)
  return counter
}
