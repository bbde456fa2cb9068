import type { Database } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { destinationOf } from '#server/engines/destination.ts'
import { joinPassword, splitPassword } from './address.ts'
import { seal, unseal } from './secret-box.ts'

/**
 * A connection URI for storage: its password masked and encrypted separately. `secrets: null` deletes the previous
 * ones.
 */
export interface KeptAddress {
  readonly sqlalchemy_uri: string
  readonly secrets?: string | null
}

/** The stored parts of a database's connection. */
export type Kept = Pick<Database, 'secrets' | 'sqlalchemy_uri'>

/** The key that encrypts passwords. */
interface Key {
  readonly secretKey: string
}

/** A password with its allowed destination; older ones lack the destination. */
interface Secret {
  readonly password?: string
  readonly destination?: string
}

/**
 * Returns a URI for storage in place of `kept`. A masked URI keeps the stored password if it has the same destination
 * and the same protection; a URI without a password removes it.
 */
export function keepAddress(uri: string, kept: Kept | undefined, { secretKey }: Partial<Key>): KeptAddress {
  const { masked, password } = splitPassword(uri)
  if (password !== undefined && password !== passwordMask) {
    if (secretKey === undefined) throw new Error('There is no key to keep the password of a database with')
    const secret: Secret = { password, destination: destinationOf(masked) }
    return { sqlalchemy_uri: masked, secrets: seal(secretKey, JSON.stringify(secret)) }
  }
  if (!kept?.secrets) return { sqlalchemy_uri: masked }
  const stays = password !== undefined && isPasswordOf(masked, kept)
  return stays ? { sqlalchemy_uri: masked } : { sqlalchemy_uri: masked, secrets: null }
}

/** True if the stored password may be used for a URI: same destination, same protection. */
export function isPasswordOf(uri: string, kept: Kept | undefined): boolean {
  return !!kept?.secrets && destinationOf(uri) === destinationOf(kept.sqlalchemy_uri)
}

/** Returns the URI to connect with: a masked one gets the stored password only if that belongs to it. */
export function openAddress(uri: string, kept: Kept | undefined, { secretKey }: Key): string {
  if (!kept?.secrets || !isPasswordOf(uri, kept)) return uri
  return uriWithPassword(uri, kept.secrets, secretKey)
}

/**
 * Returns the URI with its encrypted password. Throws `connection-secret` if the password was encrypted for another
 * URI.
 */
export function uriWithPassword(uri: string, secrets: string, secretKey: string): string {
  const { password, destination } = JSON.parse(unseal(secretKey, secrets)) as Secret
  if (password === undefined) return uri
  if (destination !== undefined && destination !== destinationOf(uri)) throw new ApiError('connection-secret')
  return joinPassword(uri, password)
}
