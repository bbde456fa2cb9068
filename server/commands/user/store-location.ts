import { splitPassword } from '#server/security/connection-address.ts'
import type { Settings } from '#server/base/config.ts'

/** Returns the location of the user store, so that users notice a wrong setting; without the database password. */
export function storeLocationOf({ home, databaseUrl }: Settings): string {
  return databaseUrl === undefined ? home : splitPassword(databaseUrl).masked
}
