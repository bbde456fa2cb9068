import type { User } from '#core/entity/user.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { Log } from '#server/base/log.ts'
import type { ScimProvider } from '#server/base/provider-mapping.ts'
import type { ExternalIdentity } from '#server/store/external-identities.ts'
import type { ScimResource } from '#server/store/scim-resources.ts'
import type { Store } from '#server/store/store.ts'
import { changeRolesOf, changeUsersOfGroup } from './external-sign-in.ts'
import { planRights } from './sign-in-plan.ts'

/** The dependencies of a call of a SCIM client. */
export interface ScimDependencies {
  readonly store: Store
  readonly log: Log
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly provider: ScimProvider
  /** The URL of the SCIM API, without a trailing slash. */
  readonly baseUrl: string
}

/** A user with the link to the account at the provider. */
export interface LinkedUser {
  readonly user: User
  readonly identity: ExternalIdentity
}

/** Returns the user of an account at the provider; undefined if it is not linked, or the user is deleted. */
export async function linkedUser(
  tx: Store,
  { issuer }: ScimProvider,
  { external_id: subject }: Pick<ScimResource, 'external_id'>,
): Promise<LinkedUser | undefined> {
  const identity = subject === null ? undefined : await tx.externalIdentities.find({ issuer, subject })
  const user = identity && (await tx.users.get(identity.user_id))
  return identity && user && { user, identity }
}

/** True if the mapping of the provider gives something for a group. */
export function isMapped({ role_mapping: roles, group_mapping: groups }: ScimProvider, name: string): boolean {
  return Object.hasOwn(roles, name) || Object.hasOwn(groups, name)
}

/**
 * Gives and takes away the roles and groups of these users, as the mapping says for their present groups at the provider.
 * Throws `scim-member-changes` above this limit.
 */
export async function changeRights(
  { provider, log }: ScimDependencies,
  tx: Store,
  resources: readonly Pick<ScimResource, 'external_id'>[],
): Promise<void> {
  requireWithin('scim-member-changes', resources.length)
  const groups = new Map<string, { add: number[]; remove: number[] }>()
  const changeOf = (name: string) => {
    const change = groups.get(name) ?? { add: [], remove: [] }
    groups.set(name, change)
    return change
  }
  const unknown = new Set<string>()
  for (const resource of resources) {
    const linked = await linkedUser(tx, provider, resource)
    if (!linked) continue
    const { user, identity } = linked
    const plan = await planRights(tx, provider, {
      user,
      identity,
      groups: await tx.scimResources.groupNames(identity),
    })
    for (const role of plan.unknownRoles) unknown.add(role)
    await changeRolesOf(tx, user, plan.roles)
    for (const name of plan.groups.add) changeOf(name).add.push(user.id)
    for (const name of plan.groups.remove) changeOf(name).remove.push(user.id)
    await tx.externalIdentities.give(identity.id, plan.given)
    if ([plan.roles, plan.groups].some(({ add, remove }) => add.length + remove.length > 0))
      await logScim(tx, provider, user.id, { roles: plan.roles, groups: plan.groups })
  }
  for (const [name, change] of groups) await changeUsersOfGroup(tx, name, change)
  for (const role of unknown)
    log.warn('A role that an identity provider gives does not exist', { provider: provider.name, role })
}

/** Records in the action log that the provider changed a user, and what. */
export function logScim({ events }: Store, { name }: ScimProvider, userId: number, change: object): Promise<void> {
  const after = JSON.stringify({ by: `provider ${name} by SCIM`, ...change })
  return events.append({ actor: null, action: 'update', entity_type: 'user', entity_id: userId, after })
}
