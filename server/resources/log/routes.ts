import type * as z from 'zod'
import { recentResponse, recentList } from '#core/rest/response-shapes.ts'
import { allowedRows } from '#core/access/can.ts'
import type { Event } from '#core/entity/event.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printAgo } from '#server/resources/print-instant.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { postLogRoute } from './client-events.ts'
import { logLineRoutes } from './lines.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'

const DEFAULT_LINES = 10
const MAX_LINES = 100
/** Event actions that count as activity. */
const DONE = ['create', 'update', 'delete', 'restore', 'view', 'query'] as const
const policy = { allow: 'signed in' } as const

/** The recent activity of the caller, and the complete log. */
export const logRoutes: readonly Route[] = [
  { method: 'GET', path: '/recent_activity', policy, responses: { 200: recentResponse }, handler: recentActivity },
  {
    method: 'GET',
    path: '/recent_activity/:userId',
    policy,
    responses: { 200: recentResponse },
    handler: recentActivity,
  },
  ...logLineRoutes,
  postLogRoute,
]

/** The former URL, whose response is the bare list. */
export const recentActivityRoute: Route = {
  method: 'GET',
  path: '/superset/recent_activity/:userId',
  policy,
  responses: { 200: recentList },
  handler: async (request) =>
    jsonResponse(recentList, await recent(request, Number(request.query['limit']) || DEFAULT_LINES)),
}

async function recentActivity(request: RouteRequest): Promise<RouteResponse> {
  const { page_size } = (request.q ?? {}) as { readonly page_size?: unknown }
  const size = typeof page_size === 'number' && page_size > 0 ? page_size : DEFAULT_LINES
  return jsonResponse(recentResponse, { result: await recent(request, Math.ceil(size)) })
}

async function recent(request: RouteRequest, size: number): Promise<z.output<typeof recentList>> {
  const { userId } = request.user
  const wanted = request.params['userId']
  if (userId === null || (wanted !== undefined && wanted !== String(userId))) throw new ApiError('forbidden')
  const limit = Math.min(size, MAX_LINES)
  const events = await request.context.store.events.recents(userId, {
    types: ['chart', 'dashboard'],
    actions: DONE,
    limit,
  })
  const titles = await loadTitles(request, events)
  return events.flatMap((event) => {
    const title = titles.get(`${event.entity_type} ${event.entity_id}`)
    return title === undefined ? [] : [presentEvent(event, title, request.context.now())]
  })
}

/** Returns the titles of entities that still exist and that the caller may see. */
async function loadTitles(request: RouteRequest, events: readonly Event[]): Promise<ReadonlyMap<string, string>> {
  const { store } = request.context
  const ids = (type: string) => events.filter((event) => event.entity_type === type).map((event) => event.entity_id)
  const charts = await store.charts.list({
    where: {
      and: [
        { col: 'id', op: 'in', value: ids('chart') },
        allowedRows(request.user, 'read', 'Chart', ruleOptions(request)),
      ],
    },
  })
  const dashboards = await store.dashboards.list({
    where: {
      and: [
        { col: 'id', op: 'in', value: ids('dashboard') },
        allowedRows(request.user, 'read', 'Dashboard', ruleOptions(request)),
      ],
    },
  })
  return new Map([
    ...charts.rows.map((chart) => [`chart ${chart.id}`, chart.slice_name] as const),
    ...dashboards.rows.map((dashboard) => [`dashboard ${dashboard.id}`, dashboard.dashboard_title] as const),
  ])
}

function presentEvent(event: Event, title: string, now: number): z.output<typeof recentList>[number] {
  const isChart = event.entity_type === 'chart'
  return {
    action: event.action,
    item_type: isChart ? 'slice' : 'dashboard',
    item_title: title,
    item_url: isChart ? `/explore/?slice_id=${event.entity_id}` : `/superset/dashboard/${event.entity_id}/`,
    time: event.at,
    time_delta_humanized: printAgo(event.at, now),
  }
}
