import { call } from '#calls/call.ts'

/** A column or metric of a dataset with its uses. Ids refer to the lists of the lineage. */
export interface PartLineage {
  readonly name: string
  readonly charts: readonly number[]
  readonly dashboards: readonly number[]
  readonly filters: readonly { readonly dashboard_id: number; readonly id: string }[]
}

/** The uses of a dataset, limited to what the caller may see. */
export interface DatasetLineage {
  readonly charts: readonly { readonly id: number; readonly slice_name: string; readonly viz_type: string }[]
  readonly dashboards: readonly { readonly id: number; readonly title: string }[]
  readonly filters: readonly { readonly dashboard_id: number; readonly id: string; readonly name: string }[]
  readonly columns: readonly PartLineage[]
  readonly metrics: readonly PartLineage[]
  /** True if there are more charts or dashboards than were searched. */
  readonly is_limited: boolean
}

/** Returns the charts, filters and dashboards that use a dataset, by its columns and metrics. */
export async function datasetLineage(id: number, signal?: AbortSignal): Promise<DatasetLineage> {
  return (await call<{ result: DatasetLineage }>('GET', `/api/v1/dataset/${id}/lineage`, { signal })).result
}
