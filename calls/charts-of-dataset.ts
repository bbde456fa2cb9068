import { paths } from '#core/rest/paths.ts'
import { call } from '#calls/call.ts'

/** A chart that uses a dataset. */
export interface RelatedChart {
  readonly id: number
  readonly slice_name: string
  readonly viz_type: string
}

/** Returns the charts that use a dataset, limited to what the caller may see. */
export async function fetchChartsOfDataset(datasetId: number, signal?: AbortSignal): Promise<readonly RelatedChart[]> {
  const { charts } = await call<{ charts: { result: readonly RelatedChart[] } }>(
    'GET',
    paths.datasetRelatedObjects(datasetId),
    { signal },
  )
  return charts.result
}
