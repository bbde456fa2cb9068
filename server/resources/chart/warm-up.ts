import { warmedResponse } from '#core/rest/response-shapes.ts'
import * as z from 'zod'
import { int } from '#core/rest/body.ts'
import { warmUpBody, readWarmUpBody, warmUp } from '#server/resources/shared/warm-up.ts'
import { noContentIfDisconnected } from '#server/resources/shared/no-content-if-disconnected.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'

const body = z.looseObject({ chart_id: int, ...warmUpBody })

/** `PUT /warm_up_cache`: queries a chart anew and caches its results. */
export const warmUpRoute: Route = {
  method: 'PUT',
  path: '/warm_up_cache',
  policy: { permission: 'can_warm_up_cache', view: 'Chart' },
  body,
  responses: { 200: warmedResponse },
  handler: (request) => noContentIfDisconnected(request, warm(request)),
}

async function warm(request: RouteRequest): Promise<RouteResponse> {
  const { chart_id: id, dashboard_id, extra_filters } = readWarmUpBody(body, request)
  const extra = { dashboardId: dashboard_id ?? undefined, extraFilters: extra_filters }
  return jsonResponse(warmedResponse, { result: await warmUp(request, { col: 'id', op: 'eq', value: id }, extra) })
}
