import type { Session } from '#core/entity/session.ts'
import { type SessionResponse, sessionsResponse } from '#core/rest/me.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { jsonResponse, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { sessionHandle, tokenHash } from '#server/security/sessions.ts'

/** Maximum sessions in a list, most recently used first. */
const MAX_LISTED = 100

/** Returns the id of the request's session, if it has a cookie. */
export function currentSessionId({ cookie }: RouteRequest): string | undefined {
  return cookie === undefined ? undefined : tokenHash(cookie)
}

/** Returns the response with the sessions of a user, without what opens them. */
export async function presentSessions(request: RouteRequest, userId: number): Promise<RouteResponse> {
  const current = currentSessionId(request)
  const sessions = await request.context.store.sessions.ofUser(userId, MAX_LISTED)
  const result = sessions.map((session) => presentSession(session, current))
  return jsonResponse(sessionsResponse, { count: result.length, result })
}

function presentSession(session: Session, current: string | undefined): SessionResponse {
  return {
    id: sessionHandle(session),
    is_current: session.id === current,
    created_on: printInstant(session.created_on),
    last_seen: printInstant(session.last_seen),
    expires_on: printInstant(session.expires_at),
    user_agent: session.user_agent,
    address: session.address,
  }
}
