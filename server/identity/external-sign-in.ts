import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ProviderMapping } from '#server/base/provider-mapping.ts'
import type { Log } from '#server/base/log.ts'
import { type Administrators, lockAdminRoles, requireActiveAdmin } from '#server/security/administrators.ts'
import type { Store } from '#server/store/store.ts'
import type { ExternalUser } from './external-user.ts'
import { type NameChange, planSignIn, rolesByName, type SignInPlan } from './sign-in-plan.ts'

/** The dependencies of a sign-in at an identity provider. */
interface ExternalSignIn {
  readonly store: Store
  readonly log: Log
}

/**
 * Signs in a user of an identity provider: creates or links the user, and gives and takes away roles and groups. Returns
 * the user. Throws like `planSignIn`.
 */
export async function signInExternal(
  { store, log }: ExternalSignIn,
  provider: ProviderMapping,
  external: ExternalUser,
): Promise<User> {
  const plan = await planSignIn(store, provider, external)
  for (const role of plan.unknownRoles)
    log.warn('A role that an identity provider gives does not exist', { provider: provider.name, role })
  const user = isUnchanged(plan) && plan.user ? plan.user : await applyInTransaction(store, log, provider, external)
  await store.users.signedIn(user.id, true)
  return user
}

/** True if a sign-in changes nothing but its time: most do, and need no lock. */
function isUnchanged({ user, identity, roles, groups, given, changes }: SignInPlan): boolean {
  const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')
  return (
    user !== undefined &&
    identity !== undefined &&
    [roles.add, roles.remove, groups.add, groups.remove, Object.keys(changes)].every((names) => names.length === 0) &&
    isSame(identity.roles, given.roles) &&
    isSame(identity.groups, given.groups)
  )
}

function applyInTransaction(store: Store, log: Log, provider: ProviderMapping, external: ExternalUser): Promise<User> {
  return store.transaction(async (tx) => {
    // Concurrent changes of users, roles and groups wait, so that none of them is lost.
    const admins = await lockAdminRoles(tx)
    const plan = await planSignIn(tx, provider, external)
    const user = plan.user ?? (await createUserOf(tx, external))
    if (!plan.identity) await tx.externalIdentities.link(user.id, provider.name, external)
    const identity = plan.identity ?? (await tx.externalIdentities.find(external))
    if (Object.keys(plan.changes).length > 0) await tx.users.update(user.id, plan.changes, null)
    await changeRights(tx, user, plan, admins, log)
    if (identity) await tx.externalIdentities.signedIn(identity.id, { provider: provider.name, ...plan.given })
    return user
  })
}

function createUserOf(tx: Store, external: ExternalUser): Promise<User> {
  const { username, email, firstName, lastName } = external
  const names = { first_name: firstName ?? username, last_name: lastName ?? '' }
  return tx.users.create({ username, ...names, email: email ?? null, password: null, roles: [] }, null)
}

/**
 * Changes the roles and groups of a user. The last administrator loses nothing, because nobody could manage the
 * installation otherwise.
 */
async function changeRights(
  tx: Store,
  user: User,
  { roles, groups }: SignInPlan,
  admins: Administrators,
  log: Log,
): Promise<void> {
  try {
    await tx.transaction(async (nested) => {
      await changeRolesOf(nested, user, roles)
      await changeGroupsOf(nested, user.id, groups)
      await requireActiveAdmin(nested, admins, user.username)
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'last-admin') throw error
    log.warn('The last administrator keeps the rights that the identity provider took away', { user: user.username })
    await changeRolesOf(tx, user, { ...roles, remove: [] })
    await changeGroupsOf(tx, user.id, { ...groups, remove: [] })
  }
}

/** Adds and removes roles of a user by name; roles that do not exist are left out. */
export async function changeRolesOf(tx: Store, user: User, { add, remove }: NameChange): Promise<void> {
  if (add.length + remove.length === 0) return
  const ids = await rolesByName(tx)
  const idsOf = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? [])
  const removed = new Set(idsOf(remove))
  const roles = [...user.roles.filter((id) => !removed.has(id)), ...idsOf(add)]
  await tx.users.update(user.id, { roles: [...new Set(roles)].toSorted((a, b) => a - b) }, null)
}

async function changeGroupsOf(tx: Store, userId: number, { add, remove }: NameChange): Promise<void> {
  for (const name of add) await changeUsersOfGroup(tx, name, { add: [userId], remove: [] })
  for (const name of remove) await changeUsersOfGroup(tx, name, { add: [], remove: [userId] })
}

/** Adds and removes users of a group by id. A group that does not exist yet is created without roles. */
export async function changeUsersOfGroup(
  tx: Store,
  name: string,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): Promise<void> {
  const existing = await tx.groups.find({ col: 'name', op: 'eq', value: name })
  if (!existing && add.length === 0) return
  const group = existing ?? (await tx.groups.create({ name }, null))
  const removed = new Set(remove)
  const users = [...new Set([...group.users, ...add])].filter((id) => !removed.has(id))
  await tx.groups.update(group.id, { users: users.toSorted((a, b) => a - b) }, null)
}
