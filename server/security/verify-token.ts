import type { JWTPayload, JWTVerifyOptions } from 'jose'
import { everyKey, type SecretKeys } from '#server/base/secret-keys.ts'

/**
 * Returns the claims of a signed token (HS256). `bytesOf` returns the signing key that belongs to a secret key. Throws
 * the errors of `jose`; a token that no key signed fails with `JWSSignatureVerificationFailed`.
 */
export async function verifyToken(
  keys: SecretKeys,
  token: string,
  bytesOf: (key: string) => Uint8Array,
  options: Omit<JWTVerifyOptions, 'algorithms'>,
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose')
  let rejected: unknown
  for (const key of everyKey(keys)) {
    try {
      const { payload } = await jwtVerify(token, bytesOf(key), { ...options, algorithms: ['HS256'] })
      return payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      rejected = error
    }
  }
  throw rejected
}
