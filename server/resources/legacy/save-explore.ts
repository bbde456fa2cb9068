import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow, parsedBody, rejectManagedEntity } from '#server/resources/resource-handlers.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { copyTags } from '#server/resources/shared/tags.ts'
import { formDataOf, presentSlice } from '#server/resources/shared/present-slice.ts'
import { redirect } from '#server/route/client-page.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'
import { readForm } from './form.ts'

const FORM_LIMIT = 1024 * 1024

/** The chart and dashboard resources, whose checks and permissions apply here too. */
interface Kinds {
  readonly chart: AnyResource
  readonly dashboard: AnyResource
}

/**
 * `POST /superset/explore/?action=saveas|overwrite`: saves the form of the body as a chart named `slice_name`, and adds
 * it to the dashboard `save_to_dashboard_id` or a new one named `new_dashboard_name`. Without an action, explore opens
 * with the form. GET saves nothing, because other sites could make a browser send it.
 */
export function saveExploreRoutes(kinds: () => Kinds): readonly Route[] {
  return ['/superset/explore', '/superset/explore/:type/:id', '/explore'].map((path) => ({
    method: 'POST',
    path,
    policy: { permission: 'can_explore', view: APPLICATION },
    formLimit: FORM_LIMIT,
    formOptional: true,
    handler: (request) => explore(kinds(), request),
  }))
}

async function explore(kinds: Kinds, request: RouteRequest): Promise<RouteResponse> {
  const { action } = request.query
  // The query string says how to save, and is not part of the form.
  const { form, datasetId } = await readForm({ ...request, query: {} })
  const datasource = `${datasetId}__table`
  if (!action) {
    const query = new URLSearchParams({ form_data: JSON.stringify({ ...form, datasource }) })
    return redirect(request, `/explore?${query.toString()}`)
  }
  if (action !== 'saveas' && action !== 'overwrite') throw new ApiError('arguments-wrong')
  const { chart, placed } = await request.context.store.transaction((store) =>
    save(kinds, { ...request, context: { ...request.context, store } }, { ...form, datasource }, datasetId),
  )
  const dashboard_url = placed ? `/superset/dashboard/${placed.slug || placed.id}/` : null
  const dataset = (await request.context.store.datasets.get(datasetId)) ?? undefined
  return {
    status: 200,
    json: {
      can_add: true,
      can_download: hasPermission(request.user, 'can_csv', APPLICATION),
      form_data: formDataOf(chart),
      slice: presentSlice(chart, dataset, request.context.now()),
      dashboard_url,
      dashboard_id: placed?.id ?? null,
      ...(placed && request.query['goto_dash'] === 'true' ? { dashboard: dashboard_url } : {}),
    },
  }
}

interface SavedChart {
  readonly chart: Chart
  readonly placed: Pick<Dashboard, 'id' | 'slug'> | undefined
}

async function save(
  kinds: Kinds,
  request: RouteRequest,
  form: Readonly<Record<string, unknown>>,
  datasetId: number,
): Promise<SavedChart> {
  const { action, slice_name } = request.query
  if (!hasPermission(request.user, 'can_write', 'Chart'))
    throw new ApiError(action === 'saveas' ? 'chart-create-forbidden' : 'chart-alter-forbidden')
  const row = action === 'overwrite' ? await overwritten(kinds.chart, request, form['slice_id']) : undefined
  const placed = await dashboardOf(kinds.dashboard, request)
  const sent = {
    ...(slice_name || !row ? { slice_name } : {}),
    viz_type: form['viz_type'],
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(storedForm(form)),
    ...(placed ? { dashboards: [...new Set([...(row?.dashboards ?? []), placed.id])] } : {}),
  }
  const body = parsedBody(await kinds.chart.parse(sent, request, row))
  const chart = (row ? await kinds.chart.update(row, body, request) : await kinds.chart.create(body, request)) as Chart
  if (!row) await copyTagsToChart(kinds.chart, request, form['slice_id'], chart.id)
  return { chart, placed }
}

/** Copies the tags of the original chart to a chart saved from it, if the caller may see the original. */
async function copyTagsToChart(
  resource: AnyResource,
  request: RouteRequest,
  origin: unknown,
  to: number,
): Promise<void> {
  const from = Number(origin ?? request.query['slice_id'])
  if (!Number.isSafeInteger(from)) return
  const { user, context } = request
  const ofId = { col: 'id', op: 'eq', value: from } as const
  const seen = await resource.repository(context.store).find({ and: [ofId, resource.rule(request, 'read')] })
  if (seen) await copyTags(context.store, user, 'chart', { from, to })
}

/** Returns the chart of the form; the caller must be able to change it. */
async function overwritten(resource: AnyResource, request: RouteRequest, id: unknown): Promise<Chart> {
  const known = Number(id ?? request.query['slice_id'])
  if (!Number.isSafeInteger(known)) throw new ApiError('arguments-wrong')
  try {
    const row = (await findAllowedRow(resource, request, known, 'write')) as Chart
    rejectManagedEntity(row)
    return row
  } catch (error) {
    throw error instanceof ApiError && error.code === 'forbidden' ? new ApiError('chart-alter-forbidden') : error
  }
}

/** Returns the dashboard for the chart: an existing one, whose permissions are checked with the chart, or a new one. */
async function dashboardOf(resource: AnyResource, request: RouteRequest): Promise<SavedChart['placed']> {
  const { save_to_dashboard_id: id, new_dashboard_name: name } = request.query
  if (id) {
    const row = /^\d{1,15}$/.test(id) ? await request.context.store.dashboards.get(Number(id)) : undefined
    return row ?? { id: Number(id), slug: null }
  }
  if (!name) return undefined
  if (!hasPermission(request.user, 'can_write', resource.permission)) throw new ApiError('dashboard-create-forbidden')
  const body = parsedBody(await resource.parse({ dashboard_title: name }, request))
  return (await resource.create(body, request)) as Dashboard
}

/** Returns the form without its chart id and without filters of a dashboard. */
function storedForm(form: Readonly<Record<string, unknown>>): object {
  const { slice_id: _, ...rest } = form
  const own = Object.entries(rest).map(([key, value]) => [
    key,
    key.startsWith('adhoc_filters') && Array.isArray(value) ? value.filter((each) => each?.isExtra !== true) : value,
  ])
  return Object.fromEntries(own)
}
