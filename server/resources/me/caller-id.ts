import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** The id of the user who calls; `not-signed-in` when it is nobody's. */
export function callerId({ user }: RouteRequest): number {
  if (user.userId === null) throw new ApiError('not-signed-in')
  return user.userId
}
