import { doneResponse, keyResponse } from '#core/rest/response-shapes.ts'
import { randomBytes } from 'node:crypto'
import { ownerId } from '#core/access/ability.ts'
import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

const DAY = 24 * 3_600_000

/** A type of temporary state under a key: its name, its lifetime, and the name of its value in bodies. */
export interface TemporaryStateType {
  readonly resource: Extract<KeyValueResource, 'filter_state' | 'form_data'>
  readonly field: 'value' | 'form_data'
  readonly days: number
}

/** The stored state of a key. */
export interface StoredState {
  /** The object the state belongs to; the key is valid only for this object. */
  readonly about: string
  readonly value: string
}

function valueOf(kind: TemporaryStateType, request: RouteRequest): string {
  const body = request.body
  if (typeof body !== 'object' || body === null) throw new ApiError('not-json')
  const value = (body as Record<string, unknown>)[kind.field]
  if (value === undefined)
    throw new ApiError('fields-wrong', { fields: { [kind.field]: ['Missing data for required field.'] } })
  if (typeof value !== 'string' || !isJson(value))
    throw new ApiError('fields-wrong', { fields: { [kind.field]: ['JSON not valid'] } })
  requireWithin('state-bytes', Buffer.byteLength(value))
  return value
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the state of the key in the URL, if the caller may read it; throws `not-found` if there is none. */
export async function findState(
  kind: TemporaryStateType,
  request: RouteRequest,
): Promise<{ stored: StoredState; row: KeyValue }> {
  const row = await request.context.store.keyValues.get(kind.resource, request.params['key'] ?? '')
  if (!row) throw new ApiError('not-found')
  return { stored: JSON.parse(row.value) as StoredState, row }
}

async function find(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
): Promise<{ stored: StoredState; row: KeyValue }> {
  const found = await findState(kind, request)
  if (found.stored.about !== about) throw new ApiError('not-found')
  return found
}

function expiry(kind: TemporaryStateType, request: RouteRequest): number {
  return request.context.now() + kind.days * DAY
}

async function replaceState(
  kind: TemporaryStateType,
  request: RouteRequest,
  key: string,
  about: string,
  value: string,
): Promise<void> {
  await request.context.store.keyValues.put({
    resource: kind.resource,
    key,
    value: JSON.stringify({ about, value } satisfies StoredState),
    user_id: request.user.userId,
    expires_on: expiry(kind, request),
  })
}

/** Stores a new state. Beyond the limit of states per user, or of all anonymous callers, the oldest are deleted. */
async function addState(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
  value: string,
): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await replaceState(kind, request, key, about, value)
  const { userId } = request.user
  const { most } = bounds[userId === null ? 'public-states' : 'states']
  await request.context.store.keyValues.trim(kind.resource, userId, most)
  return key
}

export async function createState(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
): Promise<RouteResponse> {
  const value = valueOf(kind, request)
  return jsonResponse(keyResponse, { key: await addState(kind, request, about, value) }, 201)
}

/** Reading extends the lifetime, at most once a day: a write invalidates cached responses of all callers. */
export async function readState(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
): Promise<RouteResponse> {
  const { stored, row } = await find(kind, request, about)
  const until = expiry(kind, request)
  if (until - (row.expires_on ?? 0) >= DAY) await request.context.store.keyValues.touch(kind.resource, row.key, until)
  return { status: 200, json: { [kind.field]: stored.value } }
}

/**
 * True if the caller has rights as the creator of the state. Anonymous callers never have, because they cannot be
 * distinguished, and neither have tokens that are limited to a role.
 */
function isStateCreator({ user }: RouteRequest, row: KeyValue): boolean {
  const id = ownerId(user)
  return id !== null && row.user_id === id
}

/**
 * Updates a state if the caller created it; any other caller gets a new key. `next` is the object it belongs to from
 * now on.
 */
export async function updateState(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
  next = about,
): Promise<RouteResponse> {
  const value = valueOf(kind, request)
  const { row } = await find(kind, request, about)
  if (!isStateCreator(request, row))
    return jsonResponse(keyResponse, { key: await addState(kind, request, next, value) })
  await replaceState(kind, request, row.key, next, value)
  return jsonResponse(keyResponse, { key: row.key })
}

export async function removeState(
  kind: TemporaryStateType,
  request: RouteRequest,
  about: string,
): Promise<RouteResponse> {
  const { row } = await find(kind, request, about)
  if (!isStateCreator(request, row)) throw new ApiError('forbidden')
  await request.context.store.keyValues.remove(kind.resource, row.key)
  return jsonResponse(doneResponse, { message: 'Deleted successfully' })
}
