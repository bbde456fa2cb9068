import { TEMPORAL } from '#core/table/table.ts'
import type { QueryColumn, QueryObject } from '#core/query/query-object.ts'
import { engineNamed } from '#server/engines/index.ts'
import { isTemplate } from '#server/templates/macros.ts'
import type { Sealed } from './answer.ts'
import { isFileFormat } from '#server/files/lay-out.ts'
import { keyOf, type Parcel } from './parcel.ts'
import { rangesOf } from '#server/dataset/ranges.ts'

/** Periods before the last one that tell how far data reach into a period. */
const BEFORE = 2
/** What reaches less far than this share of them is not whole. */
const WHOLE = 0.9

/** The start of the last period of the data where it is not whole yet, in epoch milliseconds. */
export type OpenPeriod = number | null

/** A period and the last instant in it, in epoch milliseconds. */
export interface Period {
  readonly start: number
  readonly last: number
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

/** Makes or finds the answer to a question. */
type AnswerOf = (key: string, parcel: Parcel) => Promise<Sealed>

/**
 * The open period of the data that the caller sees, whatever the question filters, where its context asks for it and it
 * costs nobody but us; undefined where it does not or cannot be told. `plain` is the question with its templates rendered.
 */
export async function openPeriodOf(
  written: Parcel,
  plain: Parcel,
  answer: AnswerOf,
  now: number,
): Promise<OpenPeriod | undefined> {
  const query = periodQuestion(written)
  if (!query) return undefined
  const { asking, loaded, began } = written
  const { user, priority, signal } = asking
  const context = { datasource: { id: loaded.dataset.id, type: 'table' }, queries: [query] }
  const { rules, tables, read, keys } = plain
  const limits = { rows: BEFORE + 1, max: BEFORE + 1 }
  const asked: Parcel = {
    asking: { context, index: 0, user, priority, signal, format: 'columns' },
    began,
    loaded,
    question: { query, type: 'full', limits },
    ranges: rangesOf(query, now, [asking.calendar, loaded.dataset.extra]),
    rules,
    tables,
    read,
    keys,
  }
  try {
    return openPeriod(await periodsOf(await answer(keyOf(asked), asked)))
  } catch {
    // No chart fails for the mark on its last period.
    return undefined
  }
}

async function periodsOf({ data, columns }: Sealed): Promise<readonly Period[]> {
  if (columns.some(({ type }) => type !== TEMPORAL)) return []
  const [starts = [], lasts = []] = JSON.parse(
    new TextDecoder().decode(await data.plain()),
  ) as readonly (readonly unknown[])[]
  return starts.flatMap((start, row) => {
    const last = lasts[row]
    return typeof start === 'number' && typeof last === 'number' ? [{ start, last }] : []
  })
}

/** The last periods by the time of a question, each with its last instant. */
function periodQuestion({ asking, loaded, question }: Parcel): QueryObject | undefined {
  const { context, index, format } = asking
  const { dataset, database } = loaded
  if (context.last_period !== true || index > 0 || question.type !== 'full' || isFileFormat(format)) return undefined
  if (engineNamed(database.backend)?.isOwn !== true || isTemplate(dataset.sql) || dataset.offset !== 0) return undefined
  const axis = axisOf(question.query)
  const column = dataset.columns.find((each) => each.column_name === axis?.name)
  if (!axis || !column?.is_dttm || isTemplate(column.expression)) return undefined
  const last = {
    expressionType: 'SIMPLE',
    column: { column_name: axis.name },
    aggregate: 'MAX',
    label: '__last',
  } as const
  return {
    columns: [axis.column],
    metrics: [last],
    filters: [{ col: axis.name, op: 'IS NOT NULL' }],
    orderby: [[axis.column, false]],
    row_limit: BEFORE + 1,
  }
}

/** The column of a question that is cut into periods, and its name. */
function axisOf({ columns = [], is_timeseries, granularity, extras }: QueryObject) {
  const axis = columns.find((column) => typeof column !== 'string' && column.columnType === 'BASE_AXIS')
  if (axis && typeof axis !== 'string') return axis.timeGrain ? { name: axis.sqlExpression, column: axis } : undefined
  const timeGrain = extras?.time_grain_sqla
  if (!is_timeseries || !granularity || !timeGrain) return undefined
  const column: QueryColumn = { label: '__period', sqlExpression: granularity, columnType: 'BASE_AXIS', timeGrain }
  return { name: granularity, column }
}
