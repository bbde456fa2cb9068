import type { HistogramForm } from './controls.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'
import { MAX_BINS } from '#core/query/value-bins.ts'

/** Returns the dimensions whose values are separate series. */
export const barDimensions = (form: FormData): readonly QueryColumn[] =>
  listOf<unknown>(form.groupby).flatMap((each) => asColumn(each) ?? [])

/** Queries row counts by bin of a column, which the engine computes; the `histogram` operator arranges them. */
export function toQueries(form: HistogramForm): QueryObject[] {
  const counted = asColumn(form.column)
  if (counted === undefined) return []
  const { metrics: _, ...base } = withOrder(baseQuery(form), undefined)
  const groups = barDimensions(form)
  const bins = Math.trunc(form.bins)
  const options = {
    column: columnLabel(counted),
    groupby: groups.map(columnLabel),
    bins: bins >= 1 && bins <= MAX_BINS ? bins : 5,
    cumulative: form.cumulative,
    normalize: form.normalize,
  }
  return [
    {
      ...base,
      columns: uniqueBy([...groups, counted], columnLabel),
      value_bins: { column: options.column, by: options.groupby, bins: options.bins },
      post_processing: [{ operation: 'histogram', options }],
    },
  ]
}
