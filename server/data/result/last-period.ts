import { TEMPORAL } from '#core/table/table.ts'
import { type AdhocColumn, columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { labelledBucket } from '#core/time/buckets.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { isFileFormat } from '#server/files/encode-table.ts'
import { keyOf, type QueryRequest } from '#server/data/plan/query-request.ts'
import { rangesOf } from '#server/dataset/time-ranges.ts'

/** Number of adjacent periods that show how much of a period the data cover. */
const NEIGHBOURS = 2
/** A period is incomplete if its data cover less than this share of what the adjacent periods cover. */
const MIN_COMPLETE_SHARE = 0.9

/** The start of the last period of the data in epoch milliseconds, or null if it is complete. */
export type OpenPeriod = number | null

/** A period and its last instant with data, in epoch milliseconds. */
export interface Period {
  readonly start: number
  readonly last: number
}

/** The label of a period and its first instant with data, in epoch milliseconds. */
export interface FirstInstant {
  readonly label: number
  readonly first: number
}

/**
 * Returns the start of the latest period if it is incomplete: its data end earlier in the period than in the periods
 * before. `periods` are in descending order. For data with the same granularity as the periods this is unknown, and the
 * result is null.
 */
export function incompleteLastPeriod(periods: readonly Period[]): OpenPeriod {
  const [latest, ...before] = periods
  const reach = Math.max(0, ...before.map(({ start, last }) => last - start))
  return latest && latest.last - latest.start < MIN_COMPLETE_SHARE * reach ? latest.start : null
}

/**
 * Returns the label of the earliest period if its data begin later in the period than in the following ones; null if it
 * is complete or unknown. `periods` are in ascending order.
 */
export function incompleteFirstPeriod(periods: readonly FirstInstant[], grain: string): OpenPeriod {
  const covered = periods.map(({ label, first }) => (labelledBucket(label, grain)?.to ?? Number.NaN) - first)
  const [own, ...behind] = covered
  const [earliest] = periods
  return earliest && own !== undefined && own < MIN_COMPLETE_SHARE * Math.max(0, ...behind) ? earliest.label : null
}

/** Returns the result of a query, cached or computed. */
type AnswerOf = (key: string, queryRequest: QueryRequest) => Promise<CachedResult>

/** Incomplete first and last periods of the data; unknown keys are absent. */
export interface IncompletePeriods {
  readonly openPeriod?: OpenPeriod
  readonly cutPeriod?: OpenPeriod
}

/**
 * Returns the incomplete first and last period of the data visible to the caller, regardless of the query's filters, if
 * the context requests them and the engine is embedded. `plain` is the query with its templates rendered.
 */
export async function dataEndsOf(
  written: QueryRequest,
  plain: QueryRequest,
  answer: AnswerOf,
  now: number,
): Promise<IncompletePeriods> {
  const axis = queriedAxis(written)
  if (!axis) return {}
  const pairs = async (query: QueryObject) => {
    const queryObject = lastPeriodRequest(written, plain, query, now)
    return pairsOf(await answer(keyOf(queryObject), queryObject))
  }
  const [last, first] = await Promise.allSettled([pairs(periodQuery(axis, 'MAX')), pairs(periodQuery(axis, 'MIN'))])
  // A failure here must not make the chart fail.
  return {
    ...(last.status === 'fulfilled'
      ? { openPeriod: incompleteLastPeriod(last.value.map(([start, at]) => ({ start, last: at }))) }
      : {}),
    ...(first.status === 'fulfilled'
      ? {
          cutPeriod: incompleteFirstPeriod(
            first.value.map(([label, at]) => ({ label, first: at })),
            axis.grain,
          ),
        }
      : {}),
  }
}

function lastPeriodRequest(written: QueryRequest, plain: QueryRequest, query: QueryObject, now: number): QueryRequest {
  const { dataRequest, loaded, startedAt: began } = written
  const { user, priority, signal } = dataRequest
  const context = { datasource: { id: loaded.dataset.id, type: 'table' }, queries: [query] }
  const { rules, masks, tables, read, keys } = plain
  const limits = { rows: NEIGHBOURS + 1, max: NEIGHBOURS + 1 }
  return {
    dataRequest: { context, index: 0, user, priority, signal, format: 'columns' },
    startedAt: began,
    loaded,
    queryObject: { query, type: 'full', limits },
    ranges: rangesOf(query, now, [dataRequest.calendar, loaded.dataset.extra]),
    rules,
    masks,
    tables,
    read,
    keys,
  }
}

/**
 * Returns the resolved range of filters on the time axis, if the context requests the ends of the data; undefined
 * without such a filter.
 */
export function axisRangeOf({ dataRequest, queryObject: question, ranges }: QueryRequest): TimeRangeMs | undefined {
  const axis = dataRequest.context.last_period === true ? axisOf(question.query) : undefined
  if (!axis) return undefined
  const bounds = (question.query.filters ?? []).flatMap(({ col, op, val }) =>
    op?.toUpperCase() === 'TEMPORAL_RANGE' && col && columnLabel(col) === axis.name ? [ranges.of(String(val))] : [],
  )
  const from = bounds.flatMap((each) => each.from ?? [])
  const to = bounds.flatMap((each) => each.to ?? [])
  if (from.length + to.length === 0) return undefined
  return { from: from.length > 0 ? Math.max(...from) : null, to: to.length > 0 ? Math.min(...to) : null }
}

async function pairsOf({ data, columns }: CachedResult): Promise<readonly (readonly [label: number, at: number])[]> {
  if (columns.some(({ type }) => type !== TEMPORAL)) return []
  const [labels = [], instants = []] = JSON.parse(
    new TextDecoder().decode(await data.plain()),
  ) as readonly (readonly unknown[])[]
  return labels.flatMap((label, row) => {
    const at = instants[row]
    return typeof label === 'number' && typeof at === 'number' ? [[label, at] as const] : []
  })
}

/**
 * Returns the query for the first periods of a time axis with the first instant of each, or the last periods with the
 * last.
 */
function periodQuery({ name, column }: PeriodAxis, aggregate: 'MIN' | 'MAX'): QueryObject {
  const end = { expressionType: 'SIMPLE', column: { column_name: name }, aggregate, label: '__end' } as const
  return {
    columns: [column],
    metrics: [end],
    filters: [{ col: name, op: 'IS NOT NULL' }],
    orderby: [[column, aggregate === 'MIN']],
    row_limit: NEIGHBOURS + 1,
  }
}

/** Returns the axis whose ends the context requests, if they can be determined. */
function queriedAxis({ dataRequest, loaded, queryObject: question }: QueryRequest): PeriodAxis | undefined {
  const { context, index, format } = dataRequest
  const { dataset, database } = loaded
  if (context.last_period !== true || index > 0 || question.type !== 'full' || isFileFormat(format)) return undefined
  if (engineNamed(database.backend)?.isOwn !== true || isTemplate(dataset.sql) || dataset.offset !== 0) return undefined
  const axis = axisOf(question.query)
  const column = dataset.columns.find((each) => each.column_name === axis?.name)
  return axis && column?.is_dttm && !isTemplate(column.expression) ? axis : undefined
}

/** The column that a query groups by a time grain, and its name. */
interface PeriodAxis {
  readonly name: string
  readonly column: AdhocColumn
  readonly grain: string
}

function axisOf({ columns = [], is_timeseries, granularity, extras }: QueryObject): PeriodAxis | undefined {
  const axis = columns.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS')
  if (axis && typeof axis !== 'string')
    return axis.timeGrain ? { name: axis.sqlExpression, column: axis, grain: axis.timeGrain } : undefined
  const timeGrain = extras?.time_grain_sqla
  if (!is_timeseries || !granularity || !timeGrain) return undefined
  const column: AdhocColumn = { label: '__period', sqlExpression: granularity, columnType: 'BASE_AXIS', timeGrain }
  return { name: granularity, column, grain: timeGrain }
}
