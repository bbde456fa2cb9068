import { countAnswer } from '#core/rest/answer-shapes.ts'
import { allowed } from '#core/access/can.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { idOf } from '#server/resources/generic.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { markFavorite } from '#server/resources/shared/favorites.ts'
import { refuseOtherSites } from '#server/resources/shared/other-sites.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'

const CLASSES = { slice: ['chart', 'Chart'], Dashboard: ['dashboard', 'Dashboard'] } as const

/** The older way of marking favourites, by GET. */
export const favstarRoute: Route = {
  method: 'GET',
  path: '/superset/favstar/:class/:id/:act',
  policy: { permission: 'can_favstar', view: 'Superset' },
  answers: { 200: countAnswer },
  handler: favstar,
}

async function favstar(asked: RouteRequest): Promise<RouteResponse> {
  const name = asked.params['class'] ?? ''
  if (!Object.hasOwn(CLASSES, name)) throw new ApiError('not-found')
  const [type, view] = CLASSES[name as keyof typeof CLASSES]
  const { store } = asked.context
  const rows = type === 'chart' ? store.charts : store.dashboards
  const id = idOf(asked)
  const rule = allowed(asked.user, 'read', view, ruleOptions(asked))
  if ((await rows.count({ and: [{ col: 'id', op: 'eq', value: id }, rule] })) === 0) throw new ApiError('not-found')
  const handler = asked.params['act']
  if (handler === 'select' || handler === 'unselect') {
    refuseOtherSites(asked)
    await markFavorite(asked, type, id, handler === 'select')
  } else if (handler !== 'count') throw new ApiError('not-found')
  return jsonResponse(countAnswer, { count: await store.favorites.count(type, id) })
}
