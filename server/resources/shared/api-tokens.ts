import { ApiError } from '#core/rest/api-error.ts'
import { readBody } from '#core/rest/body.ts'
import { apiTokenBody, type ApiTokenResponse, apiTokensResponse, newApiTokenResponse } from '#core/rest/me.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { jsonResponse, type RouteRequest, type RouteResponse } from '#server/route/route.ts'
import { createApiToken } from '#server/security/api-tokens.ts'
import type { ApiToken } from '#server/store/api-tokens.ts'
import type { Store } from '#server/store/store.ts'

/** Returns API tokens as sent, without their hashes. */
async function presentAll(store: Store, tokens: readonly ApiToken[]): Promise<readonly ApiTokenResponse[]> {
  const ids = tokens.flatMap(({ role_id }) => role_id ?? [])
  const roles = ids.length === 0 ? [] : (await store.roles.list({ where: { col: 'id', op: 'in', value: ids } })).rows
  const names = new Map(roles.map(({ id, name }) => [id, name]))
  return tokens.map((token) => presentToken(token, names))
}

function presentToken(token: ApiToken, roleNames: ReadonlyMap<number, string>): ApiTokenResponse {
  const { id, name, scope, role_id, prefix } = token
  return {
    id,
    name,
    scope,
    role: role_id === null ? null : { id: role_id, name: roleNames.get(role_id) ?? null },
    prefix,
    created_on: printInstant(token.created_on),
    expires_on: printInstant(token.expires_at),
    last_used_on: token.last_used_at === null ? null : printInstant(token.last_used_at),
  }
}

/** Returns the response with the API tokens of a user, newest first, and with the roles of the user. */
export async function presentTokens(store: Store, userId: number): Promise<RouteResponse> {
  const result = [...(await presentAll(store, await store.apiTokens.ofUser(userId)))]
  const ids = (await store.users.current(userId))?.roleIds ?? []
  const order = [{ column: 'name', direction: 'asc' as const }]
  const { rows } = await store.roles.list({ where: { col: 'id', op: 'in', value: ids }, order })
  const roles = rows.map(({ id, name }) => ({ id, name }))
  return jsonResponse(apiTokensResponse, { count: result.length, result, roles })
}

/** Creates the API token that the body describes for a user; the response is the only one that contains its text. */
export async function respondWithNewToken(
  { context, body, user }: RouteRequest,
  userId: number,
): Promise<RouteResponse> {
  const begun = context.now()
  if (typeof body !== 'object' || body === null) throw new ApiError('payload-not-json')
  const read = readBody(apiTokenBody, body)
  if ('errors' in read) throw new ApiError('fields-wrong', { fields: read.errors })
  const { name, scope, role_id: roleId = null, expires_in_days: days } = read.ok
  const { store } = context
  const draft = { name, scope, roleId, days }
  const { token, text } = await createApiToken(store, userId, draft, begun, user.userId)
  const [shown] = await presentAll(store, [token])
  if (!shown) throw new ApiError('internal')
  const result = { ...shown, token: text }
  return {
    ...jsonResponse(newApiTokenResponse, { id: token.id, result }, 201),
    headers: { 'cache-control': 'no-store' },
  }
}
