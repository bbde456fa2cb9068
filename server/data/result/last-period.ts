import { TEMPORAL } from '#core/table/table.ts'
import { type AdhocColumn, columnLabel, type QueryObject } from '#core/query/query-object.ts'
import { labelledBucket } from '#core/time/buckets.ts'
import { engineNamed } from '#server/engines/index.ts'
import type { Bounds } from '#server/sql/environment.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import { isFileFormat } from '#server/files/lay-out.ts'
import { keyOf, type QueryRequest } from '#server/data/plan/query-request.ts'
import { rangesOf } from '#server/dataset/ranges.ts'

/** Periods beside the first or last one that tell how much of a period data cover. */
const NEIGHBOURS = 2
/** What reaches less far than this share of them is not whole. */
const WHOLE = 0.9

/** The start of the last period of the data where it is not whole yet, in epoch milliseconds. */
export type OpenPeriod = number | null

/** A period and the last instant in it, in epoch milliseconds. */
export interface Period {
  readonly start: number
  readonly last: number
}

/** The label of a period and the first instant in it, in epoch milliseconds. */
export interface FirstInstant {
  readonly label: number
  readonly first: number
}

/**
 * Whether the first of these periods, the latest first, is not whole: its data end earlier in it than those of the periods
 * before. Data as coarse as periods all begin with them, and nothing can be told.
 */
export function openPeriod(periods: readonly Period[]): OpenPeriod {
  const [latest, ...before] = periods
  const reach = Math.max(0, ...before.map(({ start, last }) => last - start))
  return latest && latest.last - latest.start < WHOLE * reach ? latest.start : null
}

/**
 * Returns the label of the first of these periods, the earliest first, where its data begin later in it than those of the
 * periods behind; null where it is whole or nothing can be told.
 */
export function cutPeriod(periods: readonly FirstInstant[], grain: string): OpenPeriod {
  const covered = periods.map(({ label, first }) => (labelledBucket(label, grain)?.to ?? Number.NaN) - first)
  const [own, ...behind] = covered
  const [earliest] = periods
  return earliest && own !== undefined && own < WHOLE * Math.max(0, ...behind) ? earliest.label : null
}

/** Makes or finds the answer to a question. */
type AnswerOf = (key: string, queryRequest: QueryRequest) => Promise<CachedResult>

/** The ends of the data where they are not whole periods; keys that cannot be told are absent. */
export interface DataEnds {
  readonly openPeriod?: OpenPeriod
  readonly cutPeriod?: OpenPeriod
}

/**
 * The incomplete first and last period of the data that the caller sees, whatever the question filters, where its context
 * asks for them and it costs nobody but us. `plain` is the question with its templates rendered.
 */
export async function dataEndsOf(
  written: QueryRequest,
  plain: QueryRequest,
  answer: AnswerOf,
  now: number,
): Promise<DataEnds> {
  const axis = askedAxis(written)
  if (!axis) return {}
  const pairs = async (query: QueryObject) => {
    const asked = besideParcel(written, plain, query, now)
    return pairsOf(await answer(keyOf(asked), asked))
  }
  const [last, first] = await Promise.allSettled([
    pairs(periodQuestion(axis, 'MAX')),
    pairs(periodQuestion(axis, 'MIN')),
  ])
  // No chart fails for the mark on its first or last period.
  return {
    ...(last.status === 'fulfilled'
      ? { openPeriod: openPeriod(last.value.map(([start, at]) => ({ start, last: at }))) }
      : {}),
    ...(first.status === 'fulfilled'
      ? {
          cutPeriod: cutPeriod(
            first.value.map(([label, at]) => ({ label, first: at })),
            axis.grain,
          ),
        }
      : {}),
  }
}

function besideParcel(written: QueryRequest, plain: QueryRequest, query: QueryObject, now: number): QueryRequest {
  const { dataRequest, loaded, began } = written
  const { user, priority, signal } = dataRequest
  const context = { datasource: { id: loaded.dataset.id, type: 'table' }, queries: [query] }
  const { rules, tables, read, keys } = plain
  const limits = { rows: NEIGHBOURS + 1, max: NEIGHBOURS + 1 }
  return {
    dataRequest: { context, index: 0, user, priority, signal, format: 'columns' },
    began,
    loaded,
    question: { query, type: 'full', limits },
    ranges: rangesOf(query, now, [dataRequest.calendar, loaded.dataset.extra]),
    rules,
    tables,
    read,
    keys,
  }
}

/**
 * Returns the range that filters on the time axis of a question resolve to, where its context asks for the ends of its
 * data; undefined without such a filter.
 */
export function axisRangeOf({ dataRequest, question, ranges }: QueryRequest): Bounds | undefined {
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

/** The first periods of a time axis with the first instant of each, or the last ones with the last. */
function periodQuestion({ name, column }: PeriodAxis, aggregate: 'MIN' | 'MAX'): QueryObject {
  const end = { expressionType: 'SIMPLE', column: { column_name: name }, aggregate, label: '__end' } as const
  return {
    columns: [column],
    metrics: [end],
    filters: [{ col: name, op: 'IS NOT NULL' }],
    orderby: [[column, aggregate === 'MIN']],
    row_limit: NEIGHBOURS + 1,
  }
}

/** The axis whose ends a context asks for, where they can be told. */
function askedAxis({ dataRequest, loaded, question }: QueryRequest): PeriodAxis | undefined {
  const { context, index, format } = dataRequest
  const { dataset, database } = loaded
  if (context.last_period !== true || index > 0 || question.type !== 'full' || isFileFormat(format)) return undefined
  if (engineNamed(database.backend)?.isOwn !== true || isTemplate(dataset.sql) || dataset.offset !== 0) return undefined
  const axis = axisOf(question.query)
  const column = dataset.columns.find((each) => each.column_name === axis?.name)
  return axis && column?.is_dttm && !isTemplate(column.expression) ? axis : undefined
}

/** The column of a question that is cut into periods by a grain, and its name. */
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
