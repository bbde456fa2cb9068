import type { KeyValue, KeyValueResource } from '#core/entity/key-value.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { hmacsOf } from '#server/base/secret-keys.ts'
import type { RouteRequest } from '#server/route/route.ts'

type Resource = Extract<
  KeyValueResource,
  'dashboard_permalink' | 'explore_permalink' | 'sqllab_permalink' | 'short_address'
>

const DAY = 24 * 3_600_000
/** How long a permalink is retained after it was last opened. */
const RETENTION_MS = 730 * DAY

/**
 * Stores a state and returns its key; equal states of the same `sharer` have the same key. The entry is retained while
 * it is opened regularly. `sharer` is the user who lets readers of the link see a draft. Throws `bound-passed` if the
 * state is too long or the user has too many.
 */
export async function makePermalink(
  request: RouteRequest,
  resource: Resource,
  state: object,
  sharer: number | null = null,
): Promise<string> {
  const value = JSON.stringify(state)
  const [key] = keysOf(request, { resource, value, sharer })
  requireWithin('permalink-bytes', Buffer.byteLength(value))
  const { keyValues } = request.context.store
  if (await keyValues.get(resource, key)) return key
  const { userId } = request.user
  requireWithin(userId === null ? 'public-permalinks' : 'permalinks', 1 + (await keyValues.count(resource, userId)))
  await keyValues.put({ resource, key, value, user_id: userId, expires_on: request.context.now() + RETENTION_MS })
  return key
}

/** The keys of a state with each secret key, the current one first: without a secret key nobody can compute one. */
function keysOf(
  { context }: RouteRequest,
  { resource, value, sharer }: Pick<KeyValue, 'resource' | 'value'> & PermalinkRequest,
): readonly [string, ...string[]] {
  const shorten = (hash: string) => hash.replace(/[-_]/g, '').slice(0, 14)
  const [current, ...previous] = hmacsOf(context.config.secretKey, `permalink\n${resource}\n${sharer ?? ''}\n${value}`)
  return [shorten(current), ...previous.map(shorten)]
}

interface PermalinkRequest {
  readonly sharer: number | null
}

/** Returns the user who shared a draft by this permalink; undefined if it shares none. */
export async function draftSharer(request: RouteRequest, resource: Resource, key: string): Promise<number | undefined> {
  const stored = await request.context.store.keyValues.get(resource, key)
  const sharer = stored?.user_id ?? null
  return stored && sharer !== null && keysOf(request, { ...stored, sharer }).includes(key) ? sharer : undefined
}

/** Returns the state of a key. Reading extends its lifetime, at most once a day. */
export async function readPermalink(
  request: RouteRequest,
  resource: Resource,
  key: string,
): Promise<Record<string, unknown>> {
  const stored = await request.context.store.keyValues.get(resource, key)
  if (!stored) throw new ApiError('not-found')
  const until = request.context.now() + RETENTION_MS
  if (stored.expires_on === null || until - stored.expires_on >= DAY)
    await request.context.store.keyValues.touch(resource, key, until)
  return JSON.parse(stored.value) as Record<string, unknown>
}

/** True if the value is a URL parameter: a name and a value. */
export function isPair(value: unknown): value is readonly [string | number | boolean, string | number | boolean] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((each) => ['string', 'number', 'boolean'].includes(typeof each))
  )
}

/** Rejects invalid URL parameters; they may be absent. */
export function requirePairs(urlParams: unknown): void {
  if (urlParams === undefined || urlParams === null) return
  if (!Array.isArray(urlParams) || !urlParams.every(isPair))
    throw new ApiError('fields-wrong', { fields: { urlParams: ['Not a list of pairs of a name and a value.'] } })
}
