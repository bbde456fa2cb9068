import type * as OpenId from 'openid-client'
import { ApiError } from '#core/rest/api-error.ts'
import type { IdentityProvider } from '#server/base/identity-providers.ts'
import { mergedClaims } from './external-user.ts'

/** Loaded at the first sign-in at a provider: most starts need none. */
const openId = () => import('openid-client')

/** Maximum duration of a request to a provider, in seconds. */
const TIMEOUT_S = 10
/** How long the metadata of a provider is used, and how long a failure to read it is remembered, in milliseconds. */
const METADATA_LIFE = 3_600_000
const FAILURE_LIFE = 5000

/** The values of an authorization request that its response must match. */
export interface AuthorizationChecks {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
}

/** A user that a provider has confirmed. */
export interface ConfirmedUser {
  readonly claims: Readonly<Record<string, unknown>>
  /** The ID token, with which the user signs out at the provider. */
  readonly idToken: string | undefined
}

interface CachedMetadata {
  readonly metadata: Promise<OpenId.Configuration>
  readonly until: number
}

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** The protocol of OpenID Connect with one provider: authorization code with PKCE, state and nonce. */
export class OpenIdProvider {
  readonly #provider: IdentityProvider
  #cached: CachedMetadata | undefined

  constructor(provider: IdentityProvider) {
    this.#provider = provider
  }

  /** Returns the URL at the provider where the user signs in, and the checks of its response. */
  async begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: AuthorizationChecks }> {
    const client = await openId()
    const metadata = await this.#metadata()
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const url = client.buildAuthorizationUrl(metadata, {
      redirect_uri: redirectUri,
      scope: this.#provider.scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, checks: { state, nonce, verifier } }
  }

  /**
   * Exchanges the code of a response for the claims of the user. Checks state, issuer, nonce, audience, expiry and
   * signature. Throws `provider-response` and `provider-unavailable`.
   */
  async finish(responseUrl: URL, { state, nonce, verifier }: AuthorizationChecks): Promise<ConfirmedUser> {
    const client = await openId()
    const metadata = await this.#metadata()
    try {
      const tokens = await client.authorizationCodeGrant(metadata, responseUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {}
      // The library accepts every tenant of a shared issuer; roles and subjects of other tenants are not ours.
      const { issuer } = this.#provider
      if (withoutSlash(String(claims['iss'])) !== withoutSlash(issuer))
        throw new Error(`The ID token is of the issuer ${String(claims['iss'])}, not of ${issuer}`)
      const hasUserInfo = metadata.serverMetadata().userinfo_endpoint !== undefined
      const subject = String(claims['sub'])
      const more = hasUserInfo ? await client.fetchUserInfo(metadata, tokens.access_token, subject) : {}
      return { claims: mergedClaims(claims, more), idToken: tokens.id_token }
    } catch (cause) {
      throw new ApiError(isUnavailable(cause) ? 'provider-unavailable' : 'provider-response', { cause })
    }
  }

  /** Returns the URL that signs the user out at the provider; undefined if the provider has none or is down. */
  async signOutUrl(idToken: string, returnTo: string): Promise<string | undefined> {
    const client = await openId()
    const metadata = await this.#metadata().catch(() => undefined)
    if (metadata?.serverMetadata().end_session_endpoint === undefined) return undefined
    try {
      return client.buildEndSessionUrl(metadata, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href
    } catch {
      // The session here must end even if the provider names an unusable address.
      return undefined
    }
  }

  /** Returns the metadata of the provider. Concurrent callers share one request. Throws `provider-unavailable`. */
  async #metadata(): Promise<OpenId.Configuration> {
    if (!this.#cached || this.#cached.until <= Date.now()) {
      const cached = { metadata: this.#discover(), until: Date.now() + METADATA_LIFE }
      this.#cached = cached
      cached.metadata.catch(() => {
        if (this.#cached === cached) this.#cached = { ...cached, until: Date.now() + FAILURE_LIFE }
      })
    }
    try {
      return await this.#cached.metadata
    } catch (cause) {
      throw new ApiError('provider-unavailable', { cause })
    }
  }

  async #discover(): Promise<OpenId.Configuration> {
    const client = await openId()
    const { issuer, client_id, client_secret } = this.#provider
    const url = new URL(issuer)
    // The settings allow http only for this machine.
    const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const execute = [...insecure, client.enableNonRepudiationChecks]
    return client.discovery(url, client_id, client_secret, undefined, { execute, timeout: TIMEOUT_S })
  }
}

/** True for errors of the network and of the provider's server. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  const cause = error.cause instanceof Response ? error.cause.status >= 500 : false
  return cause || error.name === 'TimeoutError' || (error as { readonly code?: string }).code === 'OAUTH_TIMEOUT'
}
