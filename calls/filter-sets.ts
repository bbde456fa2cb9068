import { call } from '#calls/call.ts'
import type { FilterSetResponse } from '#core/rest/filter-set.ts'

const filterSetUrl = (dashboardId: number | string, id?: number) =>
  `/api/v1/dashboard/${encodeURIComponent(dashboardId)}/filtersets${id === undefined ? '' : `/${id}`}`

/** Returns the filter sets of a dashboard that the caller may see. */
export async function listFilterSets(
  dashboard: number | string,
  signal?: AbortSignal,
): Promise<readonly FilterSetResponse[]> {
  const { result } = await call<{ result: readonly FilterSetResponse[] }>('GET', filterSetUrl(dashboard), { signal })
  return result
}

/** The body of a new set. A shared set belongs to the dashboard, a personal one to its creator. */
export interface NewFilterSet {
  readonly name: string
  readonly owner_type: FilterSetResponse['owner_type']
  readonly owner_id: number
  readonly params: object
}

export function createFilterSet(dashboardId: number, { params, ...set }: NewFilterSet): Promise<FilterSetResponse> {
  return call('POST', filterSetUrl(dashboardId), { body: { ...set, json_metadata: JSON.stringify(params) } })
}

/** The body of a set update; absent fields stay unchanged. */
export interface ChangedFilterSet {
  readonly name?: string
  readonly owner_type?: 'Dashboard'
  readonly params?: object
}

export function updateFilterSet(dashboardId: number, id: number, change: ChangedFilterSet): Promise<FilterSetResponse> {
  const { params, ...set } = change
  const body = params === undefined ? set : { ...set, json_metadata: JSON.stringify(params) }
  return call('PUT', filterSetUrl(dashboardId, id), { body })
}

export function deleteFilterSet(dashboardId: number, id: number): Promise<unknown> {
  return call('DELETE', filterSetUrl(dashboardId, id))
}
