import { type ApiTokenResponse, apiTokensResponse } from '#core/rest/me.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { jsonResponse, type RouteResponse } from '#server/route/route.ts'
import type { ApiToken } from '#server/store/api-tokens.ts'
import type { Store } from '#server/store/store.ts'

/** Returns an API token as sent, without its hash. */
export function presentToken(token: ApiToken): ApiTokenResponse {
  const { id, name, scope, prefix } = token
  return {
    id,
    name,
    scope,
    prefix,
    created_on: printInstant(token.created_on),
    expires_on: printInstant(token.expires_at),
    last_used_on: token.last_used_at === null ? null : printInstant(token.last_used_at),
  }
}

/** Returns the response with the API tokens of a user, newest first. */
export async function presentTokens(store: Store, userId: number): Promise<RouteResponse> {
  const result = (await store.apiTokens.ofUser(userId)).map(presentToken)
  return jsonResponse(apiTokensResponse, { count: result.length, result })
}
