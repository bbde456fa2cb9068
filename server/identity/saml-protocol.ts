import { randomBytes } from 'node:crypto'
import { isObject } from '#core/rest/json.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import type { ExternalUser } from './external-user.ts'
import {
  requestIdOfAssertion,
  requireOneAssertion,
  requirePlainSyntax,
  requirePlainXml,
  type SamlSession,
  samlSessionOf,
  samlUserOf,
} from './saml-assertion.ts'
import { decryptedResponse, requireReadableParts } from './saml-encryption.ts'

/** The URLs of Facet that a provider knows. */
export interface ServiceUrls {
  readonly callbackUrl: string
  readonly metadataUrl: string
  /** Receives requests and responses of sign-out. */
  readonly signOutUrl: string
}

/** A sign-in that the provider has confirmed. */
export interface ConfirmedAssertion {
  readonly external: ExternalUser
  /** The id of the request that it answers. */
  readonly requestId: string
  readonly session: SamlSession
}

/** Random bytes of the id of a request. */
const ID_BYTES = 20

/** Returns the protocol with a provider. The library is loaded at the first sign-in at a provider. */
export async function protocolWith(
  provider: SamlProvider,
  { callbackUrl, metadataUrl, signOutUrl }: ServiceUrls,
  id: string,
) {
  const library = await import('@node-saml/node-saml')
  // A bundle has only the default export of the package, and the loader of TypeScript only the named ones.
  const { SAML }: Pick<typeof library, 'SAML'> = Object.hasOwn(library, 'SAML') ? library : library.default
  const entityId = provider.entity_id ?? metadataUrl
  return new SAML({
    idpCert: [...provider.certificates],
    idpIssuer: provider.entityId,
    issuer: entityId,
    audience: entityId,
    callbackUrl,
    entryPoint: provider.entry_point,
    wantAssertionsSigned: true,
    // Many providers sign the assertion only.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: provider.clock_skew_s * 1000,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
    ...signOutOptions(provider, signOutUrl),
    // `requestIdOfAssertion` reads it from the signed assertion; that of the response is not signed.
    validateInResponseTo: 'never' as never,
  })
}

/** Returns the options for a provider at which users sign out; requests to it are signed. */
function signOutOptions({ sign_out: signOut }: SamlProvider, logoutCallbackUrl: string) {
  if (!signOut) return {}
  return {
    logoutUrl: signOut.url,
    logoutCallbackUrl,
    privateKey: signOut.key,
    publicCert: signOut.certificate,
    signatureAlgorithm: 'sha256' as const,
  }
}

/** Returns a random id of a request. */
export const newRequestId = () => `_${randomBytes(ID_BYTES).toString('hex')}`

/** Returns the URL at the provider where the user signs in, and the id of the request. */
export async function beginSaml(
  provider: SamlProvider,
  urls: ServiceUrls,
): Promise<{ readonly url: string; readonly requestId: string }> {
  const requestId = newRequestId()
  const protocol = await protocolWith(provider, urls, requestId)
  return { url: await protocol.getAuthorizeUrlAsync('', undefined, {}), requestId }
}

/** Returns the id of the request that a response names; undefined if it names none. The response is not checked. */
export function requestIdOfResponse(response: string): string | undefined {
  return /InResponseTo\s*=\s*["']([^"']{1,100})["']/.exec(decodeResponse(response))?.[1]
}

function decodeResponse(response: string): string {
  return Buffer.from(response, 'base64').toString('utf8')
}

/**
 * Returns the user that a response confirms. Its assertion must be signed by the provider, for this server, valid at
 * `now` (epoch milliseconds), answer a request, and be encrypted if the provider requires it. Throws
 * `provider-response`, `identity-encrypted`, `identity-claim-missing` and `identity-groups`.
 */
export async function finishSaml(
  provider: SamlProvider,
  urls: ServiceUrls,
  response: string,
  now: number,
): Promise<ConfirmedAssertion> {
  try {
    const received = decodeResponse(response)
    requirePlainSyntax(received)
    requireReadableParts(received)
    const xml = decryptedResponse(provider, received)
    requirePlainXml(provider, xml)
    requireOneAssertion(provider, xml)
    const protocol = await protocolWith(provider, urls, '_')
    const { profile } = await protocol.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    const assertion = profile?.getAssertion?.()['Assertion']
    if (!isObject(assertion)) throw new Error('The response has no assertion')
    const requestId = requestIdOfAssertion(provider, assertion, { callbackUrl: urls.callbackUrl, now })
    return { external: samlUserOf(provider, assertion), requestId, session: samlSessionOf(assertion) }
  } catch (cause) {
    // The number of tags of a decrypted text must look like any other fault, or it would reveal the text piece by piece.
    if (cause instanceof ApiError && cause.code !== 'bound-passed') throw cause
    throw new ApiError('provider-response', { cause })
  }
}

/** Returns the metadata of Facet as XML, for the administrator of the provider. */
export async function samlMetadata(provider: SamlProvider, urls: ServiceUrls): Promise<string> {
  const protocol = await protocolWith(provider, urls, '_metadata')
  if (provider.encryption) protocol.options.decryptionPvk = provider.encryption.key
  const xml = protocol.generateServiceProviderMetadata(
    provider.encryption?.certificate ?? null,
    provider.sign_out?.certificate ?? null,
  )
  // The library names the other binding.
  return xml.replace(/(<SingleLogoutService Binding="[^"]*:)HTTP-POST"/, '$1HTTP-Redirect"')
}
