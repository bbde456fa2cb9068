import { unappliedFilters } from '#core/filter/metric-filter.ts'
import type { LabelPositions } from '#core/color/label-positions.ts'
import type { ResultMetadata, RejectedFilter } from '#core/query/result.ts'
import type { ResultColumn } from '#server/engines/engine.ts'
import type { TimeRangeMs } from '#server/sql/environment.ts'
import type { CachedResult } from '#server/shared/cached-result.ts'
import type { IncompletePeriods } from './last-period.ts'
import type { Format } from '#server/files/encode-table.ts'
import { CompressedPayload } from '#server/shared/compressed-payload.ts'
import type { ResultTimeColumns } from '#server/dataset/stored-times.ts'

/** A result ready for the response: its metadata, and its data as cached. */
export interface Entry {
  readonly head: ResultMetadata & Readonly<Record<string, unknown>>
  readonly format: Format
  readonly data: CompressedPayload
  /** The columns; the header marks more of them as temporal. */
  readonly columns: readonly ResultColumn[]
  /** The row limit if the rows reached it, otherwise null; some headers do not contain it. */
  readonly cappedAt: number | null
  /** Changes whenever the data are recomputed. */
  readonly stamp: string
}

/** A result entry: data with their header, or a response without data. */
export type Result = Entry | Readonly<Record<string, unknown>>

/** How a result was obtained for this request. */
export interface ResultContext {
  readonly key: string
  readonly cached: 'hit' | 'miss' | 'stale'
  /** Seconds; null never expires, -1 disables caching. */
  readonly timeout: number | null
  /** Filters of the form that no query contains. */
  readonly unapplied: readonly RejectedFilter[]
  /** Positions of the labels in the color order, if requested. */
  readonly colors?: LabelPositions | undefined
  /** The incomplete first and last period of the data, if requested. */
  readonly dataEnds?: IncompletePeriods
  /** The range of filters on the time axis, if requested. */
  readonly axisRange?: TimeRangeMs | undefined
  readonly times: ResultTimeColumns
  /** The time zone in which times are shown; undefined: UTC. */
  readonly zone?: string | undefined
}

/** Returns the filters of a form that its queries do not contain. */
export function unappliedFormFilters(
  form: Readonly<Record<string, unknown>> | null | undefined,
): readonly RejectedFilter[] {
  const extra = form?.['extra_form_data'] as { readonly adhoc_filters?: unknown } | null | undefined
  const names = [form?.['adhoc_filters'], extra?.adhoc_filters].flatMap(unappliedFilters)
  return [...new Set(names)].map((column) => ({ column, reason: 'simple_having' }))
}

/**
 * Returns the header of a result without reading its data. It is the same for identical requests while the result is
 * cached: it does not contain the time of the request.
 */
export function headOf(
  cachedResult: CachedResult,
  { key, cached: how, timeout, unapplied, times, colors, dataEnds = {}, axisRange, zone }: ResultContext,
): Entry['head'] {
  const cached = how !== 'miss'
  const nothing = { queue: 0, plan: 0, engine: 0, post: 0, serialise: 0 }
  return {
    status: 'success',
    error: null,
    stacktrace: null,
    query: cachedResult.query,
    colnames: cachedResult.columns.map(({ name }) => name),
    coltypes: times.types,
    rowcount: cachedResult.rowCount,
    sql_rowcount: cachedResult.sqlRowCount,
    is_cached: cached,
    cached_dttm: cached ? new Date(cachedResult.madeAt).toISOString().slice(0, 19) : null,
    queried_dttm: new Date(cachedResult.madeAt).toISOString().slice(0, 19),
    cache_key: key,
    cache_timeout: timeout,
    applied_filters: cachedResult.applied,
    rejected_filters: [...cachedResult.rejected, ...unapplied],
    applied_template_filters: cachedResult.read,
    annotation_data: {},
    label_map: {
      ...Object.fromEntries(cachedResult.columns.map(({ name }) => [name, [name]])),
      ...cachedResult.labels,
    },
    ...(cachedResult.rowNames ? { indexnames: cachedResult.rowNames } : {}),
    ...(cachedResult.sampled ? { sampled: cachedResult.sampled } : {}),
    ...(Object.keys(times.formats).length > 0 ? { time_formats: times.formats } : {}),
    result_format: 'json',
    from_dttm: cachedResult.from,
    to_dttm: cachedResult.to,
    ...(colors ? { colors } : {}),
    ...(dataEnds.openPeriod === undefined ? {} : { open_period: dataEnds.openPeriod }),
    ...(dataEnds.cutPeriod === undefined ? {} : { cut_period: dataEnds.cutPeriod }),
    ...(axisRange ? { axis_range: axisRange } : {}),
    ...(zone === undefined ? {} : { time_zone: zone }),
    cost: {
      ...roundDurations(cached ? nothing : cachedResult.legs),
      cache: how,
      bytes: cachedResult.data.length,
      made_at: cachedResult.madeAt,
      row_limit: cachedResult.rowLimit,
      capped: reachedRowLimit(cachedResult) !== null,
    },
  }
}

function roundDurations<T extends object>(legs: T): T {
  return Object.fromEntries(Object.entries(legs).map(([leg, ms]) => [leg, Math.round(ms * 100) / 100])) as T
}

/** Returns the row limit that truncated a result, or null. */
export function reachedRowLimit({
  sqlRowCount,
  rowLimit,
}: Pick<CachedResult, 'sqlRowCount' | 'rowLimit'>): number | null {
  return sqlRowCount >= rowLimit ? rowLimit : null
}

export function isEntry(entry: Result): entry is Entry {
  return entry.data instanceof CompressedPayload
}
