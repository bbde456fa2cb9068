import { ApiError } from '#core/rest/api-error.ts'
import type { IdentityProvider } from '#server/base/identity-providers.ts'
import { externalUserOf } from '#server/identity/external-user.ts'
import { signInExternal } from '#server/identity/external-sign-in.ts'
import { OpenIdProvider } from '#server/identity/openid-provider.ts'
import type { Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { encryptSecret } from '#server/security/secret-box.ts'
import { completeExternalSignIn, failedSignIn } from './external-page.ts'
import { nextPathOf, signInAgain, ticketOf, withoutTicket, withTicket } from './sign-in-session.ts'

/** Sign-in at an OpenID Connect provider. */
export const providerRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/oidc/:provider', policy: { allow: 'anyone' }, handler: beginSignIn },
  { method: 'GET', path: '/login/oidc/:provider/callback', policy: { allow: 'anyone' }, handler: finishSignIn },
]

const protocols = new WeakMap<IdentityProvider, OpenIdProvider>()

/** Returns the protocol of a provider, with the metadata that it has cached. */
export function protocolOf(provider: IdentityProvider): OpenIdProvider {
  const existing = protocols.get(provider)
  if (existing) return existing
  const newProvider = new OpenIdProvider(provider)
  protocols.set(provider, newProvider)
  return newProvider
}

function providerOf({ context, params }: RouteRequest): IdentityProvider {
  const { provider: name = '' } = params
  const provider = context.config.identityProviders.find((each) => each.name === name)
  if (!provider) throw new ApiError('provider-unknown', { args: [name] })
  return provider
}

/** Returns the URL that the provider knows; the requested host may be another one. */
function callbackUrl({ context }: RouteRequest, { name }: IdentityProvider): string {
  const { publicUrl, basePath } = context.config
  return `${publicUrl}${basePath}/login/oidc/${name}/callback`
}

/** Redirects to the provider. The checks of its response are in an encrypted cookie of this browser. */
async function beginSignIn(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const next = nextPathOf(request)
  try {
    const begun = request.context.now()
    const { url, checks } = await protocolOf(provider).begin(callbackUrl(request, provider))
    const response = { status: 302, headers: { location: url, 'cache-control': 'no-store' } }
    return withTicket(request, response, { step: 'provider', begun, next, provider: provider.name, checks })
  } catch (error) {
    return failedSignIn(request, provider, error, next)
  }
}

async function finishSignIn(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const ticket = ticketOf(request, 'provider')
  if (ticket?.provider !== provider.name) return signInAgain(request, 'sign-in-expired', '/')
  const { begun, next, checks } = ticket
  const attempt = { name: `provider ${checks.state}`, ip: request.ip }
  if ((await request.context.attempts.begin(attempt)) === undefined) return signInAgain(request, 'wait', next)
  try {
    const url = new URL(callbackUrl(request, provider))
    url.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    const { claims, idToken } = await protocolOf(provider).finish(url, checks)
    const user = await signInExternal(request.context, provider, externalUserOf(provider, claims))
    const { secretKey } = request.context.config
    const signOutToken = provider.sign_out && idToken !== undefined ? encryptSecret(secretKey, idToken) : undefined
    await request.context.attempts.succeed(attempt)
    return await completeExternalSignIn(request, user, { provider, begun, next, signOutToken })
  } catch (error) {
    return withoutTicket(request, failedSignIn(request, provider, error, next))
  }
}
