import type { User } from '#core/entity/user.ts'
import { sessionsResponse } from '#core/rest/me.ts'
import { countedResponse, doneResponse } from '#core/rest/response-shapes.ts'
import { currentSessionId, presentSessions } from '#server/resources/shared/sessions.ts'
import { type Route, type RouteRequest, type RouteResponse, jsonResponse } from '#server/route/route.ts'
import { endSessions } from '#server/security/end-sessions.ts'

/** The sessions of one user, for administrators: list, end one, end all. */
export function userSessionRoutes(view: string, target: (request: RouteRequest) => Promise<User>): readonly Route[] {
  const policy = { permission: 'can_write', view } as const
  return [
    {
      method: 'GET',
      path: '/:id/sessions',
      policy,
      viewAs: 'never',
      responses: { 200: sessionsResponse },
      handler: async (request) => presentSessions(request, (await target(request)).id),
    },
    {
      method: 'DELETE',
      path: '/:id/sessions',
      policy,
      responses: { 200: countedResponse },
      handler: async (request) => endAll(request, await target(request)),
    },
    {
      method: 'DELETE',
      path: '/:id/sessions/:session',
      policy,
      responses: { 200: doneResponse },
      handler: async (request) => endOne(request, await target(request)),
    },
  ]
}

/** Ends the sessions of a user, except that of the request. API tokens and bearer tokens stay. */
async function endAll(request: RouteRequest, { id }: User): Promise<RouteResponse> {
  const { context, user } = request
  const except = currentSessionId(request)
  const ended = await endSessions(context.store, id, user.userId, except === undefined ? {} : { except })
  return jsonResponse(countedResponse, { message: 'OK', count: ended.length })
}

async function endOne(request: RouteRequest, { id }: User): Promise<RouteResponse> {
  const { context, user, params } = request
  const ended = await endSessions(context.store, id, user.userId, { handle: params['session'] ?? '' })
  const current = currentSessionId(request)
  const isOwn = current !== undefined && ended.includes(current)
  return { ...jsonResponse(doneResponse, { message: 'OK' }), ...(isOwn ? { cookie: '' } : {}) }
}
