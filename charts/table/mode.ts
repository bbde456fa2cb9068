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

/** Metrics shown as shares of their column's sum. */
export function percentMetrics(form: FormData): QueryMetric[] {
  return listOf<unknown>(form['percent_metrics'])
    .map(asMetric)
    .filter((each) => each !== undefined)
}
