import type * as z from 'zod'
import type { lineageResponse } from '#core/rest/dataset-shapes.ts'
import { call } from '#calls/call.ts'

/** The uses of a dataset, limited to what the caller may see. */
export type DatasetLineage = z.output<typeof lineageResponse>['result']

/** A column or metric of a dataset with its uses. Ids refer to the lists of the lineage. */
export type FieldLineage = DatasetLineage['columns'][number]

/** Returns the charts, filters and dashboards that use a dataset, by its columns and metrics. */
export async function fetchDatasetLineage(id: number, signal?: AbortSignal): Promise<DatasetLineage> {
  return (await call<{ result: DatasetLineage }>('GET', `/api/v1/dataset/${id}/lineage`, { signal })).result
}
