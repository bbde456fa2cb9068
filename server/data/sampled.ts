import { columnLabel, isTimeAxis, metricLabel, type QueryObject } from '#core/query/query-object.ts'
import { MEANT_ROWS, POINTS_A_PIXEL, SAMPLE_WIDTHS, type Sample, type Sampled } from '#core/query/sample.ts'
import { TIMESTAMP } from '#core/query/timestamp.ts'
import { NUMERIC, TEMPORAL } from '#core/table/table.ts'
import { print } from '#server/sql/print.ts'
import { POINTS, type Sampling, sampledSelect } from '#server/sql/sample.ts'
import { type Planned, type Ran, runQuestion, type Running, type Sealed } from './answer.ts'
import type { Parcel } from './parcel.ts'
import { cappedAt } from './present.ts'
import { isShifted } from './shift-back.ts'

/** Dimensions tell several series apart: so many as long as can be are taken to be within a whole answer. */
const SERIES = 4

/** Where what a sample is made by stands among the columns of an answer. */
export type SamplePlaces = Pick<Sampling, 'x' | 'metrics'>

/** An answer by what can be seen of it. */
export interface SampledRun {
  readonly ran: Ran
  readonly shown: string
  readonly rowLimit: number
  /** Absent where no series was long enough: all points are there. */
  readonly sampled?: Sampled
}

/** The sample a question asks for, where it may have one: its rows are its points, and nothing is made of them. */
export function sampleOf({ question, asking }: Parcel): Sample | undefined {
  const { sample, post_processing, time_offsets, grouping_sets, is_rowcount, row_offset } = question.query
  if (!sample || asking.format !== 'columns' || question.type !== 'full' || isShifted(question.query)) return undefined
  const isMore = post_processing?.some(Boolean) || time_offsets?.length || grouping_sets?.length
  return isMore || is_rowcount || row_offset ? undefined : sample
}

/**
 * Where the x axis and the metrics of a question stand in its answer within its row limit, if that may lack points or hold
 * more than can be seen; undefined where it is to stay as it is.
 */
export function samplePlaces(query: QueryObject, { width }: Sample, whole: Sealed): SamplePlaces | undefined {
  const axis = query.columns?.find(isTimeAxis)
  const label = axis ? columnLabel(axis) : TIMESTAMP
  const wanted = new Set((query.metrics ?? []).map(metricLabel))
  const { columns } = whole
  const x = columns.findIndex(({ name }) => name === label)
  const metrics = columns.flatMap(({ name }, index) => (wanted.has(name) && index !== x ? [index] : []))
  const areNumbers = metrics.length > 0 && metrics.every((index) => columns[index]?.type === NUMERIC)
  if (columns[x]?.type !== TEMPORAL || !areNumbers) return undefined
  const long = POINTS_A_PIXEL * width
  const isAlone = columns.length === 1 + metrics.length
  const mayBeLong =
    cappedAt(whole) === null ? whole.rowCount > long * (isAlone ? 1 : SERIES) : whole.rowLimit > MEANT_ROWS
  return mayBeLong ? { x, metrics } : undefined
}

/** What a sample is run with. */
interface SampleRunning {
  readonly sample: Sample
  readonly places: SamplePlaces
  /** The most rows of an answer. */
  readonly max: number
  readonly running: Running
}

/** Runs a planned question for its sample. Where so many series do not fit into an answer, their parts are fewer. */
export async function runSampled(query: QueryObject, planned: Planned, given: SampleRunning): Promise<SampledRun> {
  const { sample, max } = given
  const narrower = SAMPLE_WIDTHS.filter((width) => width < sample.width).toReversed()
  let run = await runOnce(query, planned, given)
  for (const width of narrower) {
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
