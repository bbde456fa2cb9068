import { isAdmin } from '#core/access/ability.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { viewAsBody, viewAsResponse } from '#core/rest/security.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { tokenHash } from '#server/security/sessions.ts'
import { endViewAs, startViewAs } from '#server/security/view-as.ts'

/** Lets an administrator view the application as a user or a role in the session of the request. */
export const viewAsRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/view_as',
    policy: { permission: 'can_write', view: 'User' },
    needsSession: true,
    body: viewAsBody,
    responses: { 201: viewAsResponse },
    handler: startView,
  },
  {
    method: 'DELETE',
    path: '/view_as',
    policy: { allow: 'signed in' },
    needsSession: true,
    viewAs: 'administrator',
    responses: { 200: doneResponse },
    handler: endView,
  },
]

async function startView({ body, context, cookie, ip, user }: RouteRequest): Promise<RouteResponse> {
  if (!isAdmin(user) || cookie === undefined) throw new ApiError('forbidden')
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const read = readBody(viewAsBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const viewer = { administrator: user, ip, now: context.now() }
  const { until, ...view } = await startViewAs(context.store, tokenHash(cookie), read.ok, viewer)
  return jsonResponse(viewAsResponse, { result: { ...view, until: printInstant(until) } }, 201)
}

/** Ends the view of the session; without one, nothing changes. */
async function endView({ context, cookie, user }: RouteRequest): Promise<RouteResponse> {
  const session = cookie === undefined ? undefined : await context.store.sessions.get(tokenHash(cookie))
  if (session) await endViewAs(context.store, session, user.userId, 'stopped')
  return jsonResponse(doneResponse, { message: 'OK' })
}
