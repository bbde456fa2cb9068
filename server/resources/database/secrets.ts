import type { Database } from '#core/entity/database.ts'
import type { Config } from '#server/config.ts'
import { joinPassword, splitPassword } from '#server/security/address.ts'
import { seal, unseal } from '#server/security/secret-box.ts'
import { passwordMask } from '#core/rest/database.ts'

/**
 * An address to be kept, without its password, which is sealed. A masked one leaves the kept password as it is; for
 * another host or user the password is forgotten.
 */
export interface KeptAddress {
  readonly sqlalchemy_uri: string
  readonly secrets?: string | null
}

export function keepAddress(uri: string, kept: Kept | undefined, { secretKey }: Config): KeptAddress {
  const { masked, password } = splitPassword(uri)
  if (password === undefined || password === passwordMask) {
    const same = !kept?.secrets || authorityOf(masked) === authorityOf(kept.sqlalchemy_uri)
    return same ? { sqlalchemy_uri: masked } : { sqlalchemy_uri: masked, secrets: null }
  }
  return { sqlalchemy_uri: masked, secrets: seal(secretKey, JSON.stringify({ password })) }
}

type Kept = Pick<Database, 'secrets' | 'sqlalchemy_uri'>

/**
 * The address to connect with: a masked one gets the password that was kept, for the same user on the same host. A
 * password is not carried to another host.
 */
export function openAddress(uri: string, kept: Kept | undefined, { secretKey }: Config): string {
  if (!kept?.secrets || authorityOf(uri) !== authorityOf(kept.sqlalchemy_uri)) return uri
  const { password } = JSON.parse(unseal(secretKey, kept.secrets)) as { readonly password?: string }
  return password === undefined ? uri : joinPassword(uri, password)
}

function authorityOf(uri: string): string | undefined {
  return /^[^:/?#]+:\/\/([^/?#]*)/.exec(uri)?.[1]
}
