import type { Dataset } from '#core/entity/dataset.ts'
import type { AppliedFilter, RejectedFilter } from '#core/query/result.ts'
import { datasetColumn } from './columns.ts'

/** Which of the time settings that dashboard filters sent were of use to this dataset. */
export function timeExtras(
  extras: Readonly<Record<string, string>> | undefined,
  dataset: Dataset,
): { readonly applied: readonly AppliedFilter[]; readonly rejected: readonly RejectedFilter[] } {
  const applied: AppliedFilter[] = []
  const rejected: RejectedFilter[] = []
  const temporal = dataset.columns.some((column) => column.is_dttm)
  const column = extras?.__time_col
  if (column) {
    if (datasetColumn(dataset, column)?.is_dttm) applied.push({ column: '__time_col' })
    else rejected.push({ column: '__time_col', reason: 'not_in_datasource' })
  }
  for (const name of ['__time_grain', '__time_range']) {
    if (!extras?.[name]) continue
    if (temporal) applied.push({ column: name })
    else rejected.push({ column: name, reason: 'no_temporal_column' })
  }
  return { applied, rejected }
}
