import { copiedResponse } from '#core/rest/data-shapes.ts'
import * as z from 'zod'
import { APPLICATION } from '#core/access/ability.ts'
import type { Chart } from '#core/entity/chart.ts'
import type { Dashboard, DashboardDraft } from '#core/entity/dashboard.ts'
import { jsonText, readBody, textOf } from '#core/rest/body.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { requirePair } from '#server/resources/shared/require-pair.ts'
import { logCopy } from '#server/resources/shared/log-copy.ts'
import { copyTags } from '#server/resources/shared/tags.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'
import { remapMetadata, remapPosition } from '#server/transfer/remap-ids.ts'
import { requireReadableFilters } from './body.ts'
import { findDashboard } from './find-dashboard.ts'
import { applyPositions } from './positions.ts'
import { chartsByIds, placementRule } from './hidden-chart-ids.ts'

/**
 * Body of `POST /api/v1/dashboard/{id}/copy/`. `json_metadata` is the JSON text of the copy's metadata, with the layout
 * as its `positions`. With `duplicate_slices` the charts of the layout are copied too.
 */
const dashboardCopy = z.object({
  dashboard_title: textOf(1, 500),
  css: z.string().nullish(),
  json_metadata: jsonText,
  duplicate_slices: z.boolean().nullish(),
})

type Copy = z.output<typeof dashboardCopy>

/** Saves a copy of a dashboard: the current route. */
export function copyRoute(resource: () => AnyResource, view: string): Route {
  return {
    method: 'POST',
    path: '/:id/copy',
    policy: { permission: 'can_write', view },
    responses: { 200: copiedResponse },
    handler: async (request) => {
      const row = await saveCopy(resource(), request, request.body)
      const last_modified_time = Math.floor(row.changed_on / 1000)
      return jsonResponse(copiedResponse, { result: { id: row.id, last_modified_time } })
    },
  }
}

/** Saves a copy of a dashboard, as clients of 2.0 call it: title and metadata are in one JSON text. */
export function copyDashPage(resource: () => AnyResource): Route {
  return {
    method: 'POST',
    path: '/superset/copy_dash/:id',
    policy: { permission: 'can_copy_dash', view: APPLICATION },
    handler: (request) => copyDash(resource(), request),
  }
}

async function copyDash(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requirePair(request, 'can_write', 'Dashboard')
  const { dashboard_title, css, duplicate_slices, last_modified_time: _, ...metadata } = sentData(request.body)
  const body = { dashboard_title, css, duplicate_slices, json_metadata: JSON.stringify(metadata) }
  const { id, slug, published, position_json } = await saveCopy(resource, request, body)
  return {
    status: 200,
    json: { id, slug, published, dashboard_title, position_json, url: `/superset/dashboard/${id}/` },
  }
}

function sentData(body: unknown): Record<string, unknown> {
  const data = isObject(body) ? body['data'] : undefined
  if (typeof data !== 'string')
    throw new ApiError('fields-wrong', { fields: { data: ['Missing data for required field.'] } })
  try {
    const value = parseJson(data)
    if (isObject(value)) return value
  } catch {
    // Invalid JSON is rejected below.
  }
  throw new ApiError('fields-wrong', { fields: { data: ['JSON not valid'] } })
}

/**
 * Creates a draft owned by the caller with the layout, metadata and CSS of another dashboard, over the same charts or
 * copies of them.
 */
async function saveCopy(resource: AnyResource, request: RouteRequest, body: unknown): Promise<Dashboard> {
  requirePair(request, 'can_save_dash', APPLICATION)
  const original = await findDashboard(resource, request)
  const read = readBody(dashboardCopy, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const copy = read.ok
  const { positions } = readMetadata(copy.json_metadata)
  if (!isObject(positions)) throw new ApiError('fields-wrong', { fields: { json_metadata: ['Positions are missing'] } })
  const { store } = request.context
  return store.transaction(async (tx) => {
    const within = { ...request, context: { ...request.context, store: tx } }
    const json = copy.duplicate_slices ? await overCopies(tx, request, copy, positions) : copy.json_metadata
    const placed = await applyPositions(within, json, original.position_json)
    await requireReadableFilters(placed?.json_metadata, within, original)
    const draft: Partial<DashboardDraft> = {
      dashboard_title: copy.dashboard_title,
      css: copy.css ?? null,
      published: false,
      owners: request.user.userId === null ? [] : [request.user.userId],
      ...placed,
    }
    const created = await tx.dashboards.create(draft as DashboardDraft, request.user.userId)
    await copyTags(tx, request.user, 'dashboard', { from: original.id, to: created.id })
    await logCopy(tx, request.user, { type: 'dashboard', from: original.id, to: created.id })
    return created
  })
}

/** Returns the metadata with charts the caller may place replaced by copies. */
async function overCopies(
  store: Store,
  request: RouteRequest,
  copy: Copy,
  positions: Record<string, unknown>,
): Promise<string> {
  const ids = Object.values(positions).flatMap((box) => {
    const id = isObject(box) && isObject(box['meta']) ? box['meta']['chartId'] : undefined
    return typeof id === 'number' && Number.isSafeInteger(id) ? [id] : []
  })
  requireWithin('list-ids', new Set(ids).size)
  const charts = await chartsByIds(store, ids, placementRule(request))
  const copies = new Map<string, number>()
  for (const chart of charts) copies.set(chart.uuid, (await copyChart(store, request, chart)).id)
  const known = new Map(charts.map((chart) => [chart.id, chart.uuid]))
  const named = Object.fromEntries(Object.entries(positions).map(([key, box]) => [key, withUuid(box, known)]))
  const copiedIds = { charts: copies, datasets: new Map<string, number>() }
  const { positions: _, ...metadata } = readMetadata(copy.json_metadata)
  return JSON.stringify({ ...remapMetadata(metadata, named, copiedIds), positions: remapPosition(named, copiedIds) })
}

function withUuid(box: unknown, known: ReadonlyMap<number, string>): unknown {
  if (!isObject(box) || !isObject(box['meta'])) return box
  const uuid = known.get(box['meta']['chartId'] as number)
  return uuid === undefined ? box : { ...box, meta: { ...box['meta'], uuid } }
}

async function copyChart(store: Store, request: RouteRequest, chart: Chart): Promise<Chart> {
  const { user, context } = request
  const { slice_name, viz_type, params, query_context, description, cache_timeout } = chart
  const { datasource_id, datasource_type } = chart
  const draft = {
    slice_name,
    viz_type,
    params,
    query_context,
    description,
    cache_timeout,
    datasource_id,
    datasource_type,
  }
  const saved = {
    last_saved_at: context.now(),
    last_saved_by_fk: user.userId,
    owners: user.userId === null ? [] : [user.userId],
  }
  const created = await store.charts.create({ ...draft, ...saved }, user.userId)
  await copyTags(store, user, 'chart', { from: chart.id, to: created.id })
  await logCopy(store, user, { type: 'chart', from: chart.id, to: created.id })
  return created
}
