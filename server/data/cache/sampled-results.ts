import { columnLabel, isXAxis, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import {
  INTENTIONAL_ROW_LIMIT,
  narrowerWidths,
  POINTS_PER_PIXEL,
  type Sample,
  type AppliedSampling,
} from '#core/query/sample.ts'
import type { SamplingColumns } from '#core/query/sampled-rows.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { print } from '#server/sql/print-sql.ts'
import { POINT_COUNT_LABEL, sampledSelect } from '#server/sql/sample.ts'
import { type PlannedQuery, type RunData, runPlannedQuery, type RunContext } from '#server/data/result/run-query.ts'
import { type CachedResult } from '#server/shared/cached-result.ts'
import type { ResultFormatterPool } from '#server/data/result/result-formatter-pool.ts'
import type { QueryRequest } from '#server/data/plan/query-request.ts'
import { reachedRowLimit } from '#server/data/result/result-entry.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'
import { isShifted } from '#server/data/result/undo-time-shift.ts'
import type { TaskOwner } from '#server/workers/fair-queue.ts'

/** Dimensions separate several series: a complete result is assumed to contain this many series of maximum length. */
const SERIES = 4

/** A sampled result. */
export interface SampledRun {
  readonly ran: RunData
  readonly shown: string
  readonly rowLimit: number
  /** Absent if no series was long enough: the result contains all points. */
  readonly sampled?: AppliedSampling
}

/** Returns the requested sample of a query if it can be sampled: its rows are its points. */
export function sampleOf({ queryObject: question, dataRequest }: QueryRequest): Sample | undefined {
  const { sample, grouping_sets, is_rowcount, row_offset } = question.query
  if (!sample || dataRequest.format !== 'columns' || question.type !== 'full') return undefined
  return grouping_sets?.length || is_rowcount || row_offset ? undefined : sample
}

/** True if the rows of a result are computed here from those of the engine: by time comparison or post-processing. */
export function isPostComputed(query: QueryObject): boolean {
  return Boolean(query.post_processing?.some(Boolean) || query.time_offsets?.length) || isShifted(query)
}

/** Returns the index of the x axis in a result, if it is a time column. */
function momentsIn({ columns: requested }: QueryObject, { columns }: CachedResult): number | undefined {
  const axis = requested?.find(isXAxis)
  const label = axis ? columnLabel(axis) : TIMESTAMP
  const x = columns.findIndex(({ name }) => name === label)
  return columns[x]?.type === TEMPORAL ? x : undefined
}

/**
 * Returns the indexes of the x axis and the metrics in a result, if the row limit may have cut points or the result has
 * more points than are visible; undefined if the result is not sampled.
 */
export function sampledIndexes(
  query: QueryObject,
  { width }: Sample,
  fullResult: CachedResult,
): SamplingColumns | undefined {
  const wanted = new Set((query.metrics ?? []).map(metricLabel))
  const { columns } = fullResult
  const x = momentsIn(query, fullResult)
  const metrics = columns.flatMap(({ name }, index) => (wanted.has(name) && index !== x ? [index] : []))
  const areNumbers = metrics.length > 0 && metrics.every((index) => columns[index]?.type === NUMERIC)
  if (x === undefined || !areNumbers) return undefined
  const long = POINTS_PER_PIXEL * width
  const isSingle = columns.length === 1 + metrics.length
  const mayBeLong =
    reachedRowLimit(fullResult) === null
      ? fullResult.rowCount > long * (isSingle ? 1 : SERIES)
      : fullResult.rowLimit > INTENTIONAL_ROW_LIMIT
  return mayBeLong ? { x, metrics } : undefined
}

/**
 * Returns the same for a result that was computed here: every column that is not a dimension of the query is a value.
 * All its rows are in memory, so sampling needs no further statement, and the row limit was applied before.
 */
export function computedSamplingColumns(
  query: QueryObject,
  { width }: Sample,
  fullResult: CachedResult,
): SamplingColumns | undefined {
  const dimensions = new Set((query.columns ?? []).map(columnLabel))
  const { columns } = fullResult
  const x = momentsIn(query, fullResult)
  const metrics = columns.flatMap(({ name }, index) => (index === x || dimensions.has(name) ? [] : [index]))
  const areNumbers = metrics.length > 0 && metrics.every((index) => columns[index]?.type === NUMERIC)
  if (x === undefined || !areNumbers || fullResult.rowNames) return undefined
  return fullResult.rowCount > POINTS_PER_PIXEL * width ? { x, metrics } : undefined
}

/** Samples a result that was computed here; returns the result itself if all rows are selected. */
export async function sampledResult(fullResult: CachedResult, sampling: ComputedSampling): Promise<CachedResult> {
  const { sample, samplingColumns, work, who } = sampling
  const began = performance.now()
  const main = { data: await fullResult.data.plain(), columns: fullResult.columns, rowCount: fullResult.rowCount }
  const { data, rowCount, points } = await work.sample({ do: 'sample', main, sample, by: samplingColumns }, who)
  if (rowCount === fullResult.rowCount) return fullResult
  return {
    ...fullResult,
    data: CompressedPayload.of(data),
    rowCount,
    sampled: { points, width: sample.width },
    legs: { ...fullResult.legs, post: fullResult.legs.post + performance.now() - began },
  }
}

/** The arguments for sampling a computed result. */
interface ComputedSampling {
  readonly sample: Sample
  readonly samplingColumns: SamplingColumns
  readonly work: ResultFormatterPool
  readonly who: { readonly person: TaskOwner; readonly signal: AbortSignal }
}

/** The arguments for running a sampled query. */
interface SampleRunning {
  readonly sample: Sample
  readonly samplingColumns: SamplingColumns
  /** Maximum number of rows of a result. */
  readonly max: number
  readonly running: RunContext
}

/** Runs a planned query with sampling. If the result would have too many rows, it uses fewer parts per series. */
export async function runSampledQuery(
  query: QueryObject,
  planned: PlannedQuery,
  sampling: SampleRunning,
): Promise<SampledRun> {
  const { sample, max } = sampling
  let run = await runOnce(query, planned, sampling)
  for (const width of narrowerWidths(sample.width)) {
    if (run.ran.rowCount < max) break
    run = await runOnce(query, planned, { ...sampling, sample: { ...sample, width } })
  }
  return run
}

async function runOnce(
  query: QueryObject,
  planned: PlannedQuery,
  { sample, samplingColumns, max, running }: SampleRunning,
): Promise<SampledRun> {
  const { dialect } = running.source.engine
  const { labels } = planned.plan
  const select = sampledSelect(planned.plan.select, sample, { ...samplingColumns, labels, dialect, max })
  const sql = print(select, dialect)
  const plan = { ...planned.plan, select, labels: [...labels, POINT_COUNT_LABEL], rowLimit: max }
  const ran = await runPlannedQuery(query, { plan, sql, compared: [], shown: sql.shown }, running)
  const { data, points } = withoutPoints(ran.data)
  const answer = { ...ran, data, columns: ran.columns.slice(0, -1) }
  const sampled = points === ran.rowCount ? {} : { sampled: { points, width: sample.width } }
  return { ran: answer, shown: sql.shown, rowLimit: max, ...sampled }
}

/** Removes the last column, which contains the number of points, and returns its first value. */
function withoutPoints(data: Uint8Array): { readonly data: Uint8Array; readonly points: number } {
  const open = data.lastIndexOf('['.charCodeAt(0))
  const comma = data.lastIndexOf(','.charCodeAt(0), open)
  const last = new TextDecoder().decode(data.subarray(open + 1, open + 32))
  const rest = new Uint8Array(comma + 1)
  rest.set(data.subarray(0, comma))
  rest[comma] = ']'.charCodeAt(0)
  return { data: rest, points: Number.parseInt(last, 10) || 0 }
}
