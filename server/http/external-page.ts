import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isSignInError } from '#core/rest/sign-in-problems.ts'
import type { ProviderMapping } from '#server/base/provider-mapping.ts'
import { redirect } from '#server/route/client-page.ts'
import type { RouteRequest, RouteResponse } from '#server/route/route.ts'
import { needsSecondFactor, redirectToSecondFactor } from './second-factor-page.ts'
import { openSignInSession, signInAgain, withoutTicket } from './sign-in-session.ts'

/** A sign-in that an identity provider has confirmed. */
interface ConfirmedSignIn {
  readonly provider: Pick<ProviderMapping, 'name' | 'checks_second_factor'>
  /** When the sign-in began; epoch milliseconds. */
  readonly begun: number
  /** The path to show, below the base path. */
  readonly next: string
  /** The encrypted token with which the user signs out at the provider. */
  readonly signOutToken?: string | undefined
}

/** Opens the session of a user and shows the next page, after the second factor if the user needs one. */
export async function completeExternalSignIn(
  request: RouteRequest,
  { id: userId }: Pick<User, 'id'>,
  { provider, begun, next, signOutToken }: ConfirmedSignIn,
): Promise<RouteResponse> {
  const entering = { userId, begun, by: `provider ${provider.name}`, provider: provider.name, signOutToken }
  if (!provider.checks_second_factor && (await needsSecondFactor(request, userId)))
    return await redirectToSecondFactor(request, entering, next)
  const session = await openSignInSession(request, entering)
  if (session === undefined) return withoutTicket(request, signInAgain(request, 'sign-in-expired', next))
  return withoutTicket(request, redirect(request, next, session))
}

/** Maximum characters of the cause of a failed sign-in in the log: callers who have not signed in choose parts of it. */
const MAX_CAUSE = 300

/** Returns to the sign-in page, where users with a password can still sign in. The log has the reason. */
export function failedSignIn(
  request: RouteRequest,
  { name }: Pick<ProviderMapping, 'name'>,
  error: unknown,
  next: string,
): RouteResponse {
  if (!(error instanceof ApiError) || error.row.status === 500) throw error
  const cause = error.cause instanceof Error ? error.cause.message.slice(0, MAX_CAUSE) : undefined
  request.context.log.warn('A sign-in at an identity provider failed', { provider: name, error: error.message, cause })
  return signInAgain(request, isSignInError(error.code) ? error.code : 'identity-failed', next)
}
