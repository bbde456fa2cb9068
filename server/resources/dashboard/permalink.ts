import { dashboardLinkResponse } from '#core/rest/data-shapes.ts'
import { linkResponse } from '#core/rest/response-shapes.ts'
import { APPLICATION, hasPermission, ownerId } from '#core/access/ability.ts'
import { allowedRows } from '#core/access/can.ts'
import { satisfies } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { editAccess } from '#core/access/rules.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { redirect } from '#server/route/client-page.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { isPair, makePermalink, readPermalink, requirePairs, draftSharer } from '#server/resources/shared/permalink.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { requirePair } from '#server/resources/shared/require-pair.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { findDashboard } from './find-dashboard.ts'

const RESOURCE = 'dashboard_permalink'

/** Permalinks to a dashboard in a state: filters, tabs, an anchor. */
export function permalinkRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  return [
    {
      method: 'GET',
      path: '/permalink/:key',
      // Reading a link to a draft grants the reader access to the draft, which is a write.
      tokenScope: 'write',
      viewAs: 'read',
      policy,
      responses: { 200: dashboardLinkResponse },
      handler: (request) => readEntity(resource(), request),
    },
    {
      method: 'POST',
      path: '/:id/permalink',
      policy,
      responses: { 201: linkResponse },
      handler: (request) => make(resource(), request),
    },
  ]
}

async function make(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('not-json')
  const { urlParams, anchor } = request.body as Record<string, unknown>
  requirePairs(urlParams)
  requireSharing(request, anchor)
  const dashboard = await findDashboard(resource, request)
  const state = { dashboardId: String(dashboard.id), state: request.body }
  const key = await makePermalink(
    request,
    RESOURCE,
    state,
    ownsPermalinkOf(request.user, dashboard) ? request.user.userId : null,
  )
  return jsonResponse(linkResponse, { key, url: linkTo(request, `/superset/dashboard/p/${key}/`) }, 201)
}

/** True if permalinks of the user give access to the dashboard while it is a draft. */
function ownsPermalinkOf(user: CurrentUser, dashboard: Dashboard): boolean {
  return satisfies(editAccess(user, 'Dashboard'), { ...dashboard })
}

/** Requires a sharing permission. For a link to a chart on a dashboard, the permission to share charts is enough. */
function requireSharing(request: RouteRequest, anchor: unknown): void {
  const isOfChart = typeof anchor === 'string' && anchor.startsWith('CHART-')
  if (isOfChart && hasPermission(request.user, 'can_share_chart', APPLICATION)) return
  requirePair(request, 'can_share_dashboard', APPLICATION)
}

async function readEntity(resource: AnyResource, request: RouteRequest): Promise<RouteResponse> {
  const key = request.params['key'] ?? ''
  const value = await readPermalink(request, RESOURCE, key)
  await shareDraft(request, key, Number(value['dashboardId']))
  await findDashboard(resource, { ...request, params: { id: String(value['dashboardId']) } })
  return { status: 200, json: value }
}

/** Lets a signed-in user read a draft if they hold a permalink created by an owner or an administrator. */
async function shareDraft(request: RouteRequest, key: string, id: number): Promise<void> {
  const { viewAs } = request.user
  const userId = ownerId(request.user)
  if (userId === null || viewAs !== undefined || !hasPermission(request.user, 'can_read', 'Dashboard')) return
  const { store } = request.context
  const dashboard = await store.dashboards.get(id)
  if (!dashboard || dashboard.published) return
  const sharer = await draftSharer(request, RESOURCE, key)
  if (sharer === undefined) return
  const user = await store.users.current(sharer)
  if (user && ownsPermalinkOf(user, dashboard)) await store.draftReaders.add(id, userId)
}

/** The page of a permalink: redirects to the dashboard in its state, if the caller may open it. */
export const permalinkPage: Route = {
  method: 'GET',
  path: '/superset/dashboard/p/:key',
  tokenScope: 'write',
  viewAs: 'read',
  policy: { allow: 'anyone' },
  handler: openPermalink,
}

async function openPermalink(request: RouteRequest): Promise<RouteResponse> {
  const key = request.params['key'] ?? ''
  const { dashboardId, state } = await readPermalink(request, RESOURCE, key)
  const id = Number(dashboardId)
  await shareDraft(request, key, id)
  const access = allowedRows(request.user, 'read', 'Dashboard', ruleOptions(request))
  const open = await request.context.store.dashboards.count({ and: [{ col: 'id', op: 'eq', value: id }, access] })
  if (open === 0) {
    const { basePath } = request.context.config
    return redirect(
      request,
      request.user.isAnonymous ? `/login/?next=${encodeURIComponent(`${basePath}${request.url}`)}` : `/dashboard/${id}`,
    )
  }
  const { urlParams, anchor, hash } = (state ?? {}) as Record<string, unknown>
  const query = new URLSearchParams({ permalink_key: key })
  if (Array.isArray(urlParams))
    for (const each of urlParams) if (isPair(each)) query.append(String(each[0]), String(each[1]))
  const end = anchor ?? hash
  const fragment = typeof end === 'string' && end !== '' ? `#${encodeURIComponent(end)}` : ''
  return redirect(request, `/dashboard/${encodeURIComponent(String(dashboardId))}?${query.toString()}${fragment}`)
}
