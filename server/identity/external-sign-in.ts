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
  return store.transaction(async (inside) => {
    // Concurrent changes of users, roles and groups wait, so that none of them is lost.
    const admins = await lockAdminRoles(inside)
    const plan = await planSignIn(inside, provider, external)
    const user = plan.user ?? (await createUserOf(inside, external))
    if (!plan.identity) await inside.externalIdentities.link(user.id, provider.name, external)
    const identity = plan.identity ?? (await inside.externalIdentities.find(external))
    if (Object.keys(plan.changes).length > 0) await inside.users.update(user.id, plan.changes, null)
    await changeRights(inside, user, plan, admins, log)
    if (identity) await inside.externalIdentities.signedIn(identity.id, { provider: provider.name, ...plan.given })
    return user
  })
}

function createUserOf(inside: Store, external: ExternalUser): Promise<User> {
  const { username, email, firstName, lastName } = external
  const names = { first_name: firstName ?? username, last_name: lastName ?? '' }
  return inside.users.create({ username, ...names, email: email ?? null, password: null, roles: [] }, null)
}

/**
 * Changes the roles and groups of a user. The last administrator loses nothing, because nobody could manage the
 * installation otherwise.
 */
async function changeRights(
  inside: Store,
  user: User,
  { roles, groups }: SignInPlan,
  admins: Administrators,
  log: Log,
): Promise<void> {
  try {
    await inside.transaction(async (nested) => {
      await changeRolesOf(nested, user, roles)
      await changeGroupsOf(nested, user.id, groups)
      await requireActiveAdmin(nested, admins, user.username)
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'last-admin') throw error
    log.warn('The last administrator keeps the rights that the identity provider took away', { user: user.username })
    await changeRolesOf(inside, user, { ...roles, remove: [] })
    await changeGroupsOf(inside, user.id, { ...groups, remove: [] })
  }
}

/** Adds and removes roles of a user by name; roles that do not exist are left out. */
export async function changeRolesOf(inside: Store, user: User, { add, remove }: NameChange): Promise<void> {
  if (add.length + remove.length === 0) return
  const ids = await rolesByName(inside)
  const idsOf = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? [])
  const removed = new Set(idsOf(remove))
  const roles = [...user.roles.filter((id) => !removed.has(id)), ...idsOf(add)]
  await inside.users.update(user.id, { roles: [...new Set(roles)].toSorted((a, b) => a - b) }, null)
}

async function changeGroupsOf(inside: Store, userId: number, { add, remove }: NameChange): Promise<void> {
  for (const name of add) await changeUsersOfGroup(inside, name, { add: [userId], remove: [] })
  for (const name of remove) await changeUsersOfGroup(inside, name, { add: [], remove: [userId] })
}

/** Adds and removes users of a group by id. A group that does not exist yet is created without roles. */
export async function changeUsersOfGroup(
  inside: Store,
  name: string,
  { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
): Promise<void> {
  const existing = await inside.groups.find({ col: 'name', op: 'eq', value: name })
  if (!existing && add.length === 0) return
  const group = existing ?? (await inside.groups.create({ name }, null))
  const removed = new Set(remove)
  const users = [...new Set([...group.users, ...add])].filter((id) => !removed.has(id))
  await inside.groups.update(group.id, { users: users.toSorted((a, b) => a - b) }, null)
}
