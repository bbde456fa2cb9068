import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { ApiError } from '#core/rest/api-error.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import { requirePlainXml, type SamlSession } from './saml-assertion.ts'
import { plainAttribute, plainTexts } from './saml-text.ts'
import { protocolWith, type ServiceUrls } from './saml-protocol.ts'

/** A request of the provider to sign a user out. */
export interface SamlSignOutRequest {
  readonly id: string
  readonly nameId: string
  /** The sessions of the provider that end; all of the user if there are none. */
  readonly sessionIndexes: readonly string[]
  /** Sent back with the response. */
  readonly relayState: string
}

/** Maximum bytes of a request after it is unpacked. */
const MAX_BYTES = 64 * 1024
/** How long a request may be on its way, in milliseconds, besides the clock skew. */
export const SIGN_OUT_TTL_MS = 5 * 60_000

const HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'

/** Returns the URL at the provider that ends the session there, with a signed request. */
export async function samlSignOutUrl(
  provider: SamlProvider,
  urls: ServiceUrls,
  { nameId, format, index, qualifier, spQualifier }: SamlSession,
  id: string,
): Promise<string> {
  const protocol = await protocolWith(provider, urls, id)
  const profile = {
    issuer: provider.entityId,
    nameID: nameId,
    nameIDFormat: format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(index === undefined ? {} : { sessionIndex: index }),
    ...(qualifier === undefined ? {} : { nameQualifier: qualifier }),
    ...(spQualifier === undefined ? {} : { spNameQualifier: spQualifier }),
  }
  return protocol.getLogoutUrlAsync(profile, '', {})
}

/** Returns the URL at the provider that receives the signed response to its request. */
export async function samlSignOutResponseUrl(
  provider: SamlProvider,
  urls: ServiceUrls,
  { id, relayState }: Pick<SamlSignOutRequest, 'id' | 'relayState'>,
  { isKnown, responseId }: { readonly isKnown: boolean; readonly responseId: string },
): Promise<string> {
  const protocol = await protocolWith(provider, urls, responseId)
  const request = { ID: id, issuer: provider.entityId, nameID: '', nameIDFormat: '' }
  return protocol.getLogoutResponseUrlAsync(request, relayState, {}, isKnown)
}

/**
 * Returns the request in a query string (binding HTTP-Redirect). It must be signed by the provider, for this server, and
 * sent within the last minutes; `now` in epoch milliseconds. The signature is checked before anything is unpacked.
 * Throws `provider-response`.
 */
export async function readSignOutRequest(
  provider: SamlProvider,
  urls: ServiceUrls,
  query: string,
  now: number,
): Promise<SamlSignOutRequest> {
  try {
    const sent = signedQuery(provider, query)
    const packed = Buffer.from(sent.SAMLRequest, 'base64')
    const xml = inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8')
    requirePlainXml(provider, xml)
    requireCurrent(provider, urls, xml, now)
    const protocol = await protocolWith(provider, urls, '_')
    const { profile } = await protocol.validateRedirectAsync({ ...sent }, query)
    if (!profile?.nameID || typeof profile.ID !== 'string') throw new Error('The request names no user')
    const sessionIndexes = plainTexts(xml, 'SessionIndex')
    return { id: profile.ID, nameId: profile.nameID, sessionIndexes, relayState: sent.RelayState ?? '' }
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw new ApiError('provider-response', { cause })
  }
}

/** Returns the parameters of a query whose signature is one of the provider. Each parameter may occur once. */
function signedQuery(
  { certificates, allow_sha1: isSha1Allowed }: SamlProvider,
  query: string,
): Readonly<Record<'SAMLRequest' | 'SigAlg' | 'Signature', string>> & { readonly RelayState?: string } {
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const equals = part.indexOf('=')
    const [name, value] = [part.slice(0, equals), part.slice(equals + 1)]
    if (!['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].includes(name) || raw.has(name))
      throw new Error('The request has an unknown or a repeated parameter')
    raw.set(name, value)
  }
  const [message, algorithm, signature] = ['SAMLRequest', 'SigAlg', 'Signature'].map((name) => raw.get(name))
  if (!message || !algorithm || !signature) throw new Error('The request is not signed')
  const relay = raw.get('RelayState')
  const signed = [
    `SAMLRequest=${message}`,
    ...(relay === undefined ? [] : [`RelayState=${relay}`]),
    `SigAlg=${algorithm}`,
  ]
  const text = (value: string) => decodeURIComponent(value.replaceAll('+', ' '))
  const method = text(algorithm)
  const hash = method === SHA1 && isSha1Allowed ? 'sha1' : HASHES[method]
  if (hash === undefined) throw new Error(`The algorithm ${method.slice(0, 100)} is not accepted`)
  const [data, value] = [Buffer.from(signed.join('&')), Buffer.from(text(signature), 'base64')]
  if (!certificates.some((each) => verify(hash, data, new X509Certificate(each).publicKey, value)))
    throw new Error('The signature of the request is not one of the provider')
  return {
    SAMLRequest: text(message),
    SigAlg: method,
    Signature: text(signature),
    ...(relay === undefined ? {} : { RelayState: text(relay) }),
  }
}

/** Throws unless a signed request is for this server and was sent within the last minutes. */
function requireCurrent(
  { clock_skew_s: skew }: SamlProvider,
  { signOutUrl }: ServiceUrls,
  xml: string,
  now: number,
): void {
  const destination = plainAttribute(xml, 'LogoutRequest', 'Destination')
  if (destination !== signOutUrl) throw new Error(`The request is for ${destination?.slice(0, 200) ?? 'nobody'}`)
  const sent = Date.parse(plainAttribute(xml, 'LogoutRequest', 'IssueInstant') ?? '')
  const age = now - sent
  if (!(age <= SIGN_OUT_TTL_MS + skew * 1000 && age >= -skew * 1000)) throw new Error('The request has expired')
}
