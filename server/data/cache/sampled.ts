import { columnLabel, isTimeAxis, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { MEANT_ROWS, narrowerWidths, POINTS_A_PIXEL, type Sample, type Sampled } from '#core/query/sample.ts'
import type { SampledBy } from '#core/query/sampled-rows.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { print } from '#server/sql/print.ts'
import { POINTS, sampledSelect } from '#server/sql/sample.ts'
import { type Planned, type Ran, runQuestion, type Running } from '#server/data/result/run-query.ts'
import { type CachedResult } from '#server/shared/cached-result.ts'
import type { ResultFormatterPool } from '#server/data/result/result-formatter-pool.ts'
import type { QueryRequest } from '#server/data/plan/query-request.ts'
import { cappedAt } from '#server/data/result/present.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'
import { isShifted } from '#server/data/result/shift-back.ts'
import type { TaskOwner } from '#server/workers/fair-queue.ts'

/** Dimensions tell several series apart: so many as long as can be are taken to be within a whole answer. */
const SERIES = 4

/** An answer by what can be seen of it. */
export interface SampledRun {
  readonly ran: Ran
  readonly shown: string
  readonly rowLimit: number
  /** Absent where no series was long enough: all points are there. */
  readonly sampled?: Sampled
}

/** The sample a question asks for, where it may have one: its rows are its points. */
export function sampleOf({ question, dataRequest }: QueryRequest): Sample | undefined {
  const { sample, grouping_sets, is_rowcount, row_offset } = question.query
  if (!sample || dataRequest.format !== 'columns' || question.type !== 'full') return undefined
  return grouping_sets?.length || is_rowcount || row_offset ? undefined : sample
}

/** Whether the rows of an answer are made here, of those that the engine has: other times beside them, steps. */
export function isMadeHere(query: QueryObject): boolean {
  return Boolean(query.post_processing?.some(Boolean) || query.time_offsets?.length) || isShifted(query)
}

/** Where the x axis of a question stands in its answer, if it is one of moments. */
function momentsIn({ columns: asked }: QueryObject, { columns }: CachedResult): number | undefined {
  const axis = asked?.find(isTimeAxis)
  const label = axis ? columnLabel(axis) : TIMESTAMP
  const x = columns.findIndex(({ name }) => name === label)
  return columns[x]?.type === TEMPORAL ? x : undefined
}

/**
 * Where the x axis and the metrics of a question stand in its answer within its row limit, if that may lack points or hold
 * more than can be seen; undefined where it is to stay as it is.
 */
export function samplePlaces(query: QueryObject, { width }: Sample, whole: CachedResult): SampledBy | undefined {
  const wanted = new Set((query.metrics ?? []).map(metricLabel))
  const { columns } = whole
  const x = momentsIn(query, whole)
  const metrics = columns.flatMap(({ name }, index) => (wanted.has(name) && index !== x ? [index] : []))
  const areNumbers = metrics.length > 0 && metrics.every((index) => columns[index]?.type === NUMERIC)
  if (x === undefined || !areNumbers) return undefined
  const long = POINTS_A_PIXEL * width
  const isAlone = columns.length === 1 + metrics.length
  const mayBeLong =
    cappedAt(whole) === null ? whole.rowCount > long * (isAlone ? 1 : SERIES) : whole.rowLimit > MEANT_ROWS
  return mayBeLong ? { x, metrics } : undefined
}

/**
 * The same of an answer that was made here: what is no dimension of the question is a value. All its rows are at hand, so
 * that it needs no statement of its own, and what is cut of it is cut before.
 */
export function madePlaces(query: QueryObject, { width }: Sample, whole: CachedResult): SampledBy | undefined {
  const dimensions = new Set((query.columns ?? []).map(columnLabel))
  const { columns } = whole
  const x = momentsIn(query, whole)
  const metrics = columns.flatMap(({ name }, index) => (index === x || dimensions.has(name) ? [] : [index]))
  const areNumbers = metrics.length > 0 && metrics.every((index) => columns[index]?.type === NUMERIC)
  if (x === undefined || !areNumbers || whole.rowNames) return undefined
  return whole.rowCount > POINTS_A_PIXEL * width ? { x, metrics } : undefined
}

/** The sample of an answer that was made here, by its rows; the answer itself where all of them are seen. */
export async function sampledAnswer(whole: CachedResult, given: MadeSampling): Promise<CachedResult> {
  const { sample, places, work, who } = given
  const began = performance.now()
  const main = { data: await whole.data.plain(), columns: whole.columns, rowCount: whole.rowCount }
  const { data, rowCount, points } = await work.sample({ do: 'sample', main, sample, by: places }, who)
  if (rowCount === whole.rowCount) return whole
  return {
    ...whole,
    data: CompressedPayload.of(data),
    rowCount,
    sampled: { points, width: sample.width },
    legs: { ...whole.legs, post: whole.legs.post + performance.now() - began },
  }
}

/** What the sample of an answer is made with. */
interface MadeSampling {
  readonly sample: Sample
  readonly places: SampledBy
  readonly work: ResultFormatterPool
  readonly who: { readonly person: TaskOwner; readonly signal: AbortSignal }
}

/** What a sample is run with. */
interface SampleRunning {
  readonly sample: Sample
  readonly places: SampledBy
  /** The most rows of an answer. */
  readonly max: number
  readonly running: Running
}

/** Runs a planned question for its sample. Where so many series do not fit into an answer, their parts are fewer. */
export async function runSampled(query: QueryObject, planned: Planned, given: SampleRunning): Promise<SampledRun> {
  const { sample, max } = given
  let run = await runOnce(query, planned, given)
  for (const width of narrowerWidths(sample.width)) {
    if (run.ran.rowCount < max) break
    run = await runOnce(query, planned, { ...given, sample: { ...sample, width } })
  }
  return run
}

async function runOnce(
  query: QueryObject,
  planned: Planned,
  { sample, places, max, running }: SampleRunning,
): Promise<SampledRun> {
  const { dialect } = running.source.engine
  const { labels } = planned.plan
  const select = sampledSelect(planned.plan.select, sample, { ...places, labels, dialect, max })
  const sql = print(select, dialect)
  const plan = { ...planned.plan, select, labels: [...labels, POINTS], rowLimit: max }
  const ran = await runQuestion(query, { plan, sql, compared: [], shown: sql.shown }, running)
  const { data, points } = withoutPoints(ran.data)
  const answer = { ...ran, data, columns: ran.columns.slice(0, -1) }
  const sampled = points === ran.rowCount ? {} : { sampled: { points, width: sample.width } }
  return { ran: answer, shown: sql.shown, rowLimit: max, ...sampled }
}

/** The columns without the last, which holds nothing but numbers, and the first of these. */
function withoutPoints(data: Uint8Array): { readonly data: Uint8Array; readonly points: number } {
  const open = data.lastIndexOf('['.charCodeAt(0))
  const comma = data.lastIndexOf(','.charCodeAt(0), open)
  const last = new TextDecoder().decode(data.subarray(open + 1, open + 32))
  const rest = new Uint8Array(comma + 1)
  rest.set(data.subarray(0, comma))
  rest[comma] = ']'.charCodeAt(0)
  return { data: rest, points: Number.parseInt(last, 10) || 0 }
}
