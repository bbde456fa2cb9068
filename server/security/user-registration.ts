import { foldText } from '#core/access/fold-text.ts'
import type { Role } from '#core/entity/role.ts'
import { type User, USER_LENGTHS } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'
import { type AccountDependencies, requireValidPassword, signOutEverywhere } from './accounts.ts'
import { isInitialAdmin } from './admin-password.ts'
import { lockAdminRoles, requireActiveAdmin } from './administrators.ts'
import { hashPassword } from './password.ts'

/** The data of a new user. */
export interface NewUser {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | undefined
  /** True for a service account, which has no password. */
  readonly isService?: boolean
  /** Names of roles. */
  readonly roles: readonly string[]
}

/** Returns the user with a name; throws `user-missing` if there is none. */
export async function userNamed(store: Store, username: string): Promise<User> {
  const user = await store.users.byUsername(username)
  if (!user) throw new ApiError('user-missing', { args: [username] })
  return user
}

/** Returns the roles with these names; throws `role-unknown`, which lists the existing ones. */
async function rolesNamed(store: Store, names: readonly string[]): Promise<readonly Role[]> {
  const { rows } = await store.roles.list({})
  return names.map((name) => {
    const role = rows.find((each) => each.name === name)
    if (!role) throw new ApiError('role-unknown', { args: [name, listRoleNames(rows)] })
    return role
  })
}

function listRoleNames(roles: readonly Role[]): string {
  const names = roles.map(({ name }) => name).toSorted()
  return names.join(', ')
}

/**
 * Checks that a user can be created, before a password is requested. Throws `user-service-initial`, `user-name-wrong`,
 * `user-exists`, `email-wrong`, `email-used`, `role-none` or `role-unknown`.
 */
export async function checkNewUser(store: Store, { username, email, roles, isService }: NewUser): Promise<void> {
  // The next start would take it for the initial administrator, and create none who can sign in.
  if (isService && isInitialAdmin(username)) throw new ApiError('user-service-initial', { args: [username] })
  await requireFreeUsername(store, username)
  if (email !== undefined) await requireFreeEmail(store, email)
  if (roles.length === 0) throw new ApiError('role-none', { args: [listRoleNames((await store.roles.list({})).rows)] })
  await rolesNamed(store, roles)
}

/** Returns whether a text is not empty, has no invisible characters, and does not begin or end with a space. */
export function isPrintable(text: string): boolean {
  return /^(?!\s)[^\p{C}]+(?<!\s)$/u.test(text)
}

/**
 * Checks that a user name has a valid form and is free; `except` is the id of the user who may have it. Throws
 * `user-name-wrong`, `user-exists` or `email-used`.
 */
export async function requireFreeUsername(store: Store, username: string, except?: number): Promise<void> {
  const isName = username.length <= USER_LENGTHS.username && isPrintable(username)
  if (!isName) throw new ApiError('user-name-wrong', { args: [JSON.stringify(username), USER_LENGTHS.username] })
  const same = await findSimilarUser(store, 'username', username, except)
  if (same) throw new ApiError('user-exists', { args: [same.username] })
  // Users sign in by name or email address, so a name must not be another user's email address.
  if (await findSimilarUser(store, 'email', username, except)) throw new ApiError('email-used', { args: [username] })
}

/** Returns the error of a text that is no email address. */
export function emailProblem(email: string): ApiError | undefined {
  const isValid = email.length <= USER_LENGTHS.email && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)
  return isValid ? undefined : new ApiError('email-wrong', { args: [JSON.stringify(email)] })
}

/**
 * Checks that an email address has a valid form and is free; `except` is the id of the user who may have it. Throws
 * `email-wrong`, `email-used` or `user-exists`.
 */
export async function requireFreeEmail(store: Store, email: string, except?: number): Promise<void> {
  const problem = emailProblem(email)
  if (problem) throw problem
  if (await findSimilarUser(store, 'email', email, except)) throw new ApiError('email-used', { args: [email] })
  if (await findSimilarUser(store, 'username', email, except)) throw new ApiError('user-exists', { args: [email] })
}

/**
 * Returns a user who has a name or an e-mail address in another letter case or with other marks: users would confuse them.
 */
export async function findSimilarUser(
  store: Pick<Store, 'users'>,
  col: 'username' | 'email',
  value: string,
  except?: number,
): Promise<User | undefined> {
  const { rows } = await store.users.list({ where: { col, op: 'ct', value } })
  return rows.find((user) => user.id !== except && foldText(user[col] ?? '') === foldText(value))
}

/** Creates a user with a password, or a service account without one; throws like `checkNewUser` and the password checks. */
export async function addUser(store: Store, user: NewUser, password: string | undefined): Promise<User> {
  if (password !== undefined) requireValidPassword(password, user.username)
  const hash = password === undefined ? null : await hashPassword(password)
  return store.transaction(async (tx) => {
    await checkNewUser(tx, user)
    const roles = await rolesNamed(tx, user.roles)
    return tx.users.create(
      {
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email ?? null,
        password: hash,
        is_service: user.isService ?? false,
        roles: roles.map(({ id }) => id),
      },
      null,
    )
  })
}

/**
 * Adds and removes roles of a user. Returns the names of the resulting roles, and of those that the user has by groups
 * only. Throws `last-admin` if no administrator would remain.
 */
export async function changeRoles(
  store: Store,
  username: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<{ readonly own: readonly string[]; readonly byGroups: readonly string[] }> {
  return store.transaction(async (tx) => {
    const [added, removed] = [await rolesNamed(tx, add), await rolesNamed(tx, remove)]
    const admins = await lockAdminRoles(tx)
    const user = await userNamed(tx, username)
    const taken = new Set(removed.map(({ id }) => id))
    const stored = [...user.roles, ...added.map(({ id }) => id)].filter((id) => !taken.has(id))
    await tx.users.update(user.id, { roles: [...new Set(stored)].toSorted((a, b) => a - b) }, null)
    await requireActiveAdmin(tx, admins, user.username)
    const currentRoleIds = (await tx.users.current(user.id))?.roleIds ?? []
    const byGroups = currentRoleIds.filter((id) => !stored.includes(id))
    return { own: await roleNames(tx, stored), byGroups: await roleNames(tx, byGroups) }
  })
}

/**
 * Activates a user, or deactivates them and ends everything open for them. Throws `last-admin` if no administrator
 * would remain.
 */
export async function setActive(dependencies: AccountDependencies, username: string, active: boolean): Promise<void> {
  await dependencies.store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const user = await userNamed(tx, username)
    if (active) {
      await tx.users.update(user.id, { active }, null)
      return
    }
    await signOutEverywhere(tx, user.id, { now: dependencies.now(), actor: null, more: { active } })
    await requireActiveAdmin(tx, admins, user.username)
  })
}

/** Returns the names of roles, sorted. */
async function roleNames(store: Store, ids: readonly number[]): Promise<readonly string[]> {
  const { rows } = await store.roles.list({ where: { col: 'id', op: 'in', value: [...ids] } })
  return rows.map(({ name }) => name).toSorted()
}
