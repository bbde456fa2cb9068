import { type AdhocFilter, readFilter } from '#core/filter/adhoc-filter.ts'
import type { FormData } from '#core/form/form-data.ts'
import { listOf } from '#core/form/query-fields.ts'
import type { ExtraFormData } from '#core/mask/mask.ts'
import type { QueryFilter } from '#core/query/query-object.ts'

/**
 * Returns the form with the dashboard's additions: its filters as marked filters of the chart, the rest as extra form
 * data.
 */
export function withInheritedFilters(form: FormData, extra: ExtraFormData): FormData {
  const { filters = [], adhoc_filters = [], ...rest } = extra
  const simple = filters.map((each: QueryFilter) => ({
    expressionType: 'SIMPLE',
    subject: each.col,
    operator: each.op,
    comparator: each.val ?? null,
    clause: 'WHERE',
  }))
  const marked = [...simple, ...adhoc_filters]
    .map((each, index) => readFilter({ ...each, isExtra: true }, `inherited_${index + 1}`))
    .filter((each): each is AdhocFilter => each !== undefined)
  return {
    ...form,
    ...(marked.length > 0 ? { adhoc_filters: [...listOf<AdhocFilter>(form.adhoc_filters), ...marked] } : {}),
    ...(Object.keys(rest).length > 0 ? { extra_form_data: rest } : {}),
  }
}

const isLent = (filter: unknown) => (filter as Partial<AdhocFilter> | null)?.isExtra === true

/** Returns the chart's own form: without the dashboard's additions, in all filter lists. */
export function withoutInheritedFilters(form: FormData): FormData {
  const { extra_form_data: _extra, ...rest } = form
  const own = Object.entries(rest).map(([name, value]) => [
    name,
    name.startsWith('adhoc_filters') && Array.isArray(value) ? value.filter((each) => !isLent(each)) : value,
  ])
  return Object.fromEntries(own) as FormData
}

/** Returns a chart's own form with the dashboard's additions taken from another form. */
export function withInheritedOf(own: FormData, lent: FormData): FormData {
  const filters = Object.entries(lent).flatMap(([name, value]) => {
    const marked = name.startsWith('adhoc_filters') && Array.isArray(value) ? value.filter(isLent) : []
    return marked.length > 0 ? [[name, [...listOf<AdhocFilter>(own[name]), ...marked]] as const] : []
  })
  const { extra_form_data: extra } = lent
  return { ...own, ...Object.fromEntries(filters), ...(extra ? { extra_form_data: extra } : {}) }
}

/** Returns the time settings that the dashboard overrides: control names and values. */
export function inheritedTime(form: FormData): readonly (readonly [name: string, value: string])[] {
  const extra = form.extra_form_data ?? {}
  return ['time_range', 'granularity_sqla', 'time_grain_sqla'].flatMap((name) => {
    const value = extra[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
}
