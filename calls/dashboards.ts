import type { DashboardResponse, DatasetResponse, PlacedChartResponse } from '#core/rest/responses.ts'
import type { DataMask } from '#core/mask/mask.ts'
import { call } from '#calls/call.ts'
import { dashboardPaths } from '#calls/dashboard-paths.ts'
import { fetchResource } from '#calls/resources.ts'

/** The initial data of a dashboard page. Datasets are those its charts use, with columns and metrics. */
export interface DashboardParts {
  readonly dashboard: DashboardResponse
  readonly charts: readonly PlacedChartResponse[]
  readonly datasets: readonly DatasetResponse[]
}

export async function fetchDashboard(idOrSlug: string, signal?: AbortSignal): Promise<DashboardParts> {
  const paths = dashboardPaths(idOrSlug)
  const [dashboard, charts, datasets] = await Promise.all([
    fetchResource<DashboardResponse>('dashboard', idOrSlug, signal),
    call<{ result: PlacedChartResponse[] }>('GET', paths.charts, { signal }),
    call<{ result: DatasetResponse[] }>('GET', paths.datasets, { signal }),
  ])
  return { dashboard, charts: charts.result, datasets: datasets.result }
}

/** Returns the charts of a dashboard; for those the caller may not see, only placeholders. */
export async function fetchDashboardCharts(id: number, signal?: AbortSignal): Promise<readonly PlacedChartResponse[]> {
  return (await call<{ result: PlacedChartResponse[] }>('GET', `/api/v1/dashboard/${id}/charts`, { signal })).result
}

export interface DashboardView {
  readonly dataMask: Readonly<Record<string, DataMask>>
  readonly activeTabs: readonly string[]
  readonly anchor?: string | undefined
  readonly urlParams: readonly (readonly [string, string])[]
}

export function createDashboardPermalink(id: number, view: DashboardView): Promise<{ key: string; url: string }> {
  return call('POST', `/api/v1/dashboard/${id}/permalink`, { body: view })
}

export function fetchDashboardPermalink(key: string): Promise<{ dashboardId: string; state: DashboardView }> {
  return call('GET', `/api/v1/dashboard/permalink/${encodeURIComponent(key)}`)
}

/** Stores a filter state, as JSON text, and returns its key. */
export async function storeFilterState(dashboard: number, value: string): Promise<string> {
  const path = `/api/v1/dashboard/${dashboard}/filter_state`
  return (await call<{ key: string }>('POST', path, { body: { value } })).key
}

/** Returns the filter state stored under a key, as JSON text. */
export async function fetchFilterState(dashboard: string, key: string): Promise<string> {
  const path = `/api/v1/dashboard/${encodeURIComponent(dashboard)}/filter_state/${encodeURIComponent(key)}`
  return (await call<{ value: string }>('GET', path)).value
}

export interface DashboardCopy {
  readonly dashboard_title: string
  readonly css: string
  /** The metadata as JSON text, with the layout in `positions`. */
  readonly json_metadata: string
  /** True to copy the charts too. */
  readonly duplicate_slices: boolean
}

/** Saves a dashboard under another name. */
export async function copyDashboard(id: number, copy: DashboardCopy): Promise<{ readonly id: number }> {
  return (await call<{ result: { id: number } }>('POST', `/api/v1/dashboard/${id}/copy/`, { body: copy })).result
}
