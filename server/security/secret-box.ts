import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { currentKey, everyKey, type SecretKeys } from '#server/base/secret-keys.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`stored secrets\n${secret}`).digest()
}

/** Returns the text encrypted and authenticated with the current secret key (AES-256-GCM). */
export function encryptSecret(keys: SecretKeys, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(currentKey(keys)), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Returns the decrypted text; throws if it was encrypted with none of the keys, or was changed. */
export function decryptSecret(keys: SecretKeys, encrypted: string): string {
  const found = openSecret(keys, encrypted)
  if (!found) throw new Error('A secret was not encrypted with FACET_SECRET_KEY or FACET_SECRET_KEY_PREVIOUS')
  return found.text
}

/** Returns the decrypted text and whether the current key decrypts it; undefined if no key does. */
export function openSecret(
  keys: SecretKeys,
  encrypted: string,
): { readonly text: string; readonly isCurrent: boolean } | undefined {
  for (const [at, key] of everyKey(keys).entries()) {
    const text = decryptWith(key, encrypted)
    if (text !== undefined) return { text, isCurrent: at === 0 }
  }
  return undefined
}

function decryptWith(key: string, encrypted: string): string | undefined {
  try {
    const bytes = Buffer.from(encrypted, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
