import type { FormData } from '#core/form/form-data.ts'
import { asMetric, listOf } from '#core/form/query-fields.ts'
import type { QueryMetric } from '#core/query/query-object.ts'

/** `raw` shows rows as they are stored, `aggregate` one row per combination of dimensions. */
export type Mode = 'raw' | 'aggregate'

/** The mode a form asks for; without one, raw columns decide. */
export function modeOf(form: FormData): Mode {
  if (form['query_mode'] === 'raw' || form['query_mode'] === 'aggregate') return form['query_mode']
  return listOf(form['all_columns']).length > 0 ? 'raw' : 'aggregate'
}

/**
 * Whether percentage metrics are shares of their total over all rows that pass, and not of the sum of the rows shown.
 * A mean or a count of distinct values has a total that no sum of rows gives.
 */
export function sharesOfAll(form: FormData): boolean {
  return form['percent_metric_calculation'] !== 'row_limit'
}

/** Metrics shown as shares. */
export function percentMetrics(form: FormData): QueryMetric[] {
  return listOf<unknown>(form['percent_metrics'])
    .map(asMetric)
    .filter((each) => each !== undefined)
}
