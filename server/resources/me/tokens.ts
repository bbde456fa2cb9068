import { doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { apiTokenBody, apiTokensResponse, newApiTokenResponse } from '#core/rest/me.ts'
import { idOf } from '#server/resources/generic.ts'
import { presentToken, presentTokens } from '#server/resources/shared/api-tokens.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { createApiToken, revokeApiToken } from '#server/security/api-tokens.ts'
import { callerId } from './caller-id.ts'

const policy = { allow: 'signed in' } as const

/** The caller's own API tokens: list, create and revoke. */
export const tokenRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/tokens',
    policy,
    answers: { 200: apiTokensResponse },
    handler: async (request) => presentTokens(request.context.store, callerId(request)),
  },
  {
    method: 'POST',
    path: '/tokens',
    policy,
    needsSession: true,
    body: apiTokenBody,
    answers: { 201: newApiTokenResponse },
    handler: create,
  },
  { method: 'DELETE', path: '/tokens/:id', policy, answers: { 200: doneResponse }, handler: revoke },
]

async function create(request: RouteRequest): Promise<RouteResponse> {
  const { context, body } = request
  const begun = context.now()
  if (typeof body !== 'object' || body === null) throw new ApiError('payload-not-json')
  const read = readBody(apiTokenBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { name, scope, expires_in_days: days } = read.ok
  const { token, text } = await createApiToken(context.store, callerId(request), { name, scope, days }, begun)
  const result = { ...presentToken(token), token: text }
  return {
    ...jsonResponse(newApiTokenResponse, { id: token.id, result }, 201),
    headers: { 'cache-control': 'no-store' },
  }
}

async function revoke(request: RouteRequest): Promise<RouteResponse> {
  const userId = callerId(request)
  await revokeApiToken(request.context.store, userId, idOf(request), userId)
  return jsonResponse(doneResponse, { message: 'OK' })
}
