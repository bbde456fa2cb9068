import type { User } from '#core/entity/user.ts'
import type { Store } from '#server/store/store.ts'
import { requireSignInUser, signOutEverywhere } from './accounts.ts'
import { deleteGeneratedPassword, generatedFile, generatedPassword, INITIAL_ADMIN } from './admin-password.ts'
import { checkPassword, hashPassword } from './password.ts'
import { createToken, tokenHash } from './sessions.ts'

/** Lifetime of a sign-in link in milliseconds. */
export const LINK_TTL_MS = 15 * 60_000

/** The initial admin, and the file with their password; undefined if there is none. */
export interface FirstUser {
  readonly user: User
  readonly passwordFile: string | undefined
}

/**
 * Creates the initial admin, once. A password from the environment is set at every start; if it changed, everything
 * opened with the old one ends. A generated one is stored in the home.
 */
export async function ensureAdmin(store: Store, home: string, given: string | undefined): Promise<FirstUser> {
  const existing = await store.users.byUsername(INITIAL_ADMIN)
  if (given === undefined) {
    const user = existing ?? (await createAdmin(store, await hashPassword(generatedPassword(home))))
    return { user, passwordFile: generatedFile(home) }
  }
  const user = existing
    ? await withPassword(store, existing, given)
    : await createAdmin(store, await hashPassword(given))
  deleteGeneratedPassword(home)
  return { user, passwordFile: undefined }
}

async function withPassword(store: Store, user: User, password: string): Promise<User> {
  if (await checkPassword(password, user.password ?? undefined)) return user
  const more = { password: await hashPassword(password) }
  await signOutEverywhere(store, user.id, { now: Date.now(), actor: null, more })
  return user
}

async function createAdmin(store: Store, password: string): Promise<User> {
  const role = await store.roles.byName('Admin')
  return store.users.create(
    { username: INITIAL_ADMIN, first_name: 'Facet', last_name: 'Admin', password, roles: role ? [role.id] : [] },
    null,
  )
}

/**
 * Returns a token that signs the user in once within `life` milliseconds; fifteen minutes by default. `now` in epoch
 * milliseconds. A given `token` must be random and unused. Throws
 * `user-service`.
 */
export async function createLinkToken(
  store: Store,
  userId: number,
  now: number,
  life = LINK_TTL_MS,
  token = createToken(),
): Promise<string> {
  const user = await store.users.get(userId)
  if (user) requireSignInUser(user)
  await store.loginLinks.create({ token_hash: tokenHash(token), user_id: userId, expires_at: now + life })
  return token
}
