import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { embeddedResponse, embeddedBody } from '#core/rest/embedded-dashboard.ts'
import { readBody } from '#core/rest/body.ts'
import { findAllowedRow, keyOf } from '#server/resources/resource-handlers.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { loadUsers, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import type { EmbeddedDashboard } from '#server/store/embedded-dashboards.ts'
import { findDashboard } from './find-dashboard.ts'

/** Settings that open a dashboard to guest tokens. */
export function embeddedRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const set = {
    path: '/:id/embedded',
    policy: { permission: 'can_set_embedded', view },
    body: embeddedBody,
    responses: { 200: embeddedResponse },
    handler: (request: RouteRequest) => setEmbedded(resource(), request),
  }
  return [
    {
      method: 'GET',
      path: '/:id/embedded',
      policy: { permission: 'can_get_embedded', view },
      responses: { 200: embeddedResponse },
      handler: (request) => getEmbedded(resource(), request),
    },
    { ...set, method: 'POST' },
    { ...set, method: 'PUT' },
    {
      method: 'DELETE',
      path: '/:id/embedded',
      policy: { permission: 'can_delete_embedded', view },
      responses: { 200: doneResponse },
      handler: (request) => removeEmbedded(resource(), request),
    },
  ]
}

/** Throws `flag-off` if guest tokens are not accepted. */
function requireEmbedding({ context }: RouteRequest): void {
  if (!context.config.flags.EMBEDDED_SUPERSET) throw new ApiError('flag-off', { args: ['EMBEDDED_SUPERSET'] })
}

/** `GET /api/v1/embedded_dashboard/{uuid}`: returns the settings of an embedded dashboard that the caller may open. */
export function embeddedByUuid(resource: () => AnyResource): Route {
  return {
    method: 'GET',
    path: '/api/v1/embedded_dashboard/:uuid',
    policy: { permission: 'can_read', view: 'EmbeddedDashboard' },
    guest: true,
    responses: { 200: embeddedResponse },
    async handler(request) {
      requireEmbedding(request)
      const [found] = await request.context.store.embeddedDashboards.byUuids([request.params['uuid'] ?? ''])
      if (!found) throw new ApiError('not-found')
      await findDashboard(resource(), { ...request, params: { id: String(found.dashboard_id) } }).catch(() => {
        throw new ApiError('not-found')
      })
      return presentEmbedded(found, request)
    },
  }
}

async function getEmbedded(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requireEmbedding(request)
  const { id } = await findDashboard(resource, request)
  const found = await request.context.store.embeddedDashboards.byDashboard(id)
  if (!found) throw new ApiError('not-found')
  return presentEmbedded(found, request)
}

async function setEmbedded(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requireEmbedding(request)
  const { id } = await writableDashboard(resource, request)
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const read = readBody(embeddedBody, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { userId } = request.user
  const changed = await request.context.store.transaction(async (tx) => {
    const before = await tx.embeddedDashboards.byDashboard(id)
    const after = await tx.embeddedDashboards.set(id, [...new Set(read.ok.allowed_domains)], userId)
    await tx.events.append({
      ...eventOf(id, userId),
      ...(before ? { before: printSettings(before) } : {}),
      after: printSettings(after),
    })
    return after
  })
  return presentEmbedded(changed, request)
}

async function removeEmbedded(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  requireEmbedding(request)
  const { id } = await writableDashboard(resource, request)
  await request.context.store.transaction(async (tx) => {
    const before = await tx.embeddedDashboards.byDashboard(id)
    if (!before || !(await tx.embeddedDashboards.remove(id))) throw new ApiError('not-found')
    await tx.events.append({ ...eventOf(id, request.user.userId), before: printSettings(before) })
  })
  return jsonResponse(doneResponse, { message: 'OK' })
}

async function writableDashboard(resource: AnyResource, request: RouteRequest): Promise<Dashboard> {
  return findAllowedRow(resource, request, await keyOf(resource, request), 'write')
}

const eventOf = (entity_id: number, actor: number | null) =>
  ({ actor, action: 'update', entity_type: 'dashboard', entity_id }) as const

/** Returns the settings as text of the action log. */
function printSettings({ uuid, allowed_domains }: EmbeddedDashboard): string {
  return JSON.stringify({ embedded: { uuid, allowed_domains } })
}

async function presentEmbedded(embedded: EmbeddedDashboard, { user, context }: RouteRequest): Promise<RouteResponse> {
  const { uuid, dashboard_id, allowed_domains, changed_on, changed_by_fk } = embedded
  const usersById = user.guest ? new Map() : await loadUsers(context.store, [{ created_by_fk: null, changed_by_fk }])
  return jsonResponse(embeddedResponse, {
    result: {
      uuid,
      dashboard_id: String(dashboard_id),
      allowed_domains,
      changed_on: printInstant(changed_on),
      changed_by: userReferenceOf(usersById, changed_by_fk),
    },
  })
}
