import type { ChartResponse, ListBody, RecentResponse } from '#core/rest/responses.ts'
import { call } from '#calls/call.ts'
import { listResource, fetchResource } from '#calls/resources.ts'

export function fetchChart(id: number, signal?: AbortSignal): Promise<ChartResponse> {
  return fetchResource<ChartResponse>('chart', id, signal)
}

const COLUMNS = [
  'changed_on_delta_humanized',
  'changed_on_utc',
  'datasource_id',
  'datasource_type',
  'datasource_url',
  'datasource_name_text',
  'description_markeddown',
  'description',
  'id',
  'params',
  'slice_name',
  'url',
  'viz_type',
]

/** Returns the saved charts of an owner, or with null all charts that the caller may see, for the dashboard editor. */
export function listSavedCharts(
  userId: number | null,
  options: { readonly search?: string; readonly sort?: string } = {},
): Promise<ListBody<ChartResponse>> {
  const sort = options.sort ?? 'changed_on'
  return listResource<ChartResponse>('chart', {
    columns: COLUMNS,
    filters: [
      ...(userId === null ? [] : [{ col: 'owners', opr: 'rel_m_m', value: userId }]),
      ...(options.search ? [{ col: 'slice_name', opr: 'chart_all_text', value: options.search }] : []),
    ],
    page_size: 200,
    order_column: sort === 'changed_on' ? 'changed_on_delta_humanized' : sort,
    order_direction: sort === 'changed_on' ? 'desc' : 'asc',
  })
}

export async function fetchRecentActivity(userId: number): Promise<readonly RecentResponse[]> {
  const answer = await call<{ result: readonly RecentResponse[] }>('GET', `/api/v1/log/recent_activity/${userId}/`)
  return answer.result
}
