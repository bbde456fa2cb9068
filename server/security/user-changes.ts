import type { Patch } from '#core/entity/entity.ts'
import type { User, UserDraft } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { type AccountDependencies, requireSignInUser, requireValidPassword, requireOwnPassword } from './accounts.ts'
import { deleteGeneratedPassword, isInitialAdmin } from './admin-password.ts'
import { lockAdminRoles, requireActiveAdmin } from './administrators.ts'
import { ownedEntities } from './owned-entities.ts'
import { requireFreeEmail, requireFreeUsername } from './user-registration.ts'
import { hashPassword } from './password.ts'
import { removeSessions } from './view-as.ts'

/** A change of a user by an administrator. */
interface UserChange {
  readonly patch: Patch<User>
  /** A new password; absent leaves it unchanged. */
  readonly password?: string | undefined
  readonly actor: Actor
  readonly ifVersion?: number | undefined
}

/** Creates a user, with a password or without one. Throws `password-short` and the like. */
export async function createUser(
  { store }: AccountDependencies,
  draft: UserDraft,
  password: string | undefined,
  actor: Actor,
): Promise<User> {
  if (password !== undefined) {
    requireSignInUser(draft)
    requireValidPassword(password, draft.username)
  }
  const hash = password === undefined ? null : await hashPassword(password)
  return store.transaction(async (tx) => {
    await lockAdminRoles(tx)
    await requireFree(tx, draft)
    return tx.users.create({ ...draft, password: hash }, actor)
  })
}

/**
 * Changes a user. A new password and deactivation end every session, sign-in link and bearer token of the user in the
 * same transaction. Throws `last-admin` if no active administrator would remain.
 */
export async function updateUser(dependencies: AccountDependencies, user: User, change: UserChange): Promise<User> {
  const { patch, password, actor, ifVersion } = change
  if (patch.username !== undefined && patch.username !== user.username) requireNotInitial(user)
  if (password !== undefined) {
    requireSignInUser(user)
    requireOwnPassword(dependencies, user)
    requireValidPassword(password, patch.username ?? user.username)
  }
  const hash = password === undefined ? {} : { password: await hashPassword(password) }
  const isEnded = password !== undefined || patch.active === false
  const ended = isEnded ? { tokens_from: dependencies.now() } : {}
  const after = await dependencies.store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const options = ifVersion === undefined ? {} : { ifVersion }
    await requireFree(tx, changedNames(user, patch), user.id)
    const updated = await tx.users.update(user.id, { ...patch, ...hash, ...ended }, actor, options)
    if (isEnded) await revokeAccess(tx, user.id, actor)
    await requireActiveAdmin(tx, admins, user.username)
    return updated
  })
  if (password !== undefined && isInitialAdmin(user.username)) deleteGeneratedPassword(dependencies.config.home)
  return after
}

type Names = Partial<Pick<User, 'username' | 'email'>>

function changedNames(user: User, { username, email }: Names): Names {
  return {
    ...(username !== undefined && username !== user.username ? { username } : {}),
    ...(email !== undefined && email !== user.email ? { email } : {}),
  }
}

/** Checks names again in the transaction that writes them, because another one may have taken them since. */
async function requireFree(tx: Store, { username, email }: Names, except?: number): Promise<void> {
  if (username !== undefined) await requireFreeUsername(tx, username, except)
  if (email) await requireFreeEmail(tx, email, except)
}

/**
 * Ends everything opened with the password of a user and removes the password, so that only a sign-in link lets the
 * user in. Throws `password-by-setting`, and `last-admin` if no administrator with a password would remain.
 */
export async function replacePassword<T>(
  dependencies: AccountDependencies,
  user: User,
  actor: Actor,
  makeAccess: (tx: Store) => Promise<T>,
): Promise<T> {
  requireSignInUser(user)
  requireOwnPassword(dependencies, user)
  const access = await dependencies.store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const { active } = await tx.users.update(user.id, { password: null, tokens_from: dependencies.now() }, actor)
    if (!active) throw new ApiError('user-inactive', { args: [user.username] })
    await revokeAccess(tx, user.id, actor)
    await requireActiveAdmin(tx, admins, user.username)
    return makeAccess(tx)
  })
  if (isInitialAdmin(user.username)) deleteGeneratedPassword(dependencies.config.home)
  return access
}

/**
 * Deletes users and ends everything open for them, all or none. Throws `last-admin` if no active administrator would
 * remain, and `user-owns` if one of them is the only owner of something.
 */
export async function removeUsers(
  { store, now }: AccountDependencies,
  ids: readonly number[],
  actor: Actor,
  options: { readonly ifVersion?: number },
): Promise<void> {
  await store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    for (const id of ids) {
      const user = await tx.users.get(id)
      if (user) requireNotInitial(user)
      const owned = (await ownedEntities(tx, id)).filter(({ otherOwners }) => otherOwners === 0)
      if (user && owned.length > 0) throw new ApiError('user-owns', { args: [user.username, owned.length] })
      await tx.users.remove([id], actor, options)
      await tx.users.endTokens(id, now())
      await revokeAccess(tx, id, actor)
      await requireActiveAdmin(tx, admins, user?.username ?? '')
    }
  })
}

/**
 * Throws `user-initial` for the initial administrator: without a user of that name, the next start creates one with the
 * password of the settings or of the home.
 */
function requireNotInitial({ username }: User): void {
  if (isInitialAdmin(username)) throw new ApiError('user-initial', { args: [username] })
}

/** Deletes the sessions, the unused sign-in links and the API tokens of a user. */
export async function revokeAccess(tx: Store, userId: number, actor: Actor): Promise<void> {
  await removeSessions(tx, userId, actor)
  await tx.loginLinks.deleteByUser(userId)
  await tx.apiTokens.deleteByUser(userId)
}
