import type { ChartResponse } from '#core/rest/responses.ts'
import { tagsOfCopy } from '#client/properties/may-tag.ts'
import { createResource, fetchResource, updateResource } from '#calls/resources.ts'
import { chartType } from '#charts/index.ts'
import { savedQueryContext } from '#charts/saved-query-context.ts'
import { withoutInheritedFilters } from '../state/inherited-filters.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'

export interface SaveChart {
  /** The chart to overwrite; null creates a new one. */
  readonly slice: ChartResponse | null
  readonly name: string
  readonly form: FormData
  readonly dashboard: ChosenDashboard
  /** The chart that a new one is copied from. */
  readonly from: ChartResponse | null
}

/** A dashboard by id, a new one by title, or none. */
export type ChosenDashboard = { readonly id: number } | { readonly title: string } | null

/** Returns the request body that saves a form as a chart. */
export function chartBody(name: string, form: FormData): Record<string, unknown> {
  const { url_params: _url, slice_id: _slice, ...params } = withoutInheritedFilters(form)
  const type = chartType(form.viz_type)
  const datasource = parseDatasource(form.datasource)
  return {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: datasource?.id,
    datasource_type: datasource?.type,
    params: JSON.stringify(params),
    query_context: type && datasource ? JSON.stringify(savedQueryContext(type, params, datasource)) : null,
  }
}

async function dashboardOf(
  dashboard: ChosenDashboard,
  onMade: (title: string, id: number) => void,
): Promise<number | undefined> {
  if (dashboard === null) return undefined
  if ('id' in dashboard) return dashboard.id
  const { id } = await createResource('dashboard', { dashboard_title: dashboard.title })
  onMade(dashboard.title, id)
  return id
}

/**
 * Saves a chart and adds it to the selected dashboard. Returns the saved chart and the dashboard, if any. `onMade` is
 * called as soon as a new dashboard exists, because it remains even if saving the chart fails.
 */
export async function saveChart(
  { slice, name, form, dashboard, from }: SaveChart,
  onMade: (title: string, id: number) => void,
): Promise<{ chart: ChartResponse; dashboardId: number | undefined }> {
  const dashboardId = await dashboardOf(dashboard, onMade)
  const before = (slice?.dashboards ?? []).map((each) => each.id)
  const dashboards = [...new Set([...before, ...(dashboardId === undefined ? [] : [dashboardId])])]
  const body = { ...chartBody(name, form), ...(dashboards.length > 0 || slice ? { dashboards } : {}) }
  const { id } = slice
    ? await updateResource('chart', slice.id, body, slice.version)
    : await createResource('chart', { ...body, ...tagsOfCopy(from), ...(from ? { copied_from: from.id } : {}) })
  return { chart: await fetchResource<ChartResponse>('chart', id), dashboardId }
}
