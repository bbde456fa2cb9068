import type { Session } from '#core/entity/session.ts'
import { doneResponse } from '#core/rest/response-shapes.ts'
import { readBody } from '#core/rest/body.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { passwordChange } from '#core/rest/me.ts'
import { passwordStateResponse } from '#core/rest/security.ts'
import { type RouteResponse, type RouteRequest, type Route, jsonResponse } from '#server/route/route.ts'
import { changePassword, requireValidPassword, requireOwnPassword } from '#server/security/accounts.ts'
import { openSession, type Origin, tokenHash } from '#server/security/sessions.ts'
import { signIn } from '#server/security/sign-in.ts'
import { callerId } from './caller-id.ts'

/** The caller's own password. */
export const passwordRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/password',
    policy: { allow: 'signed in' },
    responses: { 200: passwordStateResponse },
    handler: state,
  },
  {
    method: 'PUT',
    path: '/password',
    policy: { allow: 'signed in' },
    responses: { 200: doneResponse },
    handler: change,
  },
]

/** Returns whether the caller has a password. */
export async function hasPassword(request: RouteRequest): Promise<boolean> {
  const user = await request.context.store.users.get(callerId(request))
  return user?.password !== null
}

async function state(request: RouteRequest): Promise<RouteResponse> {
  return jsonResponse(passwordStateResponse, { result: { is_set: await hasPassword(request) } })
}

/**
 * Changes the password and ends every session and bearer token of the caller. A caller with a session gets a new one.
 */
async function change(request: RouteRequest): Promise<RouteResponse> {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiError('payload-not-json')
  const read = readBody(passwordChange, request.body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { context, user } = request
  const id = callerId(request)
  if (read.ok.current_password === undefined && (await hasPassword(request)))
    throw new ApiError('fields-wrong', { fields: { current_password: ['Missing data for required field.'] } })
  if (read.ok.current_password === undefined) await requireNoProvider(request)
  requireOwnPassword(context, user)
  requireValidPassword(read.ok.new_password, user.username)
  if (read.ok.current_password !== undefined) await requireCurrentPassword(request, read.ok.current_password)
  const from = await sessionOrigin(request)
  const cookie = await changePassword(
    context,
    { id, username: user.username },
    read.ok.new_password,
    id,
    // In the same transaction: a reset that follows ends this session too.
    async (tx) => from && openSession(tx, id, context.now(), from),
  )
  return { ...jsonResponse(doneResponse, { message: 'OK' }), ...(cookie === undefined ? {} : { cookie }) }
}

/**
 * Throws `password-provider` if the caller signs in at an identity provider: a first password would outlive the account
 * there. A session by the link of an administrator may set one.
 */
async function requireNoProvider(request: RouteRequest): Promise<void> {
  const session = await ownSession(request)
  // A session of a provider remains one when the link to the account there is removed.
  if (session) {
    if (session.provider !== null) throw new ApiError('password-provider')
    return
  }
  const linked = await request.context.store.externalIdentities.ofUser(callerId(request))
  if (linked.length > 0) throw new ApiError('password-provider')
}

/** Checks the password like a sign-in, which counts and limits attempts. */
export async function requireCurrentPassword({ context, user, ip }: RouteRequest, password: string): Promise<void> {
  try {
    await signIn(context, { username: user.username, password, ip })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-signed-in') throw new ApiError('password-wrong')
    throw error
  }
}

/** Returns the origin of the new session; undefined if the request was made without a session of the caller. */
async function sessionOrigin(request: RouteRequest): Promise<Origin | undefined> {
  const session = await ownSession(request)
  if (!session) return undefined
  const { csrfBinding, headers, ip } = request
  return {
    userAgent: headers['user-agent'],
    ip,
    // Open pages, in other tabs too, continue to write with their token.
    csrfSecret: csrfBinding,
    provider: session.provider ?? undefined,
    signOutToken: session.sign_out_token ?? undefined,
  }
}

/** Returns the session of the request; undefined if the request was made without a session of the caller. */
async function ownSession({ context, cookie, user }: RouteRequest): Promise<Session | undefined> {
  const session = cookie === undefined ? undefined : await context.store.sessions.get(tokenHash(cookie))
  return session?.user_id === user.userId ? session : undefined
}
