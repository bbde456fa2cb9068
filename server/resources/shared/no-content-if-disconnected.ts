import type { RouteResponse, RouteRequest } from '#server/route/route.ts'

/** The answer; when the caller has left meanwhile that is no failure, and nobody reads what is answered. */
export async function noContentIfDisconnected(
  asked: RouteRequest,
  answer: Promise<RouteResponse>,
): Promise<RouteResponse> {
  try {
    return await answer
  } catch (error) {
    if (asked.signal.aborted) return { status: 204 }
    throw error
  }
}
