import type { ResolvedOverrides } from './annotation-overrides.ts'
import type { LabelPositions } from '#core/color/label-positions.ts'
import type { AppliedSampling } from './sample.ts'
import { type GenericType, NUMERIC, STRING, type Table, type Value } from '#core/table/table.ts'

/** Media type of a column result, requested by `Accept`. The default is row JSON. */
export const COLUMNS_MEDIA_TYPE = 'application/vnd.facet.columns+json'
/**
 * Media type of chunked responses, such as batches: frames of a JSON header line, `length` bytes, and a newline. See
 * `FrameHead`.
 */
export const FRAMES_MEDIA_TYPE = 'application/vnd.facet.frames'

/** A filter that was applied to the query, by column. */
export interface AppliedFilter {
  readonly column: string
}

/** A filter that could not be applied to the query, with the reason. */
export interface RejectedFilter {
  readonly column: string
  /**
   * `simple_having`: a simple filter on groups, which no query contains. `value_not_a_number`: a text on a numeric
   * column. `time_range_not_understood`: an invalid time range; its start is open and its end is the anchor.
   */
  readonly reason:
    | 'not_in_datasource'
    | 'no_temporal_column'
    | 'simple_having'
    | 'value_not_a_number'
    | 'time_range_not_understood'
}

/**
 * The cost of a result. Times in milliseconds; `bytes` is the size of the data part; `made_at` is the time at which the
 * data were read, in epoch milliseconds of the server clock.
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
  /** The effective row limit; `capped` is true if the result reached it. */
  readonly row_limit: number
  readonly capped: boolean
}

/**
 * The formats of columns whose times are not timestamps in the engine, by label: `epoch_s`, `epoch_ms`, a strftime
 * pattern, or null for ISO text. Their cells have the stored values.
 */
export type TimeFormats = Readonly<Record<string, string | null>>

/** The metadata of every result entry. */
export interface ResultMetadata {
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
  /** Maps a label to the parts it was joined from; a plain column maps to its own name. */
  readonly label_map?: Readonly<Record<string, readonly string[]>>
  /** Positions of labels in the color order; only if the query context requests them. */
  readonly colors?: LabelPositions
  /**
   * Start of the last period of the data in epoch milliseconds if it is incomplete, otherwise null. Only present if
   * requested and known.
   */
  readonly open_period?: number | null
  /**
   * Start of the first period of the data in epoch milliseconds if the data begin within it; otherwise as
   * `open_period`.
   */
  readonly cut_period?: number | null
  /** The resolved range of filters on the time-axis column in epoch milliseconds; only with `last_period`. */
  readonly axis_range?: { readonly from: number | null; readonly to: number | null }
  /** The time zone whose local time the result uses; absent: UTC. */
  readonly time_zone?: string
  /** The chart that supplies the lines, if the query names one by `saved_chart`. */
  readonly saved_chart?: { readonly id: number; readonly slice_name: string }
  /** Present if long series were sampled; see `Sample`. */
  readonly sampled?: AppliedSampling
  /** Temporal columns with stored values instead of epoch milliseconds. */
  readonly time_formats?: TimeFormats
}

/** One column result: `columns[i]` are the cells of `colnames[i]`. */
export interface ColumnarResult extends ResultMetadata {
  readonly columns: readonly (readonly Value[])[]
}

/** An entry without a database result: dataset columns and time grains are always rows. */
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

/** Returns the table of a column entry, or of one that has only rows. */
export function toTable(entry: ColumnarResult): Table {
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

/** One item of a batch with an id chosen by the client: a query context, or an annotation layer. */
export interface BatchItem {
  readonly id: string
  readonly query_context?: unknown
  readonly dashboard_id?: number
  readonly slice_id?: number
  readonly layer?: BatchLayer
  /** Responds only if the result is cached; no query runs. */
  readonly only_cached?: boolean
  /** Starts after the results of all items without this flag, so that it does not delay them. */
  readonly after?: boolean
}

/**
 * One layer of a batch: an annotation layer of the store (`is_native`) or a saved chart by its id, with overrides. Its
 * frame contains the same response as the URL of the layer.
 */
export interface BatchLayer {
  readonly value: number | string
  readonly is_native: boolean
  readonly overrides: ResolvedOverrides
  /** Bypasses the cache. */
  readonly force?: boolean
}

/** Header line of one frame of a batch. `status` is the HTTP status that the item would have as a single request. */
export interface FrameHead {
  readonly id: string
  readonly status: number
  /** Bytes of the body that follows, without the closing newline. */
  readonly length: number
  /**
   * The chunks of the body in order, if some are compressed; only for clients that accept gzip. Each chunk is
   * decompressed separately, and the text is their concatenation.
   */
  readonly pieces?: readonly FrameChunk[]
  /** The file name, if the body is a file. */
  readonly file?: string
}

/** One chunk of a frame body: its bytes as sent. */
export interface FrameChunk {
  readonly length: number
  readonly encoding: 'gzip' | 'identity'
}
