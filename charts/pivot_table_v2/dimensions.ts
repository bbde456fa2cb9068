import { baseAxis } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, asMetric, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from '#core/query/query-object.ts'

/** The width of the buckets of time; null without one. */
export function grainOf(form: FormData): string | null {
  return form.extra_form_data?.time_grain_sqla ?? form.time_grain_sqla ?? null
}

/** Whether a dimension is bucketed: the time column is, and so is what the form knows to be temporal. */
export function isBucketed(label: string, form: FormData): boolean {
  const temporal = (form['temporal_columns_lookup'] ?? {}) as Readonly<Record<string, unknown>>
  return grainOf(form) !== null && (label === form.granularity_sqla || temporal[label] === true)
}

function columnsOf(form: FormData, key: string): readonly QueryColumn[] {
  const columns = listOf<unknown>(form[key])
    .map(asColumn)
    .filter((each) => each !== undefined)
  return uniqueBy(columns, columnLabel)
}

/** The dimensions of columns, of rows, and of both as they are asked for: each label once. */
export function dimensionsOf(form: FormData) {
  const columns = columnsOf(form, 'groupbyColumns')
  const rows = columnsOf(form, 'groupbyRows')
  const grain = grainOf(form)
  const all = uniqueBy([...columns, ...rows], columnLabel)
  const asked = all.map((column) => (isBucketed(columnLabel(column), form) ? baseAxis(column, grain) : column))
  return { columns, rows, all, asked }
}

/** The metrics of a form, each label once. */
export function metricsOf(form: FormData): readonly QueryMetric[] {
  const metrics = listOf<unknown>(form['metrics'])
    .map(asMetric)
    .filter((each) => each !== undefined)
  return uniqueBy(metrics, metricLabel)
}
