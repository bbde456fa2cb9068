import type { Database } from '#core/entity/database.ts'
import { passwordMask } from '#core/rest/database.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { destinationOf } from '#server/engines/destination.ts'
import { joinPassword, splitPassword } from './address.ts'
import { seal, unseal } from './secret-box.ts'

/** An address as it is kept: its password masked, and sealed apart. `secrets` null forgets one that was kept before. */
export interface KeptAddress {
  readonly sqlalchemy_uri: string
  readonly secrets?: string | null
}

/** What is kept of a database's connection. */
export type Kept = Pick<Database, 'secrets' | 'sqlalchemy_uri'>

/** What passwords are sealed with. */
interface Key {
  readonly secretKey: string
}

/** A password with where it may go; those of old do not say. */
interface Secret {
  readonly password?: string
  readonly destination?: string
}

/**
 * An address to be kept in place of `kept`. A masked one leaves the kept password as it is, as long as it goes to the
 * same place in the same way; an address without a password has none.
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

/** Whether the kept password may be used for an address: it would go where it went, as safely. */
export function isPasswordOf(uri: string, kept: Kept | undefined): boolean {
  return !!kept?.secrets && destinationOf(uri) === destinationOf(kept.sqlalchemy_uri)
}

/** The address to connect with: a masked one gets the kept password when that is its own, and none else. */
export function openAddress(uri: string, kept: Kept | undefined, { secretKey }: Key): string {
  if (!kept?.secrets || !isPasswordOf(uri, kept)) return uri
  return uriWithPassword(uri, kept.secrets, secretKey)
}

/** The address with its sealed password. `connection-secret` when the password was sealed for another one. */
export function uriWithPassword(uri: string, secrets: string, secretKey: string): string {
  const { password, destination } = JSON.parse(unseal(secretKey, secrets)) as Secret
  if (password === undefined) return uri
  if (destination !== undefined && destination !== destinationOf(uri)) throw new ApiError('connection-secret')
  return joinPassword(uri, password)
}
