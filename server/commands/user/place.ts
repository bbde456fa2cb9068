import { splitPassword } from '#server/security/address.ts'
import type { Settings } from '#server/base/config.ts'

/** Where users are kept, so that a wrong setting is seen; without the password of the database. */
export function placeOf({ home, databaseUrl }: Settings): string {
  return databaseUrl === undefined ? home : splitPassword(databaseUrl).masked
}
