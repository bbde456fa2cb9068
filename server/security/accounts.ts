import { passwordProblem } from '#core/access/password.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { deleteGeneratedPassword, isInitialAdmin } from './admin-password.ts'
import { hashPassword } from './password.ts'
import { removeSessions } from './view-as.ts'

/** The dependencies of account changes. */
export interface AccountDependencies {
  readonly store: Store
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly config: {
    readonly home: string
    /** The setting FACET_ADMIN_PASSWORD; while set, it becomes the password of the initial admin at every start. */
    readonly adminPassword: string | undefined
  }
}

/** Throws `password-short`, `password-long` or `password-is-username`. */
export function requireValidPassword(password: string, username: string): void {
  const problem = passwordProblem(password, username)
  if (problem) throw new ApiError(problem.code, { args: problem.args })
}

/** Throws `user-service` for a service account, which gets no password, sign-in link, session or external identity. */
export function requireSignInUser({
  username,
  is_service: isService,
}: Pick<User, 'username'> & Partial<Pick<User, 'is_service'>>): void {
  if (isService) throw new ApiError('user-service', { args: [username] })
}

/** Throws `password-by-setting` if the next start would undo a change. */
export function requireOwnPassword({ config }: AccountDependencies, { username }: Pick<User, 'username'>): void {
  if (config.adminPassword !== undefined && isInitialAdmin(username))
    throw new ApiError('password-by-setting', { args: [username] })
}

interface SessionEnding<T> {
  readonly now: number
  readonly actor: Actor
  /** Changes in the same transaction. */
  readonly more?: AccountPatch
  /** Runs in the same transaction, after everything has ended. */
  readonly afterwards?: (tx: Store) => Promise<T>
}

/**
 * Ends all sessions, unused sign-in links and bearer tokens of a user created up to `now`, inclusive. Returns the result
 * of `afterwards`.
 */
export function signOutEverywhere<T = undefined>(
  store: Store,
  userId: number,
  { now, actor, more = {}, afterwards }: SessionEnding<T>,
): Promise<T | undefined> {
  return store.transaction(async (tx) => {
    await tx.users.update(userId, { ...more, tokens_from: now }, actor)
    await removeSessions(tx, userId, actor)
    await tx.loginLinks.deleteByUser(userId)
    await tx.apiTokens.deleteByUser(userId)
    return afterwards?.(tx)
  })
}

type AccountPatch = Partial<Pick<User, 'password' | 'active'>>

/**
 * Sets a new password and ends everything opened with the old one. `afterwards` runs in the same transaction; its result
 * is returned. Throws like the two checks above.
 */
export async function changePassword<T = undefined>(
  dependencies: AccountDependencies,
  user: Pick<User, 'id' | 'username'>,
  password: string,
  actor: Actor,
  afterwards?: (tx: Store) => Promise<T>,
): Promise<T | undefined> {
  requireOwnPassword(dependencies, user)
  requireValidPassword(password, user.username)
  const more = { password: await hashPassword(password) }
  const ending = { now: dependencies.now(), actor, more, ...(afterwards ? { afterwards } : {}) }
  const result = await signOutEverywhere(dependencies.store, user.id, ending)
  if (isInitialAdmin(user.username)) deleteGeneratedPassword(dependencies.config.home)
  return result
}
