import { type ChartType, toQueryContext } from './chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { MAX_ROWS } from '#core/query/max-rows.ts'
import type { QueryContext } from '#core/query/query-object.ts'

/**
 * Returns the form without server pagination, for downloads and saved queries. A paginated form has no other row limit,
 * so the limit becomes `mostRows`.
 */
export function withoutPagination(form: FormData, mostRows: number): FormData {
  return form['server_pagination'] === true ? { ...form, server_pagination: false, row_limit: mostRows } : form
}

/**
 * Returns the query context that is saved with a chart, for API clients that request its data by id. It covers all
 * rows; the form itself is unchanged.
 */
export function savedQueryContext(
  kind: ChartType,
  form: FormData,
  datasource: { readonly id: number; readonly type: string },
): QueryContext {
  return { ...toQueryContext(kind, withoutPagination(form, MAX_ROWS), datasource), form_data: form }
}
