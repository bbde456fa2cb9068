import { ApiError } from '#core/rest/api-error.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import { signInExternal } from '#server/identity/external-sign-in.ts'
import type { Session } from '#core/entity/session.ts'
import {
  beginSaml,
  type ConfirmedAssertion,
  finishSaml,
  newRequestId,
  requestIdOfResponse,
  samlMetadata,
  type ServiceUrls,
} from '#server/identity/saml-protocol.ts'
import {
  readSignOutRequest,
  type SamlSignOutRequest,
  samlSignOutResponseUrl,
  samlSignOutUrl,
  SIGN_OUT_TTL_MS,
} from '#server/identity/saml-sign-out.ts'
import { recordSamlSignOut, samlSessionIn } from '#server/identity/saml-signed-out.ts'
import { TICKET_TTL_MS } from '#server/identity/sign-in-ticket.ts'
import { redirect } from '#server/route/client-page.ts'
import type { Route, RouteRequest, RouteResponse } from '#server/route/route.ts'
import { subscriberAddress } from '#server/security/address-network.ts'
import { decryptSecret, encryptSecret } from '#server/security/secret-box.ts'
import { createToken, tokenHash } from '#server/security/sessions.ts'
import { removeSession } from '#server/security/view-as.ts'
import { completeExternalSignIn, failedSignIn } from './external-page.ts'
import { nextPathOf, signInAgain, ticketOf, withoutTicket, withTicket } from './sign-in-session.ts'

/**
 * Sign-in at a SAML provider. The provider sends its response from its own site, where browsers omit the cookie of the
 * sign-in. The response is therefore checked first, and the browser is redirected to a page that reads the cookie.
 */
export const samlRoutes: readonly Route[] = [
  { method: 'GET', path: '/login/saml/:provider', policy: { allow: 'anyone' }, handler: beginSignIn },
  {
    method: 'POST',
    path: '/login/saml/:provider/callback',
    policy: { allow: 'anyone' },
    csrfExempt: 'The provider signs the response, and only the browser that began the sign-in can use it.',
    handler: receive,
  },
  { method: 'GET', path: '/login/saml/:provider/finish', policy: { allow: 'anyone' }, handler: finishSignIn },
  { method: 'GET', path: '/login/saml/:provider/metadata', policy: { allow: 'anyone' }, handler: metadata },
  { method: 'GET', path: '/login/saml/:provider/logout', policy: { allow: 'anyone' }, handler: signOut },
]

/** Sign-ins that an address may begin in a minute: each is stored until it ends. */
const MAX_BEGUN = 100
/** Responses that an address may send in a minute: their signatures are checked before a browser is known. */
const MAX_RECEIVED = 20
const WINDOW_MS = 60_000
/** How long the browser has to follow the redirect after the response, in milliseconds. */
const FOLLOW_LIFE = 60_000

function providerOf({ context, params }: RouteRequest): SamlProvider {
  const { provider: name = '' } = params
  const provider = context.config.samlProviders.find((each) => each.name === name)
  if (!provider) throw new ApiError('provider-unknown', { args: [name] })
  return provider
}

/** Returns the URLs that the provider knows; the requested host may be another one. */
function urlsOf({ context }: Pick<RouteRequest, 'context'>, { name }: Pick<SamlProvider, 'name'>): ServiceUrls {
  const { publicUrl, basePath } = context.config
  const base = `${publicUrl}${basePath}/login/saml/${name}`
  return { callbackUrl: `${base}/callback`, metadataUrl: `${base}/metadata`, signOutUrl: `${base}/logout` }
}

/** Returns the URL that ends a session at a SAML provider; undefined if the provider has none, or it cannot be made. */
export async function samlSignOut(
  { context }: Pick<RouteRequest, 'context'>,
  { provider: name, sign_out_token: token }: Pick<Session, 'provider' | 'sign_out_token'>,
): Promise<string | undefined> {
  const provider = context.config.samlProviders.find((each) => each.name === name)
  const session = provider?.sign_out && samlSessionIn(context.config.secretKey, token)
  if (!provider || !session) return undefined
  try {
    return await samlSignOutUrl(provider, urlsOf({ context }, provider), session, newRequestId())
  } catch (error) {
    // The session here must end all the same.
    const cause = error instanceof Error ? error.message : undefined
    context.log.warn('A sign-out at an identity provider failed', { provider: provider.name, cause })
    return undefined
  }
}

/**
 * Ends the sessions that the provider names in a signed request, and answers it. The response to a request of Facet
 * leads to the sign-in page: the session has ended before.
 */
async function signOut(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const { context, ip, query, url } = request
  if (query['SAMLResponse'] !== undefined) return redirect(request, '/login/')
  const limit = { key: `saml sign-out ${subscriberAddress(ip)}`, most: MAX_BEGUN }
  if (!(await context.shared.allow([limit], WINDOW_MS))) return signInAgain(request, 'wait', '/')
  try {
    if (!provider.sign_out) throw new ApiError('provider-response', { cause: new Error('sign_out is not set') })
    const urls = urlsOf(request, provider)
    const sent = await readSignOutRequest(provider, urls, url.slice(url.indexOf('?') + 1), context.now())
    const once = { key: `saml sign-out ${provider.name} ${sent.id}`, most: 1 }
    if (!(await context.store.limitCounts.allow([once], lifeOf(provider)))) throw notOpen()
    // Before the sessions end: a sign-in that completes now either ends with them, or finds the record.
    await recordSamlSignOut(context.store, provider, sent, context.now())
    const isKnown = await endSamlSessions(context, provider, sent)
    const answer = { isKnown, responseId: newRequestId() }
    const location = await samlSignOutResponseUrl(provider, urls, sent, answer)
    return { status: 302, headers: { location, 'cache-control': 'no-store' } }
  } catch (error) {
    return failedSignIn(request, provider, error, '/')
  }
}

/** Returns how long the id of a request is stored: longer than the request is accepted by any clock; in milliseconds. */
function lifeOf({ clock_skew_s: skew }: SamlProvider): number {
  return 2 * (SIGN_OUT_TTL_MS + skew * 1000)
}

/** Maximum sessions of a user that one request ends. */
const MAX_ENDED = 1000

/** Ends the sessions of a user at the provider; returns false for an unknown user. */
async function endSamlSessions(
  { store, config }: RouteRequest['context'],
  { name, issuer }: SamlProvider,
  { nameId, sessionIndexes }: SamlSignOutRequest,
): Promise<boolean> {
  const identity = await store.externalIdentities.find({ issuer, subject: nameId })
  if (!identity) return false
  for (const session of await store.sessions.ofUser(identity.user_id, MAX_ENDED)) {
    const index = samlSessionIn(config.secretKey, session.sign_out_token)?.index
    const isNamed = sessionIndexes.length === 0 || index === undefined || sessionIndexes.includes(index)
    if (session.provider === name && isNamed) await removeSession(store, session)
  }
  return true
}

/** Redirects to the provider. The request is stored, so that it is answered once. */
async function beginSignIn(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const { context, ip } = request
  const next = nextPathOf(request)
  const limit = { key: `saml ${subscriberAddress(ip)}`, most: MAX_BEGUN }
  if (!(await context.shared.allow([limit], WINDOW_MS))) return signInAgain(request, 'wait', next)
  const begun = context.now()
  const { url, requestId } = await beginSaml(provider, urlsOf(request, provider))
  await context.store.keyValues.put({
    resource: 'saml_request',
    key: requestId,
    value: JSON.stringify(provider.name),
    user_id: null,
    expires_on: begun + TICKET_TTL_MS,
  })
  const response = { status: 302, headers: { location: url, 'cache-control': 'no-store' } }
  return withTicket(request, response, { step: 'saml', begun, next, provider: provider.name, requestId })
}

/** Checks a response of the provider, which counts once in all processes, and keeps the user for the next page. */
async function receive(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const { context, ip } = request
  const limit = { key: `saml response ${subscriberAddress(ip)}`, most: MAX_RECEIVED }
  if (!(await context.shared.allow([limit], WINDOW_MS))) return signInAgain(request, 'wait', '/')
  const { SAMLResponse: response } = isObject(request.body) ? request.body : {}
  if (typeof response !== 'string') return signInAgain(request, 'provider-response', '/')
  try {
    // Before the response is parsed. The cookie of the browser is missing here.
    const named = requestIdOfResponse(response)
    if (named === undefined)
      throw new ApiError('provider-response', { cause: new Error('The response names no request') })
    await requireOpen(request, provider, named)
    const confirmed = await finishSaml(provider, urlsOf(request, provider), response, context.now())
    await requireOpen(request, provider, confirmed.requestId)
    const { keyValues } = context.store
    // Only one of several concurrent callers removes it.
    if (!(await keyValues.remove('saml_request', confirmed.requestId))) throw notOpen()
    const code = createToken()
    await keyValues.put({
      resource: 'saml_response',
      key: tokenHash(code),
      value: encryptSecret(context.config.secretKey, JSON.stringify({ provider: provider.name, ...confirmed })),
      user_id: null,
      expires_on: context.now() + FOLLOW_LIFE,
    })
    return redirect(request, `/login/saml/${provider.name}/finish?code=${code}`)
  } catch (error) {
    return failedSignIn(request, provider, error, '/')
  }
}

/** Throws `sign-in-expired` unless a sign-in at the provider began with the request and has not ended. */
async function requireOpen({ context }: RouteRequest, { name }: SamlProvider, requestId: string): Promise<void> {
  const begun = await context.store.keyValues.get('saml_request', requestId)
  if (begun?.value !== JSON.stringify(name)) throw notOpen()
}

function notOpen(): ApiError {
  return new ApiError('sign-in-expired', { cause: new Error('The request is unknown, or was answered before') })
}

/** Signs in the user of a checked response, if this browser began the sign-in. */
async function finishSignIn(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const ticket = ticketOf(request, 'saml')
  const confirmed = await takeConfirmed(request, provider)
  if (!ticket || ticket.provider !== provider.name || ticket.requestId !== confirmed?.requestId)
    return signInAgain(request, 'sign-in-expired', '/')
  const { begun, next } = ticket
  try {
    const user = await signInExternal(request.context, provider, confirmed.external)
    const { secretKey } = request.context.config
    const signOutToken = provider.sign_out && encryptSecret(secretKey, JSON.stringify(confirmed.session))
    return await completeExternalSignIn(request, user, { provider, begun, next, signOutToken })
  } catch (error) {
    return withoutTicket(request, failedSignIn(request, provider, error, next))
  }
}

/** Returns the checked response of a code, which counts once; undefined if there is none. */
async function takeConfirmed(
  { context, query }: RouteRequest,
  { name }: SamlProvider,
): Promise<ConfirmedAssertion | undefined> {
  const { keyValues } = context.store
  const key = tokenHash(query['code'] ?? '')
  const stored = await keyValues.get('saml_response', key)
  if (!stored || !(await keyValues.remove('saml_response', key))) return undefined
  const { provider, ...confirmed } = parseJson(
    decryptSecret(context.config.secretKey, stored.value),
  ) as ConfirmedAssertion & {
    readonly provider: string
  }
  return provider === name ? confirmed : undefined
}

async function metadata(request: RouteRequest): Promise<RouteResponse> {
  const provider = providerOf(request)
  const xml = await samlMetadata(provider, urlsOf(request, provider))
  return { status: 200, type: 'application/samlmetadata+xml; charset=utf-8', bytes: Buffer.from(xml) }
}
