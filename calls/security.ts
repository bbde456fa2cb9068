import type { ListBody } from '#core/rest/responses.ts'
import type { RoleComparison } from '#core/rest/role-comparison.ts'
import { printRison } from '#core/rest/rison.ts'
import type { ObjectPermission, OwnedResponse, UserImportResponse } from '#core/rest/security.ts'
import type { ApiTokensResponse, SessionResponse } from '#core/rest/me.ts'
import type { NewToken, NewTokenResponse } from '#calls/me.ts'
import { call, responseFailure, send } from '#calls/call.ts'

const users = '/api/v1/security/users'
const roles = '/api/v1/security/roles'
/** The timeout of a file of users, in milliseconds. */
const USER_FILE_TIMEOUT = 5 * 60_000

/** Returns the entities that a user owns. */
export function fetchOwnedEntities(userId: number, signal?: AbortSignal): Promise<OwnedResponse> {
  return call('GET', `${users}/${userId}/owned`, { signal })
}

/** Makes another user the owner of everything that a user owns. */
export function transferEntitiesTo(userId: number, to: number): Promise<unknown> {
  return call('POST', `${users}/${userId}/hand_over`, { body: { to } })
}

/** Returns a link that signs the user in once; it replaces the password of the user. */
export async function createSignInLink(userId: number): Promise<{ readonly url: string; readonly expires_on: string }> {
  const { result } = await call<{ result: { url: string; expires_on: string } }>(
    'POST',
    `${users}/${userId}/sign_in_link`,
  )
  return result
}

/** Sends a link that signs the user in once to their email address; it replaces the password of the user. */
export async function inviteByEmail(
  userId: number,
): Promise<{ readonly sent_to: string; readonly expires_on: string }> {
  const { result } = await call<{ result: { sent_to: string; expires_on: string } }>(
    'POST',
    `${users}/${userId}/invitation`,
  )
  return result
}

/** Ends every session, sign-in link, bearer token and API token of a user. */
export function signOutUser(userId: number): Promise<unknown> {
  return call('POST', `${users}/${userId}/sign_out_everywhere`)
}

/** Returns the API tokens of a user, newest first, and the roles of the user. */
export function listTokensOf(userId: number, signal?: AbortSignal): Promise<ApiTokensResponse> {
  return call('GET', `${users}/${userId}/tokens`, { signal })
}

/** Creates an API token of a service account; the response is the only one that contains it. */
export async function createTokenOf(userId: number, body: NewToken): Promise<NewTokenResponse> {
  return (await call<{ readonly result: NewTokenResponse }>('POST', `${users}/${userId}/tokens`, { body })).result
}

/** Returns the sessions of a user, last seen first. */
export async function listSessionsOf(userId: number, signal?: AbortSignal): Promise<readonly SessionResponse[]> {
  const answer = await call<Pick<ListBody<SessionResponse>, 'result'>>('GET', `${users}/${userId}/sessions`, { signal })
  return answer.result
}

export function endSessionOf(userId: number, id: string): Promise<unknown> {
  return call('DELETE', `${users}/${userId}/sessions/${encodeURIComponent(id)}`)
}

/** Ends all sessions of a user; of the caller's own, all but this one. Tokens stay. */
export function endSessionsOf(userId: number): Promise<{ readonly count: number }> {
  return call('DELETE', `${users}/${userId}/sessions`)
}

export function revokeTokenOf(userId: number, id: number): Promise<unknown> {
  return call('DELETE', `${users}/${userId}/tokens/${id}`)
}

/** Removes the second factor of a user who has lost it. */
export function resetSecondFactor(userId: number): Promise<unknown> {
  return call('DELETE', `${users}/${userId}/second_factor`)
}

/** Gives a role to exactly these users. */
export function setUsersOfRole(
  roleId: number,
  userIds: readonly number[],
  previousIds: readonly number[],
): Promise<unknown> {
  const body = { user_ids: userIds, previous_user_ids: previousIds }
  return call('PUT', `${roles}/${roleId}/users`, { body })
}

/** Returns the differences between two roles. */
export async function compareRoles(left: number, right: number, signal?: AbortSignal): Promise<RoleComparison> {
  const path = `${roles}/${left}/compare/${right}`
  return (await call<{ readonly result: RoleComparison }>('GET', path, { signal })).result
}

/** Returns the permissions on databases, schemas and datasets whose name contains a text. */
export function fetchObjectPermissions(
  filter: string,
  signal?: AbortSignal,
): Promise<{ readonly is_truncated: boolean; readonly result: readonly ObjectPermission[] }> {
  return call('GET', `${roles}/object_permissions`, { query: { q: printRison({ filter }) }, signal })
}

/** Returns the permissions of the product as pairs of permission and view. */
export async function fetchPermissionPairs(
  signal?: AbortSignal,
): Promise<readonly (readonly [permission: string, view: string])[]> {
  interface Pair {
    readonly permission: { readonly name: string }
    readonly view_menu: { readonly name: string }
  }
  const pairs: Pair[] = []
  for (let page = 0; ; page++) {
    const q = printRison({ page, page_size: 1000 })
    const path = '/api/v1/security/permissions-resources/'
    const { result, count } = await call<ListBody<Pair>>('GET', path, { query: { q }, signal })
    pairs.push(...result)
    if (result.length === 0 || pairs.length >= count) break
  }
  return pairs.map(({ permission, view_menu }) => [permission.name, view_menu.name] as const)
}

/** The options of an import of users. */
export interface UserImportOptions {
  /** Nothing is stored. */
  readonly isDryRun: boolean
  /** Whether new users get a sign-in link. */
  readonly isInviting: boolean
  /** Whether the links are sent by email. */
  readonly isSending?: boolean
}

/** Returns the names of the attributes of users, for administrators. */
export async function fetchAttributeNames(signal?: AbortSignal): Promise<readonly string[]> {
  const path = `${users}/attribute_names`
  return (await call<{ readonly result: readonly string[] }>('GET', path, { signal })).result
}

/** Creates and changes users as a CSV text describes them. */
export function importUsers(
  csv: string,
  { isDryRun, isInviting, isSending }: UserImportOptions,
): Promise<UserImportResponse> {
  const body = { csv, dry_run: isDryRun, invite: isInviting, ...(isSending ? { send: true } : {}) }
  return call('POST', `${users}/import`, { body, timeout: USER_FILE_TIMEOUT })
}

/** Returns all users as a CSV file, which can be imported. */
export async function exportUsers(signal?: AbortSignal): Promise<Blob> {
  const response = await send('GET', `${users}/export`, { signal, timeout: USER_FILE_TIMEOUT })
  if (!response.ok) throw await responseFailure(response)
  return response.blob()
}
