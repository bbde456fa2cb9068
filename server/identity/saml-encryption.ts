import { constants, createDecipheriv, type DecipherGCM, privateDecrypt } from 'node:crypto'
import type { SamlProvider } from '#server/base/saml-settings.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { plainAttribute, plainTexts } from './saml-text.ts'

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#'
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#'

/** The ciphers of the content, with the bytes of their keys and initialization vectors. */
const CIPHERS: Readonly<
  Record<string, { readonly name: string; readonly keyBytes: number; readonly ivBytes: number }>
> = {
  [`${XMLENC11}aes128-gcm`]: { name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12 },
  [`${XMLENC11}aes256-gcm`]: { name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12 },
  [`${XMLENC}aes128-cbc`]: { name: 'aes-128-cbc', keyBytes: 16, ivBytes: 16 },
  [`${XMLENC}aes256-cbc`]: { name: 'aes-256-cbc', keyBytes: 32, ivBytes: 16 },
}

/** The digests of RSA-OAEP. */
const DIGESTS: Readonly<Record<string, string>> = {
  [`${XMLDSIG}sha1`]: 'sha1',
  [`${XMLENC}sha256`]: 'sha256',
  [`${XMLENC}sha512`]: 'sha512',
}

const GCM_TAG_BYTES = 16
const BLOCK_BYTES = 16

const ENCRYPTED_ASSERTION =
  /<((?:[^\s<>/:]+:)?EncryptedAssertion)(?:\s[^<>]*)?>((?:(?!<\/?(?:[^\s<>/:]+:)?EncryptedAssertion[\s/>])[^])*)<\/\1\s*>/g
const ENCRYPTED_KEY =
  /<((?:[^\s<>/:]+:)?EncryptedKey)(?:\s[^<>]*)?>((?:(?!<\/?(?:[^\s<>/:]+:)?EncryptedKey[\s/>])[^])*)<\/\1\s*>/g

/** Parts of an assertion that a provider can encrypt alone; the library does not decrypt them. */
const ENCRYPTED_PART = /<(?:[^\s<>/:]+:)?(EncryptedID|EncryptedAttribute)(?=[\s/>])/

/** Throws `identity-encrypted` for an assertion with an encrypted NameID or attribute. Expects a plain document. */
export function requireReadableParts(xml: string): void {
  const cause = unreadablePart(xml)
  if (cause) throw new ApiError('identity-encrypted', { cause })
}

/** Returns an error that names the part of an assertion which is encrypted alone; undefined if there is none. */
function unreadablePart(xml: string): Error | undefined {
  const part = ENCRYPTED_PART.exec(xml)?.[1]
  return part === undefined ? undefined : new Error(`The assertion has an ${part}, which Facet does not decrypt`)
}

/**
 * Returns a response with its encrypted assertion replaced by the decrypted one, so that all checks read the same text.
 * Throws for an encrypted assertion without a key, for another key, and for an assertion that is not encrypted where
 * the settings require it. Expects a document without comments and CDATA.
 */
export function decryptedResponse({ encryption }: Pick<SamlProvider, 'encryption'>, xml: string): string {
  const isEncrypted = /<(?:[^\s<>/:]+:)?EncryptedAssertion(?=[\s/>])/.test(xml)
  if (!isEncrypted) {
    if (encryption?.required)
      throw new Error('The assertion is not encrypted, but the setting "encryption" requires it')
    return xml
  }
  if (!encryption) throw new Error('The assertion is encrypted, but the provider has no setting "encryption"')
  const found = [...xml.matchAll(ENCRYPTED_ASSERTION)]
  const [element] = found
  if (!element || found.length > 1) throw new Error(`The response has ${found.length} encrypted assertions, not one`)
  const decrypted = decryptAssertion(element[2] ?? '', encryption.key)
  // Not as `identity-encrypted`: the error of a decrypted text must look like that of a damaged one.
  const unreadable = unreadablePart(decrypted)
  if (unreadable) throw unreadable
  return `${xml.slice(0, element.index)}${decrypted}${xml.slice(element.index + element[0].length)}`
}

function decryptAssertion(encrypted: string, key: string): string {
  const keys = [...encrypted.matchAll(ENCRYPTED_KEY)]
  const [encryptedKey] = keys
  if (!encryptedKey || keys.length > 1) throw new Error(`The assertion has ${keys.length} encrypted keys, not one`)
  const content = encrypted.replace(encryptedKey[0], '')
  const algorithm = plainAttribute(content, 'EncryptionMethod', 'Algorithm') ?? ''
  const cipher = Object.hasOwn(CIPHERS, algorithm) ? CIPHERS[algorithm] : undefined
  if (!cipher) throw notAccepted(algorithm)
  const contentKey = decryptKey(encryptedKey[2] ?? '', key)
  const bytes = cipherValue(content)
  const decrypted = contentKey.length === cipher.keyBytes && decryptContent(cipher, contentKey, bytes)
  // One error for every cause: the padding of a block must not be told from a wrong key.
  if (!decrypted) throw undecryptable()
  return decrypted.toString('utf8').replace(/^\uFEFF?\s*<\?xml [^?<>]*\?>/, '')
}

function decryptKey(encryptedKey: string, key: string): Buffer {
  const algorithm = plainAttribute(encryptedKey, 'EncryptionMethod', 'Algorithm') ?? ''
  const digestName = plainAttribute(encryptedKey, 'DigestMethod', 'Algorithm') ?? `${XMLDSIG}sha1`
  const digest = Object.hasOwn(DIGESTS, digestName) ? DIGESTS[digestName] : undefined
  if (digest === undefined) throw notAccepted(digestName)
  const mask = algorithm === `${XMLENC}rsa-oaep-mgf1p` ? 'sha1' : maskOf(algorithm, encryptedKey)
  // OpenSSL takes the digest for the mask as well.
  if (mask !== digest) throw new Error(`The key is encrypted with the digest ${digest} and a mask of ${mask}`)
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    return privateDecrypt({ key, padding, oaepHash: digest }, cipherValue(encryptedKey))
  } catch {
    throw undecryptable()
  }
}

function maskOf(algorithm: string, encryptedKey: string): string {
  if (algorithm !== `${XMLENC11}rsa-oaep`) throw notAccepted(algorithm)
  return (plainAttribute(encryptedKey, 'MGF', 'Algorithm') ?? `${XMLENC11}mgf1sha1`).replace(`${XMLENC11}mgf1`, '')
}

function decryptContent(
  { name, ivBytes }: { readonly name: string; readonly ivBytes: number },
  key: Buffer,
  bytes: Buffer,
): Buffer | undefined {
  try {
    const iv = bytes.subarray(0, ivBytes)
    if (name.endsWith('gcm')) {
      const decipher = createDecipheriv(name, key, iv) as DecipherGCM
      decipher.setAuthTag(bytes.subarray(-GCM_TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -GCM_TAG_BYTES)), decipher.final()])
    }
    // XML encryption fills the last block with any bytes; only the last one is the number of them.
    const decipher = createDecipheriv(name, key, iv).setAutoPadding(false)
    const padded = Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()])
    const padding = padded.at(-1) ?? 0
    return padding >= 1 && padding <= BLOCK_BYTES ? padded.subarray(0, -padding) : undefined
  } catch {
    return undefined
  }
}

function cipherValue(xml: string): Buffer {
  const values = plainTexts(xml, 'CipherValue')
  if (values.length !== 1) throw new Error(`An encrypted element has ${values.length} values, not one`)
  return Buffer.from(values[0] ?? '', 'base64')
}

const undecryptable = () => new Error('The assertion cannot be decrypted: it is encrypted for another key, or damaged')

const MAX_SHOWN = 100
const notAccepted = (algorithm: string) =>
  new Error(`The encryption algorithm ${algorithm.slice(0, MAX_SHOWN)} is not accepted`)
