import type { FormData } from '#core/form/form-data.ts'

/** Returns the time grain; null without one. */
export function grainOf(form: FormData): string | null {
  return form.extra_form_data?.time_grain_sqla ?? form.time_grain_sqla ?? null
}

/** True if a dimension is bucketed: the time column, or a column that the form knows to be temporal. */
export function isBucketed(label: string, form: FormData): boolean {
  const temporal = (form['temporal_columns_lookup'] ?? {}) as Readonly<Record<string, unknown>>
  return grainOf(form) !== null && (label === form.granularity_sqla || temporal[label] === true)
}
