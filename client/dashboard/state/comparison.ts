import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'

/** Other times that a dashboard is compared with, as time shifts are written. `inherit` is as long before. */
export const comparisons = ['inherit', '1 week ago', '28 days ago', '52 weeks ago'] as const

/** Whether a chart of this form can be compared with another time. */
export function compares(form: FormData): boolean {
  const type = chartType(form.viz_type)
  if (type?.compares !== undefined) return type.compares === true || type.compares(form)
  return controlsOf(type?.controls ?? []).some(({ name }) => name === 'time_compare')
}

const isRange = (filter: unknown) => {
  const { operator, comparator } = (filter ?? {}) as { operator?: unknown; comparator?: unknown }
  return operator === 'TEMPORAL_RANGE' && typeof comparator === 'string' && isClosed(comparator)
}

/** Whether a range says both of its ends: words such as `Last week` do. */
function isClosed(range: unknown): boolean {
  if (typeof range !== 'string' || range.trim() === '' || range === 'No filter') return false
  const [from, to, ...others] = range.split(' : ')
  return to === undefined ? !/^\s*:|:\s*$/.test(range) : Boolean(from?.trim() && to.trim()) && others.length === 0
}

/** Whether a form as it is asked has a range of time that has another before it. */
export function hasClosedRange(form: FormData): boolean {
  const range = form.extra_form_data?.time_range ?? form.time_range
  return isClosed(range) || (Array.isArray(form.adhoc_filters) && form.adhoc_filters.some(isRange))
}

/**
 * The form as it is asked, compared with another time where its kind can be and its range has both ends; one that
 * compares by itself stays as it is.
 */
export function comparedForm(form: FormData, shift: string | undefined): FormData {
  const own = form['time_compare']
  const hasOwn = Array.isArray(own) ? own.length > 0 : typeof own === 'string' && own !== ''
  if (shift === undefined || hasOwn || !compares(form) || !hasClosedRange(form)) return form
  return { ...form, time_compare: [shift], comparison_type: 'values' }
}
