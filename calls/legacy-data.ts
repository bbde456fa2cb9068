import type { FormData } from '#core/form/form-data.ts'
import type { EntryHead } from '#core/query/result.ts'
import { send } from '#calls/call.ts'
import { type AskOptions, chartDataQuery } from '#calls/chart-data.ts'
import { chartDataFailure } from '#calls/chart-failure.ts'

const PATH = '/superset/explore_json/'

/** The answer for a chart of old: what is said of its data, and the data in the shape its chart type has. */
export interface LegacyEntry extends EntryHead {
  readonly data: unknown
}

/** How the data of a chart of old are asked for. */
export interface LegacyOptions extends AskOptions {
  /** Asks by GET, so that the browser may keep the answer. */
  readonly clientCache: boolean
  /** Asks for plain rows in place of the shape of the chart type. */
  readonly rows?: boolean
}

/** Asks for the data of a chart of old by its form; the one answer stands in `result`, as answers of charts do. */
export async function askLegacyData(
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
