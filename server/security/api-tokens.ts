import type { CurrentUser } from '#core/access/current-user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { ApiToken, TokenScope } from '#server/store/api-tokens.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { newToken, tokenHash } from './sessions.ts'
import { isEnded } from './token.ts'

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
 * Returns the owner of a personal API token. Throws `token-revoked` if it is unknown, revoked or was ended with
 * everything of its owner, `token-expired`, and `not-signed-in` if the owner is deleted or inactive. `now` in epoch
 * milliseconds.
 */
export async function callerOfApiToken(store: Store, token: string, now: number): Promise<TokenCaller> {
  const found = await store.apiTokens.byHash(tokenHash(token))
  if (!found) throw new ApiError('token-revoked')
  if (found.expires_at <= now) throw new ApiError('token-expired')
  const user = await store.users.current(found.user_id)
  if (!user) throw new ApiError('not-signed-in')
  if (await isEnded(store, { userId: found.user_id, issuedAt: found.created_on })) throw new ApiError('token-revoked')
  if (found.last_used_at === null || now - found.last_used_at > TOUCH_EVERY) await store.apiTokens.used(found.id)
  return { user, scope: found.scope }
}

/** URLs below which accounts, roles and groups are managed. */
const ACCOUNT_URLS = ['/api/v1/me', '/api/v1/security', '/login', '/logout']

/** The properties of a call that decide whether a token may make it. */
interface TokenCall {
  readonly method: string
  /** The path of the route below the base path. */
  readonly path: string
  /** The scope that the route declares, if it differs from that of its method. */
  readonly tokenScope?: TokenScope | undefined
}

/**
 * Throws `token-account` for calls that change accounts, roles, groups or tokens: a stolen token must not become anything
 * that outlives it. Throws `token-read-only` if a token of the scope `read` makes a call that may write: every method
 * but GET and HEAD, unless the route declares otherwise.
 */
export function requireTokenScope(scope: TokenScope, { method, path, tokenScope }: TokenCall): void {
  const isRead = method === 'GET' || method === 'HEAD'
  const isAccount = ACCOUNT_URLS.some((url) => path === url || path.startsWith(`${url}/`))
  if (!isRead && isAccount) throw new ApiError('token-account')
  if (scope === 'write') return
  if ((tokenScope ?? (isRead ? 'read' : 'write')) !== 'read') throw new ApiError('token-read-only')
}

/** The properties of a new token. */
export interface TokenDraft {
  readonly name: string
  readonly scope: TokenScope
  readonly days: number
}

/**
 * Creates a token of a user; returns it with its text, which is not stored. `begun` is when the request began: the token
 * is not created if everything of the user was ended since. Throws `not-signed-in` and the bound `api-tokens`.
 */
export function createApiToken(
  store: Store,
  userId: number,
  { name, scope, days }: TokenDraft,
  begun: number,
): Promise<{ readonly token: ApiToken; readonly text: string }> {
  const text = `${START}${newToken()}`
  return store.transaction(async (inside) => {
    await inside.users.lock(userId)
    if (await isEnded(inside, { userId, issuedAt: begun })) throw new ApiError('not-signed-in')
    const tokens = await inside.apiTokens.ofUser(userId)
    requireWithin('api-tokens', tokens.length + 1)
    const prefix = text.slice(0, PREFIX_LENGTH)
    const values = { user_id: userId, name, scope, prefix, token_hash: tokenHash(text) }
    const token = await inside.apiTokens.create({ ...values, expires_at: begun + days * DAY_MS })
    await inside.events.append({ ...eventOf(token, userId), action: 'create', after: printed(token) })
    return { token, text }
  })
}

/** Revokes a token of a user. Throws `not-found` if the user has none with this id. */
export async function revokeApiToken(store: Store, userId: number, id: number, actor: Actor): Promise<void> {
  await store.transaction(async (inside) => {
    const token = await inside.apiTokens.remove(userId, id)
    if (!token) throw new ApiError('not-found')
    await inside.events.append({ ...eventOf(token, actor), action: 'delete', before: printed(token) })
  })
}

const eventOf = ({ id }: ApiToken, actor: Actor) => ({ actor, entity_type: 'api_token', entity_id: id }) as const

/** Returns a token as text of the action log, without its hash. */
function printed({ user_id, name, scope, prefix, expires_at }: ApiToken): string {
  return JSON.stringify({ user_id, name, scope, prefix, expires_at })
}
