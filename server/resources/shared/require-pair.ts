import { hasPermission } from '#core/access/ability.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Rejects callers without a permission that is required in addition to that of the route. */
export function requirePair({ user }: Pick<RouteRequest, 'user'>, permission: string, view: string): void {
  if (!hasPermission(user, permission, view))
    throw new ApiError(user.isAnonymous && !user.viewAs ? 'token-missing' : 'forbidden')
}
