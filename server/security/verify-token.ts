import type { JWTPayload, JWTVerifyOptions } from 'jose'
import { everyKey, type SecretKeys } from '#server/base/secret-keys.ts'
import type { SigningKeys } from './signing-keys.ts'

/**
 * Returns the claims of a signed token (HS256). Throws the errors of `jose`; a token that no key signed fails with
 * `JWSSignatureVerificationFailed`.
 */
export async function verifyToken(
  keys: SecretKeys,
  token: string,
  keyOf: SigningKeys,
  options: Omit<JWTVerifyOptions, 'algorithms'>,
): Promise<JWTPayload> {
  const { errors, jwtVerify } = await import('jose')
  let rejected: unknown
  for (const key of everyKey(keys)) {
    try {
      const { payload } = await jwtVerify(token, await keyOf(key), { ...options, algorithms: ['HS256'] })
      return payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      rejected = error
    }
  }
  throw rejected
}
