import { type HistogramForm, MOST_BINS } from './controls.ts'
import { baseQuery, withOrder } from '#core/form/base-query.ts'
import type { FormData } from '#core/form/form-data.ts'
import { asColumn, listOf, uniqueBy } from '#core/form/query-fields.ts'
import { columnLabel, type QueryColumn, type QueryObject } from '#core/query/query-object.ts'

/** The dimensions whose values are told apart by colour. */
export const barDimensions = (form: FormData): readonly QueryColumn[] =>
  listOf<unknown>(form.groupby).flatMap((each) => asColumn(each) ?? [])

/** The rows as they are, and the numbers of one of their columns counted in bins. */
export function toQueries(form: HistogramForm): QueryObject[] {
  const counted = asColumn(form.column)
  if (counted === undefined) return []
  const { metrics: _, ...base } = withOrder(baseQuery(form), undefined)
  const groups = barDimensions(form)
  const bins = Math.trunc(Number(form.bins))
  const options = {
    column: columnLabel(counted),
    groupby: groups.map(columnLabel),
    bins: bins >= 1 && bins <= MOST_BINS ? bins : 5,
    cumulative: form.cumulative,
    normalize: form.normalize,
  }
  return [
    {
      ...base,
      columns: uniqueBy([...groups, counted], columnLabel),
      post_processing: [{ operation: 'histogram', options }],
    },
  ]
}
