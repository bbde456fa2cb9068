import { doneAnswer, keyAnswer } from '#core/rest/answer-shapes.ts'
import { randomBytes } from 'node:crypto'
import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

const DAY = 24 * 3_600_000

/** A type of temporary state under a key: its name, its lifetime, and the name of its value in bodies. */
export interface Temporary {
  readonly resource: Extract<KeyValueResource, 'filter_state' | 'form_data'>
  readonly field: 'value' | 'form_data'
  readonly days: number
}

/** The stored state of a key. */
export interface Kept {
  /** The object the state belongs to; the key is valid only for this object. */
  readonly about: string
  readonly value: string
}

function valueOf(kind: Temporary, asked: RouteRequest): string {
  const body = asked.body
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
export async function findState(kind: Temporary, asked: RouteRequest): Promise<{ kept: Kept; row: KeyValue }> {
  const row = await asked.context.store.keyValues.get(kind.resource, asked.params['key'] ?? '')
  if (!row) throw new ApiError('not-found')
  return { kept: JSON.parse(row.value) as Kept, row }
}

async function find(kind: Temporary, asked: RouteRequest, about: string): Promise<{ kept: Kept; row: KeyValue }> {
  const found = await findState(kind, asked)
  if (found.kept.about !== about) throw new ApiError('not-found')
  return found
}

function expiry(kind: Temporary, asked: RouteRequest): number {
  return asked.context.now() + kind.days * DAY
}

async function put(kind: Temporary, asked: RouteRequest, key: string, about: string, value: string): Promise<void> {
  await asked.context.store.keyValues.put({
    resource: kind.resource,
    key,
    value: JSON.stringify({ about, value } satisfies Kept),
    user_id: asked.user.userId,
    expires_on: expiry(kind, asked),
  })
}

/** Stores a new state. Beyond the limit of states per user, or of all anonymous callers, the oldest are deleted. */
async function add(kind: Temporary, asked: RouteRequest, about: string, value: string): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await put(kind, asked, key, about, value)
  const { userId } = asked.user
  const { most } = bounds[userId === null ? 'public-states' : 'states']
  await asked.context.store.keyValues.trim(kind.resource, userId, most)
  return key
}

export async function createState(kind: Temporary, asked: RouteRequest, about: string): Promise<RouteResponse> {
  const value = valueOf(kind, asked)
  return jsonResponse(keyAnswer, { key: await add(kind, asked, about, value) }, 201)
}

/** Reading extends the lifetime, at most once a day: a write invalidates cached responses of all callers. */
export async function readState(kind: Temporary, asked: RouteRequest, about: string): Promise<RouteResponse> {
  const { kept, row } = await find(kind, asked, about)
  const until = expiry(kind, asked)
  if (until - (row.expires_on ?? 0) >= DAY) await asked.context.store.keyValues.touch(kind.resource, row.key, until)
  return { status: 200, json: { [kind.field]: kept.value } }
}

/** True if the user created the state; anonymous callers never did, because they cannot be told apart. */
function isMaker({ user }: RouteRequest, row: KeyValue): boolean {
  return user.userId !== null && row.user_id === user.userId
}

/**
 * Updates a state if the caller created it; any other caller gets a new key. `next` is the object it belongs to from
 * now on.
 */
export async function updateState(
  kind: Temporary,
  asked: RouteRequest,
  about: string,
  next = about,
): Promise<RouteResponse> {
  const value = valueOf(kind, asked)
  const { row } = await find(kind, asked, about)
  if (!isMaker(asked, row)) return jsonResponse(keyAnswer, { key: await add(kind, asked, next, value) })
  await put(kind, asked, row.key, next, value)
  return jsonResponse(keyAnswer, { key: row.key })
}

export async function removeState(kind: Temporary, asked: RouteRequest, about: string): Promise<RouteResponse> {
  const { row } = await find(kind, asked, about)
  if (!isMaker(asked, row)) throw new ApiError('forbidden')
  await asked.context.store.keyValues.remove(kind.resource, row.key)
  return jsonResponse(doneAnswer, { message: 'Deleted successfully' })
}
