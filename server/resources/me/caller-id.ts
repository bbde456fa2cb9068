import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Returns the id of the calling user; throws `not-signed-in` for an anonymous caller. */
export function callerId({ user }: RouteRequest): number {
  if (user.userId === null) throw new ApiError('not-signed-in')
  return user.userId
}
