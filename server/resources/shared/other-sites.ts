import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Refuses a call that writes and carries no token, where the browser says that another site made it. */
export function refuseOtherSites({ headers }: RouteRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ApiError('forbidden')
}
