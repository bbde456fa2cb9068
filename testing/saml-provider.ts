import { execFile } from 'node:child_process'
import { createHash, createPublicKey, createSign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execFileAsync = promisify(execFile)

/** A key of a SAML provider with its certificate. */
export interface SamlKey {
  readonly key: string
  readonly certificate: string
  readonly certificateFile: string
  readonly keyFile: string
  remove(): void
}

/** Creates a key and its certificate; `remove` deletes their files. */
export async function makeSamlKey(): Promise<SamlKey> {
  const folder = mkdtempSync(join(tmpdir(), 'facet-saml-'))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const files = ['-keyout', keyFile, '-out', certificateFile]
  await execFileAsync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=idp',
    ...files,
  ])
  const [key, certificate] = [readFileSync(keyFile, 'utf8'), readFileSync(certificateFile, 'utf8')]
  return { key, certificate, certificateFile, keyFile, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The properties of a response of the provider. */
export interface SamlResponse {
  readonly issuer: string
  readonly audience: string
  readonly recipient: string
  /** The id of the request that it answers; undefined for a sign-in that the provider began. */
  readonly inResponseTo: string | undefined
  readonly nameId: string
  readonly nameIdFormat: string
  /** Epoch milliseconds. */
  readonly from: number
  readonly until: number
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly sha: 1 | 256
}

const NAMESPACES = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
const DS = 'http://www.w3.org/2000/09/xmldsig#'
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const METHODS = {
  1: { signature: `${DS}rsa-sha1`, digest: `${DS}sha1` },
  256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
} as const

const isoTime = (time: number) => new Date(time).toISOString()

/** Returns an assertion in the canonical form of XML, so that its bytes are those that are signed. */
export function samlAssertion(answer: SamlResponse, id = '_assertion'): string {
  const { inResponseTo } = answer
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`
  const until = isoTime(answer.until)
  const attributes = Object.entries(answer.attributes).map(([name, values]) => {
    const list = values.map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`).join('')
    return `<saml:Attribute Name="${name}">${list}</saml:Attribute>`
  })
  return (
    `<saml:Assertion ${NAMESPACES} ID="${id}" IssueInstant="${isoTime(answer.from)}" Version="2.0">` +
    `<saml:Issuer>${answer.issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${answer.nameIdFormat}">${answer.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
    `${answers} NotOnOrAfter="${until}" Recipient="${answer.recipient}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${isoTime(answer.from)}" NotOnOrAfter="${until}">` +
    `<saml:AudienceRestriction><saml:Audience>${answer.audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${isoTime(answer.from)}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}` +
    `</saml:AttributeStatement></saml:Assertion>`
  )
}

/** Returns the assertion with an enveloped signature. */
export function signedAssertion(
  assertion: string,
  { key }: Pick<SamlKey, 'key'>,
  sha: SamlResponse['sha'] = 256,
): string {
  const id = /ID="([^"]*)"/.exec(assertion)?.[1] ?? ''
  const { signature, digest } = METHODS[sha]
  const hash = createHash(`sha${sha}`).update(assertion).digest('base64')
  const info =
    `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${C14N}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${signature}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>` +
    `<ds:Transform Algorithm="${DS}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${C14N}"></ds:Transform>` +
    `</ds:Transforms><ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod><ds:DigestValue>${hash}</ds:DigestValue>` +
    `</ds:Reference></ds:SignedInfo>`
  const value = createSign(`RSA-SHA${sha}`).update(info).sign(key, 'base64')
  const element = `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
  return assertion.replace('</saml:Issuer>', `</saml:Issuer>${element}`)
}

const samlRequire = createRequire(createRequire(import.meta.url).resolve('@node-saml/node-saml'))

interface XmlEncryption {
  encrypt(content: string, options: object, done: (error: Error | null, encrypted: string) => void): void
}

/** Returns an assertion that is encrypted for a key. `algorithms` replaces those of the content and of its key. */
export function encryptedAssertion(
  assertion: string,
  key: Pick<SamlKey, 'certificate'>,
  algorithms: { readonly content?: string; readonly key?: string } = {},
): Promise<string> {
  return encryptedElement('EncryptedAssertion', assertion, key, algorithms)
}

/** Returns the assertion with its NameID encrypted for a key. */
export async function withEncryptedNameId(assertion: string, key: Pick<SamlKey, 'certificate'>): Promise<string> {
  const nameId = /<saml:NameID .*<\/saml:NameID>/.exec(assertion)?.[0] ?? ''
  return assertion.replace(nameId, await encryptedElement('EncryptedID', nameId, key))
}

async function encryptedElement(
  name: string,
  content: string,
  { certificate }: Pick<SamlKey, 'certificate'>,
  algorithms: { readonly content?: string; readonly key?: string } = {},
): Promise<string> {
  const library = samlRequire('xml-encryption') as XmlEncryption
  const encrypted = await promisify(library.encrypt.bind(library))(content, {
    rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    pem: certificate,
    encryptionAlgorithm: algorithms.content ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: algorithms.key ?? 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    warnInsecureAlgorithm: false,
  })
  return `<saml:${name} ${NAMESPACES}>${encrypted}</saml:${name}>`
}

/** Returns a response as the form of the provider sends it. */
export function samlResponse({ recipient, inResponseTo, from }: SamlResponse, assertions: string): string {
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`
  const xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0"` +
    ` IssueInstant="${isoTime(from)}" Destination="${recipient}"${answers}><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertions}</samlp:Response>`
  return Buffer.from(xml).toString('base64')
}
