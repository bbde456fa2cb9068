import { askChartData } from '#calls/chart-data.ts'
import type { FormData } from '#core/form/form-data.ts'
import { type DatasetCounts, datasetCountsQuery, type LookedAt, readDatasetCounts } from '#core/form/dataset-counts.ts'
import { toTable } from '#core/query/result.ts'

/** What columns of a dataset hold, asked of the data in one question under the rules of the caller. */
export async function datasetCounts(
  datasetId: number,
  looked: LookedAt,
  said: FormData,
  signal?: AbortSignal,
): Promise<DatasetCounts> {
  const context = {
    datasource: { id: datasetId, type: 'table' },
    queries: [datasetCountsQuery(looked, said)],
  } as const
  const [entry] = await askChartData(context, { signal })
  return readDatasetCounts(looked, entry && toTable(entry))
}
