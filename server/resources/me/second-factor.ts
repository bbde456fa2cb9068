import { doneAnswer } from '#core/rest/answer-shapes.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { codeBody, newSecretAnswer, newSecretBody, recoveryCodesAnswer, secondFactorAnswer } from '#core/rest/me.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  requireSecondFactor,
} from '#server/identity/second-factor.ts'
import { jsonResponse, type Route, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { callerId } from './caller-id.ts'
import { hasPassword, requireCurrentPassword } from './password.ts'

const common = { policy: { allow: 'signed in' }, needsSession: true } as const

/** The caller's own second factor: set up by a secret and a code, removed and renewed by a code. */
export const secondFactorCalls: readonly Route[] = [
  { method: 'GET', path: '/second_factor', ...common, answers: { 200: secondFactorAnswer }, handler: state },
  {
    method: 'POST',
    path: '/second_factor',
    ...common,
    body: newSecretBody,
    answers: { 201: newSecretAnswer },
    handler: begin,
  },
  {
    method: 'PUT',
    path: '/second_factor',
    ...common,
    body: codeBody,
    answers: { 200: recoveryCodesAnswer },
    handler: confirm,
  },
  {
    method: 'POST',
    path: '/second_factor/recovery_codes',
    ...common,
    body: codeBody,
    answers: { 200: recoveryCodesAnswer },
    handler: renew,
  },
  {
    method: 'POST',
    path: '/second_factor/remove',
    ...common,
    body: codeBody,
    answers: { 200: doneAnswer },
    handler: remove,
  },
]

const NO_STORE = { headers: { 'cache-control': 'no-store' } } as const

function codeOf({ body }: RouteRequest): string {
  if (typeof body !== 'object' || body === null) throw new ApiError('payload-not-json')
  const read = readBody(codeBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  return read.ok.code
}

async function state(request: RouteRequest): Promise<RouteResponse> {
  const { store, config } = request.context
  const id = callerId(request)
  const result = {
    is_set: await hasSecondFactor(store, id),
    is_required: config.requireSecondFactor,
    recovery_codes: await store.secondFactors.recoveryCodes(id),
  }
  return jsonResponse(secondFactorAnswer, { result })
}

/** A user with a password proves it, because a second factor of somebody else would lock the user out. */
async function begin(request: RouteRequest): Promise<RouteResponse> {
  const read = readBody(newSecretBody, request.body ?? {})
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { current_password: password } = read.ok
  if (await hasPassword(request)) {
    if (password === undefined)
      throw new ApiError('fields-wrong', { fields: { current_password: ['Missing data for required field.'] } })
    await requireCurrentPassword(request, password)
  }
  const user = { id: callerId(request), username: request.user.username }
  const { key, uri, svg } = await beginSecondFactor(request.context, user)
  return { ...jsonResponse(newSecretAnswer, { result: { key, uri, svg } }, 201), ...NO_STORE }
}

async function confirm(request: RouteRequest): Promise<RouteResponse> {
  const codes = await confirmSecondFactor(request.context, callerId(request), codeOf(request))
  return { ...jsonResponse(recoveryCodesAnswer, { result: { recovery_codes: codes } }), ...NO_STORE }
}

async function renew(request: RouteRequest): Promise<RouteResponse> {
  const id = await requireOwnCode(request)
  const codes = await replaceRecoveryCodes(request.context.store, id)
  return { ...jsonResponse(recoveryCodesAnswer, { result: { recovery_codes: codes } }), ...NO_STORE }
}

async function remove(request: RouteRequest): Promise<RouteResponse> {
  if (request.context.config.requireSecondFactor) throw new ApiError('second-factor-required')
  const id = await requireOwnCode(request)
  await removeSecondFactor(request.context.store, id, id)
  return jsonResponse(doneAnswer, { message: 'OK' })
}

/** Checks the code of the request; returns the id of the caller. Throws `second-factor-none` and `code-wrong`. */
async function requireOwnCode(request: RouteRequest): Promise<number> {
  const id = callerId(request)
  const code = codeOf(request)
  if (!(await hasSecondFactor(request.context.store, id))) throw new ApiError('second-factor-none')
  await requireSecondFactor(request.context, id, code)
  return id
}
