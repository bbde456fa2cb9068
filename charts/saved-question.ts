import { type ChartType, toQueryContext } from './chart.ts'
import type { FormData } from '#core/form/form-data.ts'
import { MAX_ROWS } from '#core/query/most-rows.ts'
import type { QueryContext } from '#core/query/query-object.ts'

/**
 * The form whose answer is all rows: files and those who ask for what was saved know no pages. Where a form is read by
 * pages it says no other limit, and the most rows of an answer are.
 */
export function withoutPages(form: FormData, mostRows: number): FormData {
  return form['server_pagination'] === true ? { ...form, server_pagination: false, row_limit: mostRows } : form
}

/** What is saved with a chart, for those who ask for its data by its id: all rows of its form, which stays as it is. */
export function savedQueryContext(
  kind: ChartType,
  form: FormData,
  datasource: { readonly id: number; readonly type: string },
): QueryContext {
  return { ...toQueryContext(kind, withoutPages(form, MAX_ROWS), datasource), form_data: form }
}
