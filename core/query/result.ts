import type { ResolvedOverrides } from './annotation-overrides.ts'
import type { LabelPlaces } from '#core/color/place.ts'
import type { Sampled } from './sample.ts'
import { type GenericType, NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

/** Media type of an answer in columns; asked for by `Accept`. Row JSON is the default. */
export const COLUMNS_MEDIA_TYPE = 'application/vnd.facet.columns+json'
/** Media type of answers in pieces, as those of a batch: frames of a JSON head line, then `length` bytes, then a newline. See `FrameHead`. */
export const FRAMES_MEDIA_TYPE = 'application/vnd.facet.frames'

/** A filter of the query that narrowed it, by column. */
export interface AppliedFilter {
  readonly column: string
}

/** A filter of the query that could not be applied, and why. */
export interface RejectedFilter {
  readonly column: string
  /**
   * `simple_having`: a simple filter on groups, which no query holds. `value_not_a_number`: a text on a numeric column.
   * `time_range_not_understood`: a text that is no time range; its start is open and its end is the anchor.
   */
  readonly reason:
    | 'not_in_datasource'
    | 'no_temporal_column'
    | 'simple_having'
    | 'value_not_a_number'
    | 'time_range_not_understood'
}

/**
 * What an answer cost. Times in milliseconds; `bytes` is the size of the data part; `made_at` is when its data were read,
 * epoch milliseconds by the clock of the server.
 */
export interface Cost {
  readonly queue: number
  readonly plan: number
  readonly engine: number
  readonly post: number
  readonly serialise: number
  readonly cache: 'hit' | 'miss' | 'stale'
  readonly bytes: number
  readonly made_at: number
  /** The row limit in force; `capped` is true when the result reached it. */
  readonly row_limit: number
  readonly capped: boolean
}

/**
 * How columns of an answer keep times that are not moments to the engine, by label: `epoch_s`, `epoch_ms`, a strftime
 * pattern, or null for ISO text. Their cells are as they are stored.
 */
export type TimeFormats = Readonly<Record<string, string | null>>

/** What every result entry says beside its data. */
export interface EntryHead {
  readonly status: 'success' | 'failed' | 'stopped'
  readonly error: string | null
  readonly stacktrace: string | null
  readonly query: string
  readonly colnames: readonly string[]
  readonly coltypes: readonly GenericType[]
  readonly rowcount: number
  readonly sql_rowcount: number
  readonly is_cached: boolean
  readonly cached_dttm: string | null
  readonly cache_key: string | null
  readonly cache_timeout: number | null
  readonly applied_filters: readonly AppliedFilter[]
  readonly rejected_filters: readonly RejectedFilter[]
  readonly from_dttm: number | null
  readonly to_dttm: number | null
  readonly cost: Cost
  readonly annotation_data?: Record<string, unknown>
  /** Label to the parts it was joined from; of a plain column its own name. */
  readonly label_map?: Readonly<Record<string, readonly string[]>>
  /** Where labels of the answer stand in the order that colours are given in; only where the context asks for it. */
  readonly colors?: LabelPlaces
  /**
   * Start of the last period of the data, epoch milliseconds, where it is not whole yet; null where it is. Only where the
   * context asks for it and it can be told.
   */
  readonly open_period?: number | null
  /** Start of the first period of the data, epoch milliseconds, where they begin within it; as `open_period` otherwise. */
  readonly cut_period?: number | null
  /** The range that filters on the column of the time axis resolve to, epoch milliseconds; with `last_period` alone. */
  readonly axis_range?: { readonly from: number | null; readonly to: number | null }
  /** The time zone on whose wall clock the times of this result are; absent: UTC. */
  readonly time_zone?: string
  /** The chart whose lines these are, where a question names one by `saved_chart`. */
  readonly saved_chart?: { readonly id: number; readonly slice_name: string }
  /** Where long series were sampled; see `Sample`. */
  readonly sampled?: Sampled
  /** Temporal columns whose cells are not epoch milliseconds but times as they are stored. */
  readonly time_formats?: TimeFormats
}

/** One result entry in columns: `columns[i]` are the cells of `colnames[i]`. */
export interface ColumnsEntry extends EntryHead {
  readonly columns: readonly (readonly Value[])[]
}

/** An entry of what is no answer of a database: the columns of a dataset and its time grains come as rows alone. */
interface RowsEntry {
  readonly data?: readonly Readonly<Record<string, Value>>[]
}

function tableOfRows(rows: readonly Readonly<Record<string, Value>>[]): Table {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const values = rows.map((row) => row[name] ?? null)
    return { name, type: values.some((value) => typeof value === 'string') ? STRING : NUMERIC, values } as const
  })
  return { columns, rowCount: rows.length }
}

/** The table of an entry in columns, or of one that has rows alone. */
export function toTable(entry: ColumnsEntry): Table {
  const { data } = entry as RowsEntry
  if (data && !entry.columns) return tableOfRows(data)
  return {
    columns: entry.colnames.map((name, index) => ({
      name,
      type: entry.coltypes[index] ?? 1,
      values: entry.columns[index] ?? [],
    })),
    rowCount: entry.rowcount,
  }
}

/** One item of a batch by an id chosen by the caller: a query context, or a layer that is laid over a chart. */
export interface BatchItem {
  readonly id: string
  readonly query_context?: unknown
  readonly dashboard_id?: number
  readonly slice_id?: number
  readonly layer?: BatchLayer
  /** Begun once the items without this have been answered, so that it holds none of them back. */
  readonly after?: boolean
}

/**
 * One layer of a batch: an annotation layer of the store (`is_native`) or a saved chart by its id, and what is changed of
 * it. Its frame holds what the address of the layer answers.
 */
export interface BatchLayer {
  readonly value: number | string
  readonly is_native: boolean
  readonly overrides: ResolvedOverrides
  /** Asks past the cache. */
  readonly force?: boolean
}

/** Head line of one frame of a batch. `status` is the HTTP status the item would have had alone. */
export interface FrameHead {
  readonly id: string
  readonly status: number
  /** Bytes of the body that follows, the closing newline not counted. */
  readonly length: number
  /**
   * The pieces the body is made of, in order, where some of them are compressed; only for callers that accept gzip. Each
   * is undone by itself, and the text is what they are one behind the other.
   */
  readonly pieces?: readonly FramePiece[]
  /** The name of the file that the body is, where it is one. */
  readonly file?: string
}

/** One piece of the body of a frame: its bytes as they are sent. */
export interface FramePiece {
  readonly length: number
  readonly encoding: 'gzip' | 'identity'
}
