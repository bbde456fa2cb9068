import { unappliedFilters } from '#core/filter/metric-filter.ts'
import type { LabelPlaces } from '#core/color/place.ts'
import type { EntryHead, RejectedFilter } from '#core/query/result.ts'
import type { ResultColumn } from '#server/engines/engine.ts'
import type { Made } from './answer.ts'
import type { Format } from '#server/files/lay-out.ts'
import { SealedData } from './sealed-data.ts'
import type { AnsweredTimes } from '#server/dataset/stored-times.ts'

/** One answer on its way out: what is said about it, and its data as they are kept. */
export interface Entry {
  readonly head: EntryHead & Readonly<Record<string, unknown>>
  readonly format: Format
  readonly data: SealedData
  /** What the columns are; the head tells more of them to be temporal. */
  readonly columns: readonly ResultColumn[]
  /** Changes whenever the data are made anew. */
  readonly stamp: string
}

/** A result entry: data with their head, or an answer that needs no data. */
export type Result = Entry | Readonly<Record<string, unknown>>

/** How an answer was come by, this time. */
export interface Circumstances {
  readonly key: string
  readonly cached: 'hit' | 'miss' | 'stale'
  /** Seconds; null is for ever, -1 not at all. */
  readonly timeout: number | null
  /** Filters of the form that no query holds. */
  readonly unapplied: readonly RejectedFilter[]
  /** Where the labels stand in the order of colours, where that was asked for. */
  readonly colors?: LabelPlaces | undefined
  /** Start of the last period where it is not whole, where that was asked for. */
  readonly openPeriod?: number | null | undefined
  readonly times: AnsweredTimes
}

/** The filters of a form that its queries do not hold. */
export function unappliedBy(form: Readonly<Record<string, unknown>> | null | undefined): readonly RejectedFilter[] {
  const extra = form?.['extra_form_data'] as { readonly adhoc_filters?: unknown } | null | undefined
  const names = [form?.['adhoc_filters'], extra?.adhoc_filters].flatMap(unappliedFilters)
  return [...new Set(names)].map((column) => ({ column, reason: 'simple_having' }))
}

/**
 * The head of an answer; nothing of its data is touched. It is the same whenever the same is asked as long as the answer
 * is kept: nothing of it tells the time of asking.
 */
export function headOf(
  made: Made,
  { key, cached: how, timeout, unapplied, times, colors, openPeriod }: Circumstances,
): Entry['head'] {
  const cached = how !== 'miss'
  const nothing = { queue: 0, plan: 0, engine: 0, post: 0, serialise: 0 }
  return {
    status: 'success',
    error: null,
    stacktrace: null,
    query: made.query,
    colnames: made.columns.map(({ name }) => name),
    coltypes: times.types,
    rowcount: made.rowCount,
    sql_rowcount: made.sqlRowCount,
    is_cached: cached,
    cached_dttm: cached ? new Date(made.madeAt).toISOString().slice(0, 19) : null,
    queried_dttm: new Date(made.madeAt).toISOString().slice(0, 19),
    cache_key: key,
    cache_timeout: timeout,
    applied_filters: made.applied,
    rejected_filters: [...made.rejected, ...unapplied],
    applied_template_filters: made.read,
    annotation_data: {},
    label_map: { ...Object.fromEntries(made.columns.map(({ name }) => [name, [name]])), ...made.labels },
    ...(made.rowNames ? { indexnames: made.rowNames } : {}),
    ...(Object.keys(times.formats).length > 0 ? { time_formats: times.formats } : {}),
    result_format: 'json',
    from_dttm: made.from,
    to_dttm: made.to,
    ...(colors ? { colors } : {}),
    ...(openPeriod === undefined ? {} : { open_period: openPeriod }),
    cost: {
      ...rounded(cached ? nothing : made.legs),
      cache: how,
      bytes: made.data.length,
      made_at: made.madeAt,
      row_limit: made.rowLimit,
      capped: made.sqlRowCount >= made.rowLimit,
    },
  }
}

function rounded<T extends object>(legs: T): T {
  return Object.fromEntries(Object.entries(legs).map(([leg, ms]) => [leg, Math.round(ms * 100) / 100])) as T
}

export function isEntry(entry: Result): entry is Entry {
  return entry.data instanceof SealedData
}
