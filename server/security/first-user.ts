import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { User } from '#core/entity/user.ts'
import type { Store } from '#server/store/store.ts'
import { checkPassword, hashPassword } from './password.ts'
import { newPassword, secretFile } from './secret-file.ts'
import { newToken, tokenHash } from './sessions.ts'

/** Milliseconds a sign-in link is good for. */
export const LINK_LIFE = 15 * 60_000

const PASSWORD_FILE = 'admin-password'

/** The initial admin, and the file their password is in; undefined when it is in none. */
export interface FirstUser {
  readonly user: User
  readonly passwordFile: string | undefined
}

/**
 * Makes the initial admin, once. A password of the environment is the password at every start; a generated one is kept
 * in the home.
 */
export async function ensureAdmin(store: Store, home: string, given: string | undefined): Promise<FirstUser> {
  const known = await store.users.byUsername('admin')
  const passwordFile = join(home, PASSWORD_FILE)
  if (given === undefined) {
    const user = known ?? (await createAdmin(store, await hashPassword(secretFile(passwordFile, newPassword))))
    return { user, passwordFile: existsSync(passwordFile) ? passwordFile : undefined }
  }
  if (known && (await checkPassword(given, known.password ?? undefined)))
    return { user: known, passwordFile: undefined }
  const password = await hashPassword(given)
  const user = known ? await store.users.update(known.id, { password }, null) : await createAdmin(store, password)
  rmSync(passwordFile, { force: true })
  return { user, passwordFile: undefined }
}

async function createAdmin(store: Store, password: string): Promise<User> {
  const role = await store.roles.byName('Admin')
  return store.users.create(
    { username: 'admin', first_name: 'Facet', last_name: 'Admin', password, roles: role ? [role.id] : [] },
    null,
  )
}

/** A token that signs the user in once within the next fifteen minutes. `now` in epoch milliseconds. */
export async function newLinkToken(store: Store, userId: number, now: number): Promise<string> {
  const token = newToken()
  await store.loginLinks.create({ token_hash: tokenHash(token), user_id: userId, expires_at: now + LINK_LIFE })
  return token
}
