import { isFiltering, type Masks } from '#client/dashboard/state/masks.ts'
import { readFilter } from '#core/filter/adhoc-filter.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { columnLabel } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'

/** The ids of filters that apply to a chart and of those that cannot, in the order given. */
export interface FilterEffects {
  readonly applied: readonly string[]
  readonly rejected: readonly string[]
}

type Lists = Pick<ResultMetadata, 'applied_filters' | 'rejected_filters'>

/** Returns the columns that a mask compares; time settings under the names used in results. Free SQL has none. */
function columnsOf({ extraFormData = {} }: DataMask): string[] {
  const { filters = [], adhoc_filters: adhoc = [], time_range, time_grain_sqla } = extraFormData
  const subjects = adhoc.flatMap((each) => {
    const filter = readFilter(each, '')
    return filter?.expressionType === 'SIMPLE' && filter.subject ? [columnLabel(filter.subject)] : []
  })
  return [
    ...filters.map(({ col }) => columnLabel(col)),
    ...subjects,
    ...(time_range ? ['__time_range'] : []),
    ...(extraFormData.granularity_sqla || extraFormData.granularity ? ['__time_col'] : []),
    ...(time_grain_sqla ? ['__time_grain'] : []),
  ]
}

/**
 * Returns the effects of the filters in scope of a chart, from the lists in its results. A filter is rejected if every
 * result rejected all its columns. Before the first result, all filters count as applied.
 */
export function filterEffects(ids: readonly string[], masks: Masks, answers: readonly Lists[] | null): FilterEffects {
  const names = (pick: (answer: Lists) => readonly { readonly column: string }[] | undefined) =>
    new Set((answers ?? []).flatMap((answer) => (pick(answer) ?? []).map(({ column }) => column)))
  const applied = names((answer) => answer.applied_filters)
  const rejected = names((answer) => answer.rejected_filters)
  const fails = (id: string): boolean => {
    const columns = columnsOf(masks[id] ?? {})
    return columns.length > 0 && columns.every((column) => rejected.has(column) && !applied.has(column))
  }
  const narrowing = ids.filter((id) => isFiltering(masks[id]))
  return { applied: narrowing.filter((id) => !fails(id)), rejected: narrowing.filter(fails) }
}
