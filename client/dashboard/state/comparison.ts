import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { TypedComparison } from '#core/time/typed-range.ts'

/** Comparison times of a dashboard as time shifts. `inherit` means the previous period of equal length. */
export const comparisons = ['inherit', '1 week ago', '28 days ago', '52 weeks ago'] as const

/** The comparison times of typed ranges such as `mtd vs ly`. */
export const typedComparisons: Readonly<Record<TypedComparison, (typeof comparisons)[number]>> = {
  previous: 'inherit',
  week: '1 week ago',
  month: '28 days ago',
  year: '52 weeks ago',
}

/** True if a chart with this form can be compared with another time. */
export function canCompareTimes(form: FormData): boolean {
  const type = chartType(form.viz_type)
  if (type?.compares !== undefined) return type.compares === true || type.compares(form)
  return controlsOf(type?.controls ?? []).some(({ name }) => name === 'time_compare')
}

const isRange = (filter: unknown) => {
  const { operator, comparator } = (filter ?? {}) as { operator?: unknown; comparator?: unknown }
  return operator === 'TEMPORAL_RANGE' && typeof comparator === 'string' && isClosed(comparator)
}

/** True if a time range has both ends; expressions such as `Last week` do. */
function isClosed(range: unknown): boolean {
  if (typeof range !== 'string' || range.trim() === '' || range === 'No filter') return false
  const [from, to, ...others] = range.split(' : ')
  return to === undefined ? !/^\s*:|:\s*$/.test(range) : Boolean(from?.trim() && to.trim()) && others.length === 0
}

/** True if the form of a query has a time range with a preceding period. */
export function hasClosedRange(form: FormData): boolean {
  const range = form.extra_form_data?.time_range ?? form.time_range
  return isClosed(range) || (Array.isArray(form.adhoc_filters) && form.adhoc_filters.some(isRange))
}

/**
 * Returns the form with a time comparison if its chart type supports it and its range has both ends. A form with its
 * own comparison stays unchanged.
 */
export function comparedForm(form: FormData, shift: string | undefined): FormData {
  const own = form['time_compare']
  const hasOwn = Array.isArray(own) ? own.length > 0 : typeof own === 'string' && own !== ''
  if (shift === undefined || hasOwn || !canCompareTimes(form) || !hasClosedRange(form)) return form
  return { ...form, time_compare: [shift], comparison_type: 'values' }
}
