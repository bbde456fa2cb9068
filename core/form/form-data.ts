import type { ExtraFormData } from '#core/mask/mask.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'

/**
 * The query and display settings of a chart, as saved in `params` and sent as `form_data`. Unknown keys are preserved.
 */
export interface FormData {
  readonly viz_type: string
  /** `id__type`, for example `12__table`. */
  readonly datasource?: string
  readonly slice_id?: number
  readonly metrics?: readonly QueryMetric[] | null | undefined
  readonly metric?: QueryMetric | null | undefined
  readonly groupby?: readonly QueryColumn[] | QueryColumn | null | undefined
  readonly columns?: readonly QueryColumn[] | QueryColumn | null | undefined
  readonly adhoc_filters?: readonly Record<string, unknown>[] | null
  readonly granularity_sqla?: string | null | undefined
  readonly time_grain_sqla?: string | null
  readonly time_range?: string | null
  readonly row_limit?: number | string | null
  readonly extra_form_data?: ExtraFormData
  readonly url_params?: Record<string, string>
  readonly [key: string]: unknown
}

/** Returns dataset id and type of `id__type`; null if the text has another form. */
export function parseDatasource(text: unknown): { id: number; type: string } | null {
  const match = typeof text === 'string' ? /^(\d+)__(\w+)$/.exec(text) : null
  return match ? { id: Number(match[1]), type: match[2] as string } : null
}
