import { dashboardLinkAnswer } from '#core/rest/data-shapes.ts'
import { linkAnswer } from '#core/rest/answer-shapes.ts'
import { APPLICATION, has } from '#core/access/ability.ts'
import { allowed } from '#core/access/can.ts'
import { holds } from '#core/access/condition.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { ownership } from '#core/access/rules.ts'
import type { Dashboard } from '#core/entity/dashboard.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { redirect } from '#server/route/page.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'
import { isPair, makePermalink, readPermalink, requirePairs, sharerOf } from '#server/resources/shared/permalink.ts'
import { linkTo } from '#server/resources/shared/link.ts'
import { requirePair } from '#server/resources/shared/require-pair.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { findDashboard } from './lookup.ts'

const RESOURCE = 'dashboard_permalink'

/** Permalinks to a dashboard in a state: filters, tabs, an anchor. */
export function permalinkRoutes(resource: () => AnyResource, view: string): readonly Route[] {
  const policy = { permission: 'can_read', view }
  return [
    {
      method: 'GET',
      path: '/permalink/:key',
      policy,
      answers: { 200: dashboardLinkAnswer },
      handler: (asked) => read(resource(), asked),
    },
    {
      method: 'POST',
      path: '/:id/permalink',
      policy,
      answers: { 201: linkAnswer },
      handler: (asked) => make(resource(), asked),
    },
  ]
}

async function make(resource: AnyResource, asked: RouteRequest): Promise<RouteResponse> {
  if (typeof asked.body !== 'object' || asked.body === null) throw new ApiError('not-json')
  const { urlParams, anchor } = asked.body as Record<string, unknown>
  requirePairs(urlParams)
  requireSharing(asked, anchor)
  const dashboard = await findDashboard(resource, asked)
  const state = { dashboardId: String(dashboard.id), state: asked.body }
  const key = await makePermalink(asked, RESOURCE, state, owns(asked.user, dashboard) ? asked.user.userId : null)
  return jsonResponse(linkAnswer, { key, url: linkTo(asked, `/superset/dashboard/p/${key}/`) }, 201)
}

/** True if permalinks of the user give access to the dashboard while it is a draft. */
function owns(user: CurrentUser, dashboard: Dashboard): boolean {
  return holds(ownership(user), { ...dashboard })
}

/** Requires a sharing permission. For a link to a chart on a dashboard, the permission to share charts is enough. */
function requireSharing(asked: RouteRequest, anchor: unknown): void {
  const isOfChart = typeof anchor === 'string' && anchor.startsWith('CHART-')
  if (isOfChart && has(asked.user, 'can_share_chart', APPLICATION)) return
  requirePair(asked, 'can_share_dashboard', APPLICATION)
}

async function read(resource: AnyResource, asked: RouteRequest): Promise<RouteResponse> {
  const key = asked.params['key'] ?? ''
  const value = await readPermalink(asked, RESOURCE, key)
  await shareDraft(asked, key, Number(value['dashboardId']))
  await findDashboard(resource, { ...asked, params: { id: String(value['dashboardId']) } })
  return { status: 200, json: value }
}

/** Lets a signed-in user read a draft if they hold a permalink created by an owner or an administrator. */
async function shareDraft(asked: RouteRequest, key: string, id: number): Promise<void> {
  const { userId } = asked.user
  if (userId === null || !has(asked.user, 'can_read', 'Dashboard')) return
  const { store } = asked.context
  const dashboard = await store.dashboards.get(id)
  if (!dashboard || dashboard.published) return
  const sharer = await sharerOf(asked, RESOURCE, key)
  if (sharer === undefined) return
  const user = await store.users.current(sharer)
  if (user && owns(user, dashboard)) await store.draftReaders.add(id, userId)
}

/** The page of a permalink: redirects to the dashboard in its state, if the caller may open it. */
export const permalinkPage: Route = {
  method: 'GET',
  path: '/superset/dashboard/p/:key',
  policy: { allow: 'anyone' },
  handler: openPermalink,
}

async function openPermalink(asked: RouteRequest): Promise<RouteResponse> {
  const key = asked.params['key'] ?? ''
  const { dashboardId, state } = await readPermalink(asked, RESOURCE, key)
  const id = Number(dashboardId)
  await shareDraft(asked, key, id)
  const access = allowed(asked.user, 'read', 'Dashboard', ruleOptions(asked))
  const open = await asked.context.store.dashboards.count({ and: [{ col: 'id', op: 'eq', value: id }, access] })
  if (open === 0) {
    const { basePath } = asked.context.config
    return redirect(
      asked,
      asked.user.isAnonymous ? `/login/?next=${encodeURIComponent(`${basePath}${asked.url}`)}` : `/dashboard/${id}`,
    )
  }
  const { urlParams, anchor, hash } = (state ?? {}) as Record<string, unknown>
  const query = new URLSearchParams({ permalink_key: key })
  if (Array.isArray(urlParams))
    for (const each of urlParams) if (isPair(each)) query.append(String(each[0]), String(each[1]))
  const end = anchor ?? hash
  const fragment = typeof end === 'string' && end !== '' ? `#${encodeURIComponent(end)}` : ''
  return redirect(asked, `/dashboard/${encodeURIComponent(String(dashboardId))}?${query.toString()}${fragment}`)
}
