import { webcrypto } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Maximum number of imported keys of one type of token: of the current secret key and of previous ones. */
const MAX_KEYS = 16

/** Returns the key that belongs to a secret key and signs one type of token. */
export type SigningKeys = (secret: string) => Promise<webcrypto.CryptoKey>

/**
 * Returns the keys of one type of token (HS256), each imported once. `bytesOf` returns the bytes of the key that belongs
 * to a secret key. `jose` imports bytes at each call, which takes longer than the signature.
 */
export function signingKeys(bytesOf: (secret: string) => Uint8Array): SigningKeys {
  const keys = new LRUCache<string, Promise<webcrypto.CryptoKey>>({ max: MAX_KEYS })
  return (secret) => {
    const known = keys.get(secret)
    if (known) return known
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const imported = webcrypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign', 'verify'])
    keys.set(secret, imported)
    return imported
  }
}
