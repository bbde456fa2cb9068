import { favoriteCountResponse } from '#core/rest/response-shapes.ts'
import { allowedRows } from '#core/access/can.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { markFavorite } from '#server/resources/shared/favorites.ts'
import { rejectOtherSites } from '#server/resources/shared/other-sites.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'

const CLASSES = { slice: ['chart', 'Chart'], Dashboard: ['dashboard', 'Dashboard'] } as const

/** The former route for favorites, by GET. */
export const favstarRoute: Route = {
  method: 'GET',
  path: '/superset/favstar/:class/:id/:act',
  tokenScope: 'write',
  policy: { permission: 'can_favstar', view: 'Superset' },
  responses: { 200: favoriteCountResponse },
  handler: favstar,
}

async function favstar(request: RouteRequest): Promise<RouteResponse> {
  const name = request.params['class'] ?? ''
  if (!Object.hasOwn(CLASSES, name)) throw new ApiError('not-found')
  const [type, view] = CLASSES[name as keyof typeof CLASSES]
  const { store } = request.context
  const rows = type === 'chart' ? store.charts : store.dashboards
  const id = idOf(request)
  const rule = allowedRows(request.user, 'read', view, ruleOptions(request))
  if ((await rows.count({ and: [{ col: 'id', op: 'eq', value: id }, rule] })) === 0) throw new ApiError('not-found')
  const act = request.params['act']
  if (act === 'select' || act === 'unselect') {
    rejectOtherSites(request)
    await markFavorite(request, type, id, act === 'select')
  } else if (act !== 'count') throw new ApiError('not-found')
  return jsonResponse(favoriteCountResponse, { count: await store.favorites.count(type, id) })
}
