import type { QueryContext } from '#core/query/query-object.ts'
import { COLUMNS_MEDIA_TYPE, type ColumnarResult } from '#core/query/result.ts'
import { withTimestamps } from '#core/query/stored-times.ts'
import type { AsyncJob } from '#core/rest/async-event.ts'
import { FILE_CAPPED_HEADER, FILE_ROWS_HEADER } from '#core/rest/file-headers.ts'
import { awaitJob, isAsync } from '#calls/async-jobs.ts'
import { abortError, connectionError, send } from '#calls/call.ts'
import { chartDataFailure } from '#calls/chart-failure.ts'

export interface ChartDataRequestOptions {
  readonly sliceId?: number | undefined
  readonly dashboardId?: number | undefined
  readonly force?: boolean | undefined
  /** In a batch: fails unless the result is cached. */
  readonly onlyCached?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
  /** In a batch: sent with the next other query and answered after it. */
  readonly isAfter?: boolean | undefined
}

/** Returns the query string of a chart data request: `form_data` only with a slice, `force` only if forced. */
export function chartDataQuery({
  sliceId,
  dashboardId,
  force,
}: ChartDataRequestOptions): Record<string, string | undefined> {
  return {
    form_data: sliceId === undefined ? undefined : JSON.stringify({ slice_id: sliceId }),
    dashboard_id: dashboardId === undefined ? undefined : String(dashboardId),
    force: force ? 'true' : undefined,
  }
}

/** Sends the queries of one chart; results in the order of `context.queries`. */
export async function fetchChartData(
  context: QueryContext,
  options: ChartDataRequestOptions = {},
): Promise<readonly ColumnarResult[]> {
  const response = await send('POST', '/api/v1/chart/data', {
    query: chartDataQuery(options),
    body: options.force ? { ...context, force: true } : context,
    accept: COLUMNS_MEDIA_TYPE,
    signal: options.signal,
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  })
  if (response.status === 202 && isAsync()) return awaitJob((await response.json()) as AsyncJob, options.signal)
  if (response.status !== 200) throw await chartDataFailure(response)
  return ((await response.json()) as { result: readonly ColumnarResult[] }).result.map(withTimestamps)
}

/** Returns the SQL of each query without running it. */
export async function fetchChartSql(context: QueryContext, signal?: AbortSignal): Promise<readonly string[]> {
  const response = await send('POST', '/api/v1/chart/data', { body: { ...context, result_type: 'query' }, signal })
  if (response.status !== 200) throw await chartDataFailure(response)
  const { result } = (await response.json()) as { result: readonly { query?: string; error?: string }[] }
  return result.map((entry) => entry.query ?? entry.error ?? '')
}

/** The file format of a result: `csv` and `xlsx` with all rows, `json` with rows as objects. */
export type FileFormat = 'csv' | 'json' | 'xlsx'

/** A downloaded data file with the server's row counts. */
export interface DataFile {
  readonly content: Blob
  /** The number of rows; undefined for several tables in one file. */
  readonly rows: number | undefined
  /** The limit that cut the rows; undefined if the file is complete. */
  readonly cappedAt: number | undefined
}

interface FileOptions extends Pick<ChartDataRequestOptions, 'sliceId' | 'signal'> {
  /** Called with the number of bytes received. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Reads a response body and reports its progress. */
async function readCounted(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  if (!response.body) return response.blob()
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        bytes += chunk.byteLength
        onBytes(bytes)
        out.enqueue(chunk)
      },
    }),
  )
  const type = response.headers.get('content-type') ?? ''
  return new Response(counted, { headers: { 'content-type': type } }).blob()
}

/** Downloads the result as a file. If its signal is aborted, it rejects as an aborted request. */
export async function downloadChartData(
  context: QueryContext,
  format: FileFormat,
  options: FileOptions = {},
): Promise<DataFile> {
  const response = await send('POST', '/api/v1/chart/data', {
    query: chartDataQuery(options),
    body: { ...context, result_format: format },
    ...(options.signal ? { signal: options.signal } : {}),
    timeout: 600_000,
  })
  if (response.status !== 200) throw await chartDataFailure(response)
  const headerNumber = (name: string) => {
    const text = response.headers.get(name)
    return text === null ? undefined : Number(text)
  }
  try {
    const content = await readCounted(response, options.onBytes ?? (() => undefined))
    return { content, rows: headerNumber(FILE_ROWS_HEADER), cappedAt: headerNumber(FILE_CAPPED_HEADER) }
  } catch (cause) {
    throw options.signal?.aborted ? abortError() : connectionError(cause)
  }
}
