import type { FormData } from '#core/form/form-data.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import { send } from '#calls/call.ts'
import { type ChartDataRequestOptions, chartDataQuery } from '#calls/chart-data.ts'
import { chartDataFailure } from '#calls/chart-failure.ts'

const PATH = '/superset/explore_json/'

/** The result of a legacy chart: the head fields, and the data in the format of its chart type. */
export interface LegacyEntry extends ResultMetadata {
  readonly data: unknown
}

/** The options of a legacy data request. */
export interface LegacyOptions extends ChartDataRequestOptions {
  /** Uses GET, so that the browser may cache the response. */
  readonly clientCache: boolean
  /** Requests plain rows instead of the format of the chart type. */
  readonly rows?: boolean
}

/** Fetches the data of a legacy chart by its form. The single result is in `result`, as in chart data responses. */
export async function fetchLegacyData(
  form: FormData,
  { clientCache, rows, ...options }: LegacyOptions,
): Promise<{ readonly result: readonly [LegacyEntry] }> {
  const query = { ...chartDataQuery(options), results: rows ? 'true' : undefined }
  const wait = options.timeout === undefined ? {} : { timeout: options.timeout }
  const rest = { signal: options.signal, ...wait }
  const response = clientCache
    ? await send('GET', PATH, { ...rest, query: { ...query, form_data: JSON.stringify(form) } })
    : await send('POST', PATH, { ...rest, query, body: { form_data: form } })
  if (response.status !== 200) throw await chartDataFailure(response)
  return { result: [(await response.json()) as LegacyEntry] }
}
