import { isObject } from '#core/rest/json.ts'
import { USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import { exactTextOf, type ExternalUser, MAX_GROUPS } from './external-user.ts'
import { plainTexts } from './saml-text.ts'

/** The values that an assertion must match. */
interface ExpectedAssertion {
  /** The URL to which the provider sends it. */
  readonly callbackUrl: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** The identifiers of a session at the provider, which end it. */
export interface SamlSession {
  readonly nameId: string
  readonly format?: string | undefined
  readonly qualifier?: string | undefined
  readonly spQualifier?: string | undefined
  readonly index?: string | undefined
}

/** An element as the library parses it: attributes in `$`, text in `_`, and lists of elements by name. */
type Element = Readonly<Record<string, unknown>>

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const C14N = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315']
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const SHA2 = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const SHA1 = ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1']

/** Maximum characters of an algorithm or issuer in an error: callers who have not signed in choose it. */
const MAX_SHOWN = 100
/** Characters that XML forbids or discourages; the parser takes some of them for spaces. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/

/**
 * Throws for documents with comments, document types, CDATA, processing instructions, control characters or attributes
 * without quotes, which parsers read differently. Throws `bound-passed` for more tags than the parser reads in a short
 * time.
 */
export function requirePlainSyntax(xml: string): void {
  const body = xml.replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '')
  requireWithin('saml-tags', body.split('<').length - 1)
  if (/<(?![/A-Za-z])/.test(body))
    throw new Error('The response has comments, CDATA, a document type or processing instructions')
  if (CONTROLS.test(body)) throw new Error('The response has control characters')
  if (/Algorithm\s*=\s*[^\s"']/.test(body)) throw new Error('The response has an algorithm without quotes')
}

/**
 * Throws for documents that `requirePlainSyntax` rejects, and with other algorithms than those known as safe.
 * Algorithms are compared as they are written.
 */
export function requirePlainXml({ allow_sha1: isSha1Allowed }: Pick<SamlProvider, 'allow_sha1'>, xml: string): void {
  requirePlainSyntax(xml)
  const allowed = [...C14N, ENVELOPED, ...SHA2, ...(isSha1Allowed ? SHA1 : [])]
  for (const [, double, single] of xml.matchAll(/Algorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const algorithm = double ?? single ?? ''
    if (!allowed.includes(algorithm)) throw new Error(`The algorithm ${algorithm.slice(0, MAX_SHOWN)} is not accepted`)
  }
}

/** Maximum signatures: of the response and of the assertion. */
const MAX_SIGNATURES = 2

/**
 * Throws unless the response has one assertion, a signature, one reference for each signature, and no issuer but the
 * provider. Nothing is parsed: the document of a caller who cannot sign in costs little. Expects a plain document.
 */
export function requireOneAssertion({ entityId }: Pick<SamlProvider, 'entityId'>, xml: string): void {
  const count = (name: string) => xml.match(startOf(name))?.length ?? 0
  if (count('Assertion') !== 1) throw new Error(`The response has ${count('Assertion')} assertions, not one`)
  const signatures = count('Signature')
  if (signatures === 0 || signatures > MAX_SIGNATURES) throw new Error(`The response has ${signatures} signatures`)
  if (count('Reference') !== signatures) throw new Error('A signature must refer to one element')
  for (const issuer of plainTexts(xml, 'Issuer'))
    if (issuer !== entityId)
      throw new Error(`The response is of the issuer ${issuer.slice(0, MAX_SHOWN)}, not of ${entityId}`)
}

/** Returns the pattern of the start tags of a name, with any prefix. */
const startOf = (name: string) => new RegExp(`<(?:[^\\s<>/:]+:)?${name}(?=[\\s/>])`, 'g')

/** Returns the id of the request that a signed assertion answers. Throws if it is not for this server, or not now. */
export function requestIdOfAssertion(provider: SamlProvider, assertion: Element, expected: ExpectedAssertion): string {
  const issuer = textOf(firstElementNamed(assertion, 'Issuer'))
  if (issuer !== provider.entityId)
    throw new Error(`The assertion is of the issuer ${issuer}, not of ${provider.entityId}`)
  const latest = expected.now - provider.clock_skew_s * 1000
  const conditions = firstElementNamed(assertion, 'Conditions')
  if (!isBefore(latest, attributeOf(conditions, 'NotOnOrAfter'))) throw new Error('The assertion has expired')
  if (!firstElementNamed(assertion, 'AuthnStatement')) throw new Error('The assertion has no AuthnStatement')
  const confirmations = elementsNamed(firstElementNamed(assertion, 'Subject'), 'SubjectConfirmation')
  for (const confirmation of confirmations) {
    const data = firstElementNamed(confirmation, 'SubjectConfirmationData')
    const request = attributeOf(data, 'InResponseTo')
    const isValid =
      attributeOf(confirmation, 'Method') === BEARER &&
      attributeOf(data, 'Recipient') === expected.callbackUrl &&
      isBefore(latest, attributeOf(data, 'NotOnOrAfter'))
    if (isValid && request !== undefined && request !== '') return request
  }
  throw new Error('The assertion confirms no subject for this recipient, time and request')
}

/** Returns the user of a signed assertion. Throws `identity-claim-missing` and `identity-groups`. */
export function samlUserOf(provider: SamlProvider, assertion: Element): ExternalUser {
  const nameId = firstElementNamed(firstElementNamed(assertion, 'Subject'), 'NameID')
  const subject = exactTextOf('NameID', nameId?.['_'])
  if (subject === undefined || attributeOf(nameId, 'Format') === TRANSIENT)
    throw new ApiError('identity-claim-missing', { args: ['persistent NameID'] })
  const values = attributeValues(assertion)
  return samlUser(provider, subject, (name) => values.get(name) ?? [])
}

/** Returns what names the session of a signed assertion at the provider. */
export function samlSessionOf(assertion: Element): SamlSession {
  const nameId = firstElementNamed(firstElementNamed(assertion, 'Subject'), 'NameID')
  return {
    nameId: untrimmedTextOf(nameId) ?? '',
    format: attributeOf(nameId, 'Format'),
    qualifier: attributeOf(nameId, 'NameQualifier'),
    spQualifier: attributeOf(nameId, 'SPNameQualifier'),
    index: attributeOf(firstElementNamed(assertion, 'AuthnStatement'), 'SessionIndex'),
  }
}

/** Returns the user with a NameID and attributes. Throws `identity-claim-missing` and `identity-groups`. */
export function samlUser(
  { issuer, attributes: names, email_is_verified: isVerified }: SamlProvider,
  subject: string,
  valuesOf: (name: string) => readonly string[],
): ExternalUser {
  const text = (name: string) => valuesOf(name)[0]?.trim()
  const groups = [...new Set(valuesOf(names.groups).flatMap((each) => exactTextOf(names.groups, each) ?? []))]
  if (groups.length > MAX_GROUPS) throw new ApiError('identity-groups', { args: [groups.length, MAX_GROUPS] })
  return {
    issuer,
    subject,
    username: text(names.username) ?? subject,
    email: isVerified ? text(names.email) : undefined,
    firstName: text(names.first_name)?.slice(0, USER_LENGTHS.name),
    lastName: text(names.last_name)?.slice(0, USER_LENGTHS.name),
    groups,
  }
}

function attributeValues(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>()
  for (const statement of elementsNamed(assertion, 'AttributeStatement'))
    for (const attribute of elementsNamed(statement, 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? ''
      const texts = elementsNamed(attribute, 'AttributeValue').flatMap((each) => untrimmedTextOf(each) ?? [])
      values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  return values
}

function elementsNamed(element: Element | undefined, name: string): readonly Element[] {
  const list = element?.[name]
  return Array.isArray(list) ? list.filter(isObject) : []
}

const firstElementNamed = (element: Element | undefined, name: string): Element | undefined =>
  elementsNamed(element, name)[0]

function textOf(element: Element | undefined): string | undefined {
  return untrimmedTextOf(element)?.trim()
}

function untrimmedTextOf(element: Element | undefined): string | undefined {
  const text = element?.['_']
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function attributeOf(element: Element | undefined, name: string): string | undefined {
  const attributes = element?.['$']
  const value = isObject(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : undefined
  return typeof value === 'string' ? value : undefined
}

function isBefore(now: number, time: string | undefined): boolean {
  return time !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(time) && now < Date.parse(time)
}
