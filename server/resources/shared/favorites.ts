import { ownerId } from '#core/access/ability.ts'
import { favoritesResponse, okResponse } from '#core/rest/response-shapes.ts'
import type { EntityType } from '#core/entity/event.ts'
import { parseIds } from '#core/rest/list-query.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { findAllowedRow, idOf } from '#server/resources/resource-handlers.ts'
import { type RouteResponse, type RouteRequest, type Policy, type Route, jsonResponse } from '#server/route/route.ts'
import type { AnyResource } from '#server/resources/resource.ts'

/** Routes for favorites; they require only read access to the row. */
export function favoriteRoutes(resource: () => AnyResource, view: string, type: EntityType): readonly Route[] {
  const policy: Policy = { permission: 'can_read', view }
  const mark =
    (set: boolean) =>
    async (request: RouteRequest): Promise<RouteResponse> => {
      const row = await findAllowedRow(resource(), request, idOf(request), 'read')
      await markFavorite(request, type, row.id, set)
      return jsonResponse(okResponse, { result: 'OK' })
    }
  return [
    {
      method: 'GET',
      path: '/favorite_status',
      policy,
      responses: { 200: favoritesResponse },
      handler: (request) => status(resource(), request, type),
    },
    { method: 'POST', path: '/:id/favorites', policy, responses: { 200: okResponse }, handler: mark(true) },
    { method: 'DELETE', path: '/:id/favorites', policy, responses: { 200: okResponse }, handler: mark(false) },
  ]
}

/**
 * Adds or removes a favorite of the caller. Throws `forbidden` for anonymous callers, and `token-personal` for tokens
 * that are limited to a role.
 */
export async function markFavorite(request: RouteRequest, type: EntityType, id: number, set: boolean): Promise<void> {
  const userId = ownerId(request.user)
  if (userId === null) throw new ApiError(request.user.roleLimit ? 'token-personal' : 'forbidden')
  const { favorites } = request.context.store
  await (set ? favorites.add(userId, type, id) : favorites.remove(userId, type, id))
}

async function status(resource: AnyResource, request: RouteRequest, type: EntityType): Promise<RouteResponse> {
  const { store } = request.context
  const ids = parseIds(request.q)
  const visible = await resource.repository(store).list({
    where: { and: [{ col: 'id', op: 'in', value: ids }, resource.rule(request, 'read')] },
  })
  if (visible.ids.length === 0) throw new ApiError('not-found')
  const userId = ownerId(request.user)
  const marked = userId === null ? [] : await store.favorites.ids(userId, type, visible.ids)
  return jsonResponse(favoritesResponse, { result: visible.ids.map((id) => ({ id, value: marked.includes(id) })) })
}
