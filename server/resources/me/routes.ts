import { meResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { passwordRoutes } from './password.ts'
import { secondFactorCalls } from './second-factor.ts'
import { sessionRoutes } from './sessions.ts'
import { tokenRoutes } from './tokens.ts'

/** The current user and their own data. */
export const meRoutes: readonly Route[] = [
  { method: 'GET', path: '/', policy: { allow: 'anyone' }, answers: { 200: meResponse }, handler: me },
  { method: 'GET', path: '/roles', policy: { allow: 'anyone' }, handler: roles },
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

async function roles({ user }: RouteRequest): Promise<RouteResponse> {
  if (user.isAnonymous) throw new ApiError(user.viewAs ? 'forbidden' : 'not-signed-in')
  return { status: 200, json: { result: { ...user, createdOn: printInstant(user.createdOn) } } }
}
