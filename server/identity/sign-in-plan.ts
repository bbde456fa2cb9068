import type { Condition } from '#core/access/condition.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { ProviderMapping } from '#server/base/provider-mapping.ts'
import { requireFreeEmail, requireFreeUsername } from '#server/security/user-registration.ts'
import type { ExternalIdentity } from '#server/store/external-identities.ts'
import type { Store } from '#server/store/store.ts'
import type { ExternalUser } from './external-user.ts'

/** Names to add and to remove. */
export interface NameChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** The effects of a sign-in at an identity provider. */
export interface SignInPlan {
  /** The existing user; undefined if the sign-in creates one. */
  readonly user: User | undefined
  /** The link to the account at the provider; undefined if the sign-in creates it. */
  readonly identity: ExternalIdentity | undefined
  readonly roles: NameChange
  readonly groups: NameChange
  /** The names of roles and groups that the provider gives. */
  readonly given: { readonly roles: readonly string[]; readonly groups: readonly string[] }
  /** Roles of the mapping that do not exist. */
  readonly unknownRoles: readonly string[]
  /** Changed properties of an existing user. */
  readonly changes: Partial<Pick<User, 'first_name' | 'last_name' | 'email'>>
}

/**
 * Returns the effects of a sign-in without applying them. Throws `identity-inactive`, `identity-unknown`,
 * `identity-name-used`, `identity-email-used`, and the errors of a wrong user name or e-mail address.
 */
export async function planSignIn(store: Store, provider: ProviderMapping, external: ExternalUser): Promise<SignInPlan> {
  const identity = await store.externalIdentities.find(external)
  const user = identity ? await activeUser(store, identity.user_id) : await userToLink(store, provider, external)
  if (!user) await requireCreatable(store, provider, external)
  const groups = provider.scim ? await store.scimResources.groupNames(external) : external.groups
  return {
    user,
    identity,
    ...(await planRights(store, provider, { user, identity, groups })),
    changes: user ? await changesOf(store, user, external) : {},
  }
}

/** A user with the groups that the provider names. */
interface GroupedUser {
  readonly user: User | undefined
  readonly identity: ExternalIdentity | undefined
  /** The names of the user's groups at the provider. */
  readonly groups: readonly string[]
}

/** Returns the roles and groups that groups at a provider give and take away, without applying them. */
export async function planRights(
  store: Store,
  provider: ProviderMapping,
  { user, identity, groups }: GroupedUser,
): Promise<Pick<SignInPlan, 'roles' | 'groups' | 'given' | 'unknownRoles'>> {
  const given = givenBy(provider, groups)
  const currentNames = await namesOf(store, user)
  const known = await rolesByName(store)
  const managed = {
    roles: [...Object.values(provider.role_mapping).flat(), ...provider.default_roles, ...(identity?.roles ?? [])],
    groups: [...Object.values(provider.group_mapping).flat(), ...(identity?.groups ?? [])],
  }
  return {
    roles: changeOf(
      currentNames.roles,
      given.roles.filter((name) => known.has(name)),
      managed.roles,
    ),
    groups: changeOf(currentNames.groups, given.groups, managed.groups),
    given,
    unknownRoles: given.roles.filter((name) => !known.has(name)),
  }
}

/** Returns the roles by name. */
export async function rolesByName(store: Store): Promise<ReadonlyMap<string, number>> {
  const { rows } = await store.roles.list({})
  return new Map(rows.map(({ name, id }) => [name, id]))
}

async function activeUser(store: Store, id: number): Promise<User> {
  const user = await store.users.get(id)
  if (!user?.active || user.is_service) throw new ApiError('identity-inactive')
  return user
}

/** Returns the user with the verified e-mail address, if the provider may link by it. */
async function userToLink(store: Store, provider: ProviderMapping, external: ExternalUser): Promise<User | undefined> {
  const { email } = external
  if (email === undefined || !provider.link_by_email) return undefined
  const { rows } = await store.users.list({ where: { col: 'email', op: 'ct', value: email } })
  const user = rows.find((each) => lowerAscii(each.email ?? '') === lowerAscii(email))
  if (!user) return undefined
  if (!user.active || user.is_service) throw new ApiError('identity-inactive')
  // The address of a former colleague may belong to another account now.
  const linked = await store.externalIdentities.ofUser(user.id)
  if (linked.length > 0) throw new ApiError('identity-email-used')
  return user
}

/** Returns an address in lower case. Other letters stay: an address with an accent may belong to another person. */
const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

async function requireCreatable(store: Store, provider: ProviderMapping, external: ExternalUser): Promise<void> {
  if (!provider.create_users) throw new ApiError('identity-unknown')
  await orThrow(requireFreeUsername(store, external.username), 'identity-name-used')
  if (external.email !== undefined) await orThrow(requireFreeEmail(store, external.email), 'identity-email-used')
}

/** Replaces errors that name another user: the caller is not signed in. */
async function orThrow(check: Promise<void>, code: 'identity-name-used' | 'identity-email-used'): Promise<void> {
  try {
    await check
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'user-exists' || error.code === 'email-used'))
      throw new ApiError(code, { cause: error })
    throw error
  }
}

function givenBy(provider: ProviderMapping, groups: readonly string[]) {
  const mapped = (mapping: Readonly<Record<string, readonly string[]>>) =>
    groups.flatMap((group) => (Object.hasOwn(mapping, group) ? (mapping[group] ?? []) : []))
  return {
    roles: uniqueNames([...provider.default_roles, ...mapped(provider.role_mapping)]),
    groups: uniqueNames(mapped(provider.group_mapping)),
  }
}

const uniqueNames = (names: readonly string[]) => [...new Set(names)].toSorted()

/** Roles and groups that no mapping names stay as administrators set them. */
function changeOf(currentNames: readonly string[], given: readonly string[], managed: readonly string[]): NameChange {
  return {
    add: given.filter((name) => !currentNames.includes(name)),
    remove: uniqueNames(managed).filter((name) => currentNames.includes(name) && !given.includes(name)),
  }
}

async function namesOf(store: Store, user: User | undefined) {
  if (!user) return { roles: [], groups: [] }
  const roles = await store.roles.list({ where: { col: 'id', op: 'in', value: [...user.roles] } })
  const isMember: Condition = { some: 'users', where: { col: 'id', op: 'eq', value: user.id } }
  const groups = await store.groups.list({ where: isMember })
  return { roles: roles.rows.map(({ name }) => name), groups: groups.rows.map(({ name }) => name) }
}

async function changesOf(store: Store, user: User, external: ExternalUser): Promise<SignInPlan['changes']> {
  const { firstName = user.first_name, lastName = user.last_name, email = user.email } = external
  const isFree = email === null || email === user.email || (await isFreeEmail(store, email, user.id))
  return {
    ...(firstName === user.first_name ? {} : { first_name: firstName }),
    ...(lastName === user.last_name ? {} : { last_name: lastName }),
    ...(email === user.email || !isFree ? {} : { email }),
  }
}

/** An address that another user has stays with that user, and the sign-in goes on. */
async function isFreeEmail(store: Store, email: string, except: number): Promise<boolean> {
  try {
    await requireFreeEmail(store, email, except)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
