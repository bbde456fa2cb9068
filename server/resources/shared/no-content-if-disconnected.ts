import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

/**
 * Returns the response. If the caller has disconnected meanwhile, that is not an error, and an empty response is
 * returned.
 */
export async function noContentIfDisconnected(
  request: RouteRequest,
  answer: Promise<RouteResponse>,
): Promise<RouteResponse> {
  try {
    return await answer
  } catch (error) {
    if (request.signal.aborted) return { status: 204 }
    throw error
  }
}
