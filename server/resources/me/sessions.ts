import { countedResponse, doneResponse } from '#core/rest/response-shapes.ts'
import type { Session } from '#core/entity/session.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type SessionResponse, sessionsResponse } from '#core/rest/me.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { signOutEverywhere } from '#server/security/accounts.ts'
import { isSessionHandle, sessionHandle, tokenHash } from '#server/security/sessions.ts'
import { callerId } from './caller-id.ts'

/** Maximum sessions in the list, most recently used first. */
const MAX_LISTED = 100

/** The caller's own sessions: list and end. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sessions',
    policy: { allow: 'signed in' },
    answers: { 200: sessionsResponse },
    handler: list,
  },
  {
    method: 'DELETE',
    path: '/sessions',
    policy: { allow: 'signed in' },
    answers: { 200: countedResponse },
    handler: endOthers,
  },
  {
    method: 'DELETE',
    path: '/sessions/:id',
    policy: { allow: 'signed in' },
    answers: { 200: doneResponse },
    handler: endOne,
  },
  {
    method: 'POST',
    path: '/sign_out_everywhere',
    policy: { allow: 'signed in' },
    answers: { 200: doneResponse },
    handler: endAll,
  },
]

/** Returns the id of the request's session, if it has a cookie. */
const currentId = ({ cookie }: RouteRequest): string | undefined =>
  cookie === undefined ? undefined : tokenHash(cookie)

async function list(request: RouteRequest): Promise<RouteResponse> {
  const current = currentId(request)
  const sessions = await request.context.store.sessions.ofUser(callerId(request), MAX_LISTED)
  const result = sessions.map((session) => present(session, current))
  return jsonResponse(sessionsResponse, { count: result.length, result })
}

function present(session: Session, current: string | undefined): SessionResponse {
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

async function endOne(request: RouteRequest): Promise<RouteResponse> {
  const handle = request.params['id'] ?? ''
  if (!isSessionHandle(handle)) throw new ApiError('not-found')
  const ended = await request.context.store.sessions.removeNamed(callerId(request), handle)
  if (ended.length === 0) throw new ApiError('not-found')
  const current = currentId(request)
  const isOwn = current !== undefined && ended.includes(current)
  return { ...jsonResponse(doneResponse, { message: 'OK' }), ...(isOwn ? { cookie: '' } : {}) }
}

/** Ends all sessions except that of the request. */
async function endOthers(request: RouteRequest): Promise<RouteResponse> {
  const count = await request.context.store.sessions.removeOfUser(callerId(request), currentId(request))
  return jsonResponse(countedResponse, { message: 'OK', count })
}

/** Ends every session and every bearer token, including that of the request. */
async function endAll(request: RouteRequest): Promise<RouteResponse> {
  const id = callerId(request)
  await signOutEverywhere(request.context.store, id, { now: request.context.now(), actor: id })
  return { ...jsonResponse(doneResponse, { message: 'OK' }), cookie: '' }
}
