import { doneAnswer, keyAnswer } from '#core/rest/answer-shapes.ts'
import { randomBytes } from 'node:crypto'
import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { type RouteResponse, type RouteRequest, jsonResponse } from '#server/route/route.ts'

const DAY = 24 * 3_600_000

/** State that is kept for a while under a key: which one, for how long, and the name of its value in bodies. */
export interface Temporary {
  readonly resource: Extract<KeyValueResource, 'filter_state' | 'form_data'>
  readonly field: 'value' | 'form_data'
  readonly days: number
}

/** What stands under a key. */
export interface Kept {
  /** What the state belongs to; a key is good for this alone. */
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

/** What stands under the key of an address, for whoever may be told; fault `not-found` when nothing does. */
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

/** A new state; where there are too many of a person, or of strangers, the oldest of them give way. */
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

/** Reading puts the end off, once a day at most: a write makes everybody's answers be looked at anew. */
export async function readState(kind: Temporary, asked: RouteRequest, about: string): Promise<RouteResponse> {
  const { kept, row } = await find(kind, asked, about)
  const until = expiry(kind, asked)
  if (until - (row.expires_on ?? 0) >= DAY) await asked.context.store.keyValues.touch(kind.resource, row.key, until)
  return { status: 200, json: { [kind.field]: kept.value } }
}

/** Somebody who has not signed in has made nothing: they cannot be told from others. */
function isMaker({ user }: RouteRequest, row: KeyValue): boolean {
  return user.userId !== null && row.user_id === user.userId
}

/** Only who made it changes it; for anybody else a new key is made. `next` is what it belongs to from now on. */
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
