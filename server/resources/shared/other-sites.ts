import { ApiError } from '#core/rest/api-error.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** Rejects a write request without a token if the browser says that another site made it. */
export function rejectOtherSites({ headers }: RouteRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ApiError('forbidden')
}
