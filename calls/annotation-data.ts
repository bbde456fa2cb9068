import type { LayerData } from '#core/form/layer-data.ts'
import type { ResolvedOverrides } from '#core/query/annotation-overrides.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { recordsWithTimestamps } from '#core/query/stored-times.ts'
import { NUMERIC, TEMPORAL, type Value } from '#core/table/table.ts'
import { call } from '#calls/call.ts'

type Records = LayerData['records']

/** The query for one layer: a stored annotation layer (`isNative`) or a saved chart, by its id. */
export interface AnnotationQuery {
  readonly value: string | number
  readonly overrides: ResolvedOverrides
  readonly isNative: boolean
}

export interface AnnotationFetchOptions {
  readonly signal?: AbortSignal | undefined
  /** Seconds. */
  readonly timeout?: number | undefined
  readonly force?: boolean | undefined
}

/** Seconds. */
export const LAYER_TIMEOUT_SECONDS = 60
/** The name of the timestamp column. */
const TIME = '__timestamp'

/** A series of a legacy chart: epoch milliseconds and values. */
interface Line {
  readonly key: string | readonly string[]
  readonly values: readonly { readonly x: number; readonly y: number | null }[]
}

/** The response for a saved chart: rows, or the format of its chart type. */
interface ChartResponse extends Pick<ResultMetadata, 'colnames' | 'coltypes' | 'time_formats'> {
  readonly data: readonly object[] | { readonly records: readonly object[] } | null
  readonly form_data: FormData
}

/** Fetches the data of one layer with a separate request. Rejects with an `ApiResponseError`. */
export async function fetchAnnotation(
  question: AnnotationQuery,
  options: AnnotationFetchOptions = {},
): Promise<LayerData> {
  const { value, overrides, isNative } = question
  const path = `/superset/${isNative ? 'annotation_json' : 'slice_json'}/${encodeURIComponent(value)}`
  const query = { form_data: JSON.stringify(overrides), force: options.force ? 'true' : undefined }
  const { signal, timeout = LAYER_TIMEOUT_SECONDS } = options
  return readLayer(question, await call('GET', path, { query, signal, timeout: timeout * 1000 }))
}

/** Parses the data of a layer from a response or from its frame in a batch. */
export function readLayer({ isNative }: AnnotationQuery, answer: unknown): LayerData {
  return isNative ? { records: (answer as { readonly data: Records }).data } : chartData(answer as ChartResponse)
}

function chartData({ data, colnames, coltypes, time_formats, form_data: form }: ChartResponse): LayerData {
  const rows = data && 'records' in data ? data.records : (data ?? [])
  if (rows.some(isLine)) return linesData(rows.filter(isLine))
  return { records: recordsWithTimestamps(rows as Records, time_formats), chart: { colnames, coltypes, form } }
}

function isLine(item: object): item is Line {
  return 'key' in item && 'values' in item && Array.isArray(item.values)
}

/** Converts legacy series to rows with a column per series. */
function linesData(lines: readonly Line[]): LayerData {
  const rows = new Map<number, Record<string, Value>>()
  const names = lines.map(({ key }) => [key].flat().join(', '))
  for (const [index, { values }] of lines.entries())
    for (const { x, y } of values) rows.set(x, { [TIME]: x, ...rows.get(x), [names[index] ?? '']: y })
  return {
    records: [...rows.values()],
    chart: {
      colnames: [TIME, ...names],
      coltypes: [TEMPORAL, ...names.map((): typeof NUMERIC => NUMERIC)],
      form: { viz_type: 'line' },
    },
  }
}
