import { effectiveQuotasResponse } from '#core/rest/quota.ts'
import { meResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { effectiveQuotasOf } from '#server/security/effective-quotas.ts'
import { callerId } from './caller-id.ts'
import { localeRoutes } from './locale.ts'
import { passwordRoutes } from './password.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { tokenRoutes } from './tokens.ts'

/** The current user and their own data. */
export const meRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy: { allow: 'anyone' }, responses: { 200: meResponse }, handler: me },
  { method: 'GET', path: '/roles', policy: { allow: 'anyone' }, handler: roles },
  {
    method: 'GET',
    path: '/quotas',
    policy: { allow: 'signed in' },
    responses: { 200: effectiveQuotasResponse },
    handler: quotas,
  },
  ...localeRoutes,
  ...passwordRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...secondFactorCalls,
]

async function me({ user }: RouteRequest): Promise<RouteResponse> {
  if (user.isAnonymous) throw new ApiError(user.viewAs ? 'forbidden' : 'not-signed-in')
  return jsonResponse(meResponse, {
    result: {
      id: user.userId,
      username: user.username,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      is_active: user.isActive,
      is_anonymous: user.isAnonymous,
    },
  })
}

/** Returns the quotas of the caller and what was used of them. */
async function quotas(request: RouteRequest): Promise<RouteResponse> {
  const { store } = request.context
  const user = await store.users.get(callerId(request))
  if (!user) throw new ApiError('not-signed-in')
  return jsonResponse(effectiveQuotasResponse, { result: await effectiveQuotasOf(store, user) })
}

async function roles({ user: { apiToken: _apiToken, ...user } }: RouteRequest): Promise<RouteResponse> {
  if (user.isAnonymous) throw new ApiError(user.viewAs ? 'forbidden' : 'not-signed-in')
  return { status: 200, json: { result: { ...user, createdOn: printInstant(user.createdOn) } } }
}
