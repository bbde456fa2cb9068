import { doneResponse } from '#core/rest/response-shapes.ts'
import { apiTokenBody, apiTokensResponse, newApiTokenResponse } from '#core/rest/me.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
import { respondWithNewToken, presentTokens } from '#server/resources/shared/api-tokens.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { revokeApiToken } from '#server/security/api-tokens.ts'
import { callerId } from './caller-id.ts'

const policy = { allow: 'signed in' } as const

/** The caller's own API tokens: list, create and revoke. */
export const tokenRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tokens',
    policy,
    responses: { 200: apiTokensResponse },
    handler: async (request) => presentTokens(request.context.store, callerId(request)),
  },
  {
    method: 'POST',
    path: '/tokens',
    policy,
    needsSession: true,
    body: apiTokenBody,
    responses: { 201: newApiTokenResponse },
    handler: (request) => respondWithNewToken(request, callerId(request)),
  },
  { method: 'DELETE', path: '/tokens/:id', policy, responses: { 200: doneResponse }, handler: revoke },
]

async function revoke(request: RouteRequest): Promise<RouteResponse> {
  const userId = callerId(request)
  await revokeApiToken(request.context.store, userId, idOf(request), userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}
