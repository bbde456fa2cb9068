import { doneResponse } from '#core/rest/response-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import {
  codeBody,
  confirmSecretBody,
  newSecretResponse,
  newSecretBody,
  recoveryCodesResponse,
  removeFactorBody,
  secondFactorResponse,
} from '#core/rest/me.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  requireSecondFactor,
  secretOfTicket,
} from '#server/identity/second-factor.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { tokenHash } from '#server/security/sessions.ts'
import type * as z from 'zod'
import { callerId } from './caller-id.ts'
import { hasPassword, requireCurrentPassword } from './password.ts'

const common = { policy: { allow: 'signed in' }, needsSession: true } as const

/** The caller's own second factor: set up by a secret and a code, removed and renewed by a code. */
export const secondFactorCalls: readonly Route[] = [
  {
    method: 'GET',
    path: '/second_factor',
    policy: { allow: 'signed in' },
    responses: { 200: secondFactorResponse },
    handler: state,
  },
  {
    method: 'POST',
    path: '/second_factor',
    ...common,
    body: newSecretBody,
    responses: { 201: newSecretResponse },
    handler: beginSetUp,
  },
  {
    method: 'PUT',
    path: '/second_factor',
    ...common,
    body: confirmSecretBody,
    responses: { 200: recoveryCodesResponse },
    handler: confirm,
  },
  {
    method: 'POST',
    path: '/second_factor/recovery_codes',
    ...common,
    body: codeBody,
    responses: { 200: recoveryCodesResponse },
    handler: renew,
  },
  {
    method: 'POST',
    path: '/second_factor/remove',
    ...common,
    body: removeFactorBody,
    responses: { 200: doneResponse },
    handler: remove,
  },
]

/** Maximum age of the session in which a user without a password sets up a second factor, in milliseconds. */
const SET_UP_SESSION_MS = 10 * 60_000

const NO_STORE = { headers: { 'cache-control': 'no-store' } } as const

/** Returns the body of the request. Throws `payload-not-json` and `fields-wrong`. */
function bodyOf<Shape extends z.ZodObject>({ body }: RouteRequest, shape: Shape): z.output<Shape> {
  if (typeof body !== 'object' || body === null) throw new ApiError('payload-not-json')
  const read = readBody(shape, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  return read.ok
}

async function state(request: RouteRequest): Promise<RouteResponse> {
  const { store, config } = request.context
  const id = callerId(request)
  const result = {
    is_set: await hasSecondFactor(store, id),
    is_required: config.requireSecondFactor,
    recovery_codes: await store.secondFactors.recoveryCodes(id),
  }
  return jsonResponse(secondFactorResponse, { result })
}

/** Throws unless a user who has a password sends it: a session alone is not enough to change how the user signs in. */
async function requirePassword(request: RouteRequest, password: string | undefined): Promise<void> {
  if (!(await hasPassword(request))) return
  if (password === undefined)
    throw new ApiError('fields-wrong', { fields: { current_password: ['Missing data for required field.'] } })
  await requireCurrentPassword(request, password)
}

/** Throws `second-factor-stale` unless the caller, who has no password to type, has signed in just now. */
async function requireNewSession(request: RouteRequest): Promise<void> {
  const { context } = request
  const id = sessionOf(request)
  const session = id === undefined ? undefined : await context.store.sessions.get(id)
  if (!session || context.now() - session.created_on >= SET_UP_SESSION_MS) throw new ApiError('second-factor-stale')
}

async function beginSetUp(request: RouteRequest): Promise<RouteResponse> {
  const { current_password: password } = bodyOf({ ...request, body: request.body ?? {} }, newSecretBody)
  await requirePassword(request, password)
  if (!(await hasPassword(request))) await requireNewSession(request)
  const user = { id: callerId(request), username: request.user.username }
  const result = await beginSecondFactor(request.context, user)
  return { ...jsonResponse(newSecretResponse, { result }, 201), ...NO_STORE }
}

async function confirm(request: RouteRequest): Promise<RouteResponse> {
  const { code, ticket } = bodyOf(request, confirmSecretBody)
  const userId = callerId(request)
  const secret = secretOfTicket(request.context, userId, ticket)
  const change = { session: sessionOf(request) }
  const { codes } = await confirmSecondFactor(request.context, { userId, code, ip: request.ip }, secret, change)
  return { ...jsonResponse(recoveryCodesResponse, { result: { recovery_codes: codes } }), ...NO_STORE }
}

async function renew(request: RouteRequest): Promise<RouteResponse> {
  const id = await requireOwnCode(request, bodyOf(request, codeBody).code)
  const codes = await replaceRecoveryCodes(request.context.store, id)
  return { ...jsonResponse(recoveryCodesResponse, { result: { recovery_codes: codes } }), ...NO_STORE }
}

async function remove(request: RouteRequest): Promise<RouteResponse> {
  if (request.context.config.requireSecondFactor) throw new ApiError('second-factor-required')
  const { code, current_password: password } = bodyOf(request, removeFactorBody)
  await requirePassword(request, password)
  const id = await requireOwnCode(request, code)
  await removeSecondFactor(request.context, id, id, sessionOf(request))
  return jsonResponse(doneResponse, { message: 'OK' })
}

/** Returns the stored id of the session of the request. */
function sessionOf({ cookie }: RouteRequest): string | undefined {
  return cookie === undefined ? undefined : tokenHash(cookie)
}

/** Checks a code of the caller; returns the id of the caller. Throws `second-factor-none` and `code-wrong`. */
async function requireOwnCode(request: RouteRequest, code: string): Promise<number> {
  const userId = callerId(request)
  const { context, ip } = request
  if (!(await hasSecondFactor(context.store, userId))) throw new ApiError('second-factor-none')
  await requireSecondFactor(context, { userId, code, ip })
  return userId
}
