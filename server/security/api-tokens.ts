import type { CurrentUser, RoleLimit, TokenReference } from '#core/access/current-user.ts'
import type { EffectiveQuota } from '#core/access/quota.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { QUOTA_MEASURES } from '#core/rest/quota-measures.ts'
import type { ApiToken, TokenScope } from '#server/store/api-tokens.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { createToken, tokenHash } from './sessions.ts'
import { isExpired } from './token.ts'

/** The start of every personal API token, by which scanners of secrets recognize one. */
const START = 'facet_'
/** Stored characters of a token: the start and 36 of 256 random bits. */
const PREFIX_LENGTH = START.length + 6
/** The last use is stored at most once in this many milliseconds. */
const TOUCH_EVERY = 60_000
const DAY_MS = 24 * 3_600_000

/** True if a bearer token is a personal API token. */
export function isApiToken(token: string): boolean {
  return token.startsWith(START)
}

/** The caller of a token and what the token may do. */
export interface TokenCaller {
  readonly user: CurrentUser
  readonly scope: TokenScope
}

/**
 * Returns the owner of a personal API token, limited to the role of the token. Throws `token-revoked` if it is unknown,
 * revoked or was ended with everything of its owner, `token-expired`, `not-signed-in` if the owner is deleted or
 * inactive, and `token-role` if the owner does not have the role of the token. `now` in epoch milliseconds.
 */
export async function callerOfApiToken(store: Store, token: string, now: number): Promise<TokenCaller> {
  const found = await store.apiTokens.byHash(tokenHash(token))
  if (!found) throw new ApiError('token-revoked')
  if (found.expires_at <= now) throw new ApiError('token-expired')
  const owner = await store.users.current(found.user_id)
  if (!owner) throw new ApiError('not-signed-in')
  if (await isExpired(store, { userId: found.user_id, issuedAt: found.created_on })) throw new ApiError('token-revoked')
  const limited = found.role_id === null ? owner : await limitToRole(store, owner, found.role_id)
  const user = { ...limited, apiToken: { id: found.id, scope: found.scope } }
  if (found.last_used_at === null || now - found.last_used_at > TOUCH_EVERY) await store.apiTokens.used(found.id)
  return { user, scope: found.scope }
}

/**
 * Throws `token-job-ended` if the token that started a job was revoked, has expired, was ended with everything of its
 * owner, or has only the scope `read` since.
 */
export async function requireJobToken(store: Store, { id, scope }: TokenReference): Promise<void> {
  const found = await store.apiTokens.valid(id)
  const isEnded = !found || (await isExpired(store, { userId: found.user_id, issuedAt: found.created_on }))
  if (isEnded || (scope === 'write' && found.scope === 'read')) throw new ApiError('token-job-ended')
}

/**
 * Returns a user with the rights of one of their roles only: its permissions and its grants. Row rules and column masks
 * of all roles of the user still apply, and quotas are the lower ones. Throws `token-role` if the user does not have the
 * role, or if it is deleted.
 */
export async function limitToRole(store: Store, owner: CurrentUser, roleId: number): Promise<CurrentUser> {
  // By its id: the names of two roles may be swapped at any time.
  const limited = owner.roleIds.includes(roleId) ? await store.users.withRole(roleId) : undefined
  if (!limited) throw new ApiError('token-role')
  const { grants: _grants, ownedFolders: _folders, quota: held, ...user } = owner
  const { roles, permissions, roleIds, grants, quota: ofRole } = limited
  const quota = lowerQuota(held, ofRole)
  return {
    ...user,
    roles,
    permissions,
    roleIds,
    ...(grants ? { grants } : {}),
    ...(quota ? { quota } : {}),
    roleLimit: { id: roleId, heldRoleIds: owner.roleIds },
  }
}

/** Returns the lower value of each measure; undefined if nothing is limited. */
function lowerQuota(one: EffectiveQuota = {}, other: EffectiveQuota = {}): EffectiveQuota | undefined {
  const lower = QUOTA_MEASURES.flatMap((measure) => {
    const values = [one[measure], other[measure]].filter((value) => value !== undefined)
    return values.length === 0 ? [] : [[measure, Math.min(...values)] as const]
  })
  return lower.length === 0 ? undefined : Object.fromEntries(lower)
}

/** URLs below which accounts, roles and groups are managed. */
const ACCOUNT_URLS = ['/api/v1/me', '/api/v1/security', '/login', '/logout']

/**
 * URLs below which users read their own account, activity, lists, SQL tabs, results and files, which their other roles
 * may have filled.
 */
const PERSONAL_URLS = [
  '/api/v1/database/uploads',
  '/api/v1/log/recent_activity',
  '/api/v1/me',
  '/api/v1/sqllab/export',
  '/api/v1/sqllab/exports',
  '/api/v1/sqllab/results',
  '/superset/created_dashboards',
  '/superset/created_slices',
  '/superset/csv',
  '/superset/fave_dashboards',
  '/superset/fave_slices',
  '/superset/recent_activity',
  '/superset/results',
  '/superset/user_slices',
  '/tableschemaview',
  '/tabstateview',
]

/** The calls of accounts that reveal only what the token may do. */
const OPEN_ACCOUNT_URLS: readonly string[] = ['/api/v1/me', '/api/v1/me/quotas', '/api/v1/me/roles']

/** The properties of a call that decide whether a token may make it. */
interface TokenCall {
  readonly method: string
  /** The path of the route below the base path. */
  readonly path: string
  /** The scope that the route declares, if it differs from that of its method. */
  readonly tokenScope?: TokenScope | undefined
}

/** The limits of a token: what it may do, and whether it has the rights of one role only. */
interface TokenLimits {
  readonly scope: TokenScope
  readonly roleLimit?: RoleLimit | undefined
}

/**
 * Throws `token-account` for calls that change accounts, roles, groups or tokens: a stolen token must not become anything
 * that outlives it. Throws `token-personal` if a token that is limited to a role reads the account, activity or SQL results
 * of its user. Throws `token-read-only` if a token of the scope `read` makes a call that may write: every method but GET and
 * HEAD, unless the route declares otherwise.
 */
export function requireTokenScope({ scope, roleLimit }: TokenLimits, { method, path, tokenScope }: TokenCall): void {
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead && isBelow(path, ACCOUNT_URLS)) throw new ApiError('token-account')
  if (roleLimit && isBelow(path, PERSONAL_URLS) && !OPEN_ACCOUNT_URLS.includes(path.replace(/\/$/, '')))
    throw new ApiError('token-personal')
  if (scope === 'write') return
  if ((tokenScope ?? (isRead ? 'read' : 'write')) !== 'read') throw new ApiError('token-read-only')
}

function isBelow(path: string, urls: readonly string[]): boolean {
  return urls.some((url) => path === url || path.startsWith(`${url}/`))
}

/** The properties of a new token. */
export interface TokenDraft {
  readonly name: string
  readonly scope: TokenScope
  /** The role that limits the token; null for none. */
  readonly roleId?: number | null
  readonly days: number
}

/**
 * Creates a token of a user; returns it with its text, which is not stored. `begun` is when the request began: the token
 * is not created if all sessions and tokens of the user were ended since. Throws `not-signed-in`, `fields-wrong` if the
 * user does not have the role, and `api-tokens` above this limit.
 */
export function createApiToken(
  store: Store,
  userId: number,
  { name, scope, roleId = null, days }: TokenDraft,
  begun: number,
  actor: Actor = userId,
): Promise<{ readonly token: ApiToken; readonly text: string }> {
  const text = `${START}${createToken()}`
  return store.transaction(async (tx) => {
    await tx.users.lock(userId)
    if (await isExpired(tx, { userId, issuedAt: begun })) throw new ApiError('not-signed-in')
    const tokens = await tx.apiTokens.ofUser(userId)
    requireWithin('api-tokens', tokens.length + 1)
    if (roleId !== null) await requireHeldRole(tx, userId, roleId)
    const prefix = text.slice(0, PREFIX_LENGTH)
    const values = { user_id: userId, name, scope, role_id: roleId, prefix, token_hash: tokenHash(text) }
    const token = await tx.apiTokens.create({ ...values, expires_at: begun + days * DAY_MS })
    await tx.events.append({ ...eventOf(token, actor), action: 'create', after: printToken(token) })
    return { token, text }
  })
}

async function requireHeldRole(tx: Store, userId: number, roleId: number): Promise<void> {
  const user = await tx.users.current(userId)
  if (!user?.roleIds.includes(roleId))
    throw new ApiError('fields-wrong', { fields: { role_id: ['Must be a role of the user of the token'] } })
}

/** Revokes a token of a user. Throws `not-found` if the user has none with this id. */
export async function revokeApiToken(store: Store, userId: number, id: number, actor: Actor): Promise<void> {
  await store.transaction(async (tx) => {
    const token = await tx.apiTokens.remove(userId, id)
    if (!token) throw new ApiError('not-found')
    await tx.events.append({ ...eventOf(token, actor), action: 'delete', before: printToken(token) })
  })
}

const eventOf = ({ id }: ApiToken, actor: Actor) => ({ actor, entity_type: 'api_token', entity_id: id }) as const

/** Returns a token as text of the action log, without its hash. */
function printToken({ user_id, name, scope, role_id, prefix, expires_at }: ApiToken): string {
  return JSON.stringify({ user_id, name, scope, role_id, prefix, expires_at })
}
