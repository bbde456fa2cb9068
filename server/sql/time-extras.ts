import type { Dataset } from '#core/entity/dataset.ts'
import type { AppliedFilter, RejectedFilter } from '#core/query/result.ts'
import { isIgnoredRange } from '#core/time/warning.ts'
import { datasetColumn } from './columns.ts'

const TIME_RANGE = '__time_range'

/**
 * Returns which time settings of dashboard filters applied to this dataset and which did not. `range` is the time range
 * of the query itself: an invalid one is reported too.
 */
export function timeExtras(
  extras: Readonly<Record<string, string>> | undefined,
  dataset: Dataset,
  range?: string | null,
): { readonly applied: readonly AppliedFilter[]; readonly rejected: readonly RejectedFilter[] } {
  const applied: AppliedFilter[] = []
  const rejected: RejectedFilter[] = []
  const temporal = dataset.columns.some((column) => column.is_dttm)
  const column = extras?.__time_col
  if (column) {
    if (datasetColumn(dataset, column)?.is_dttm) applied.push({ column: '__time_col' })
    else rejected.push({ column: '__time_col', reason: 'not_in_datasource' })
  }
  const isIgnored = isIgnoredRange(extras?.[TIME_RANGE]) || isIgnoredRange(range)
  for (const name of ['__time_grain', TIME_RANGE]) {
    if (!extras?.[name]) continue
    if (!temporal) rejected.push({ column: name, reason: 'no_temporal_column' })
    else if (name !== TIME_RANGE || !isIgnored) applied.push({ column: name })
  }
  if (temporal && isIgnored) rejected.push({ column: TIME_RANGE, reason: 'time_range_not_understood' })
  return { applied, rejected }
}
