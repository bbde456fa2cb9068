import { fetchChartData } from '#calls/chart-data.ts'
import type { FormData } from '#core/form/form-data.ts'
import {
  type DatasetCounts,
  datasetCountsQuery,
  type ExaminedColumns,
  readDatasetCounts,
} from '#core/form/dataset-counts.ts'
import { toTable } from '#core/query/result.ts'

/** Counts columns of a dataset in one query, under the caller's row-level security. */
export async function fetchDatasetCounts(
  datasetId: number,
  looked: ExaminedColumns,
  form: FormData,
  signal?: AbortSignal,
): Promise<DatasetCounts> {
  const context = {
    datasource: { id: datasetId, type: 'table' },
    queries: [datasetCountsQuery(looked, form)],
  } as const
  const [entry] = await fetchChartData(context, { signal })
  return readDatasetCounts(looked, entry && toTable(entry))
}
