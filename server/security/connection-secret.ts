import type { Database } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { SecretKeys } from '#server/base/secret-keys.ts'
import { destinationOf } from '#server/engines/destination.ts'
import { joinPassword, splitPassword } from './address.ts'
import { encryptSecret, openSecret } from './secret-box.ts'

/**
 * A connection URI for storage: its password masked and encrypted separately. `secrets: null` deletes the previous
 * ones.
 */
export interface StoredAddress {
  readonly sqlalchemy_uri: string
  readonly secrets?: string | null
}

/** The stored parts of a database's connection. */
export type StoredConnection = Pick<Database, 'secrets' | 'sqlalchemy_uri'>

/** The keys that encrypt passwords. */
interface Key {
  readonly secretKey: SecretKeys
}

/** A password with its allowed destination; older ones lack the destination. */
interface Secret {
  readonly password?: string
  readonly destination?: string
}

/**
 * Returns a URI for storage in place of `storedAddress`. A masked URI keeps the stored password if it has the same destination
 * and the same protection; a URI without a password removes it.
 */
export function uriToStore(
  uri: string,
  storedAddress: StoredConnection | undefined,
  { secretKey }: Partial<Key>,
): StoredAddress {
  const { masked, password } = splitPassword(uri)
  if (password !== undefined && password !== passwordMask) {
    if (secretKey === undefined) throw new Error('There is no key to encrypt the password of a database')
    const secret: Secret = { password, destination: destinationOf(masked) }
    return { sqlalchemy_uri: masked, secrets: encryptSecret(secretKey, JSON.stringify(secret)) }
  }
  if (!storedAddress?.secrets) return { sqlalchemy_uri: masked }
  const stays = password !== undefined && isPasswordOf(masked, storedAddress)
  return stays ? { sqlalchemy_uri: masked } : { sqlalchemy_uri: masked, secrets: null }
}

/** True if the stored password may be used for a URI: same destination, same protection. */
export function isPasswordOf(uri: string, storedAddress: StoredConnection | undefined): boolean {
  return !!storedAddress?.secrets && destinationOf(uri) === destinationOf(storedAddress.sqlalchemy_uri)
}

/** Returns the URI to connect with: a masked one gets the stored password only if that belongs to it. */
export function openAddress(uri: string, storedAddress: StoredConnection | undefined, { secretKey }: Key): string {
  if (!storedAddress?.secrets || !isPasswordOf(uri, storedAddress)) return uri
  return uriWithPassword(uri, storedAddress.secrets, secretKey)
}

/**
 * Returns the URI with its encrypted password. Throws `connection-secret` if the password was encrypted for another
 * URI, and `connection-secret-unreadable` if no key decrypts it.
 */
export function uriWithPassword(uri: string, secrets: string, secretKey: SecretKeys): string {
  const opened = openSecret(secretKey, secrets)
  if (!opened) throw new ApiError('connection-secret-unreadable')
  const { password, destination } = JSON.parse(opened.text) as Secret
  if (password === undefined) return uri
  if (destination !== undefined && destination !== destinationOf(uri)) throw new ApiError('connection-secret')
  return joinPassword(uri, password)
}
