import { countedResponse, doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { sessionsResponse } from '#core/rest/me.ts'
import { currentSessionId, presentSessions } from '#server/resources/shared/sessions.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { signOutEverywhere } from '#server/security/accounts.ts'
import { isSessionHandle } from '#server/security/sessions.ts'
import { removeSessions } from '#server/security/view-as.ts'
import { callerId } from './caller-id.ts'

/** The caller's own sessions: list and end. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sessions',
    policy: { allow: 'signed in' },
    responses: { 200: sessionsResponse },
    handler: list,
  },
  {
    method: 'DELETE',
    path: '/sessions',
    policy: { allow: 'signed in' },
    responses: { 200: countedResponse },
    handler: endOthers,
  },
  {
    method: 'DELETE',
    path: '/sessions/:id',
    policy: { allow: 'signed in' },
    responses: { 200: doneResponse },
    handler: endOne,
  },
  {
    method: 'POST',
    path: '/sign_out_everywhere',
    policy: { allow: 'signed in' },
    responses: { 200: doneResponse },
    handler: endAll,
  },
]

function list(request: RouteRequest): Promise<RouteResponse> {
  return presentSessions(request, callerId(request))
}

async function endOne(request: RouteRequest): Promise<RouteResponse> {
  const handle = request.params['id'] ?? ''
  if (!isSessionHandle(handle)) throw new ApiError('not-found')
  const id = callerId(request)
  const ended = await request.context.store.transaction((tx) => removeSessions(tx, id, id, { start: handle }))
  if (ended.length === 0) throw new ApiError('not-found')
  const current = currentSessionId(request)
  const isOwn = current !== undefined && ended.includes(current)
  return { ...jsonResponse(doneResponse, { message: 'OK' }), ...(isOwn ? { cookie: '' } : {}) }
}

/** Ends all sessions except that of the request. */
async function endOthers(request: RouteRequest): Promise<RouteResponse> {
  const id = callerId(request)
  const except = currentSessionId(request)
  const ended = await request.context.store.transaction((tx) => removeSessions(tx, id, id, { except }))
  return jsonResponse(countedResponse, { message: 'OK', count: ended.length })
}

/** Ends every session and every bearer token, including that of the request. */
async function endAll(request: RouteRequest): Promise<RouteResponse> {
  const id = callerId(request)
  await signOutEverywhere(request.context.store, id, { now: request.context.now(), actor: id })
  return { ...jsonResponse(doneResponse, { message: 'OK' }), cookie: '' }
}
