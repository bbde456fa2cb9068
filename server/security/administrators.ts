import { isAdmin } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { User } from '#core/entity/user.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'

/** The administrator roles, and how many administrators there were before a change. */
export interface Administrators {
  readonly roleIds: readonly number[]
  readonly before: AdminCounts
}

/** Numbers of active administrators, and of those who can sign in. */
interface AdminCounts {
  readonly active: number
  readonly withAccess: number
}

/**
 * Returns the administrator roles and locks them until the end of the transaction, so that two concurrent changes cannot
 * remove all administrators.
 */
export async function lockAdminRoles(tx: Store): Promise<Administrators> {
  const roleIds = await adminRoles(tx)
  // An empty change locks a row. A change of the name would undo a concurrent one.
  for (const id of roleIds) await tx.roles.update(id, {}, null)
  return { roleIds, before: await countAdmins(tx, roleIds) }
}

async function adminRoles({ roles }: Store): Promise<readonly number[]> {
  const { rows } = await roles.list({})
  return rows.filter(({ name }) => isAdmin({ roles: { [name]: [] } })).map(({ id }) => id)
}

/** Returns the active administrators who are no service accounts. */
async function activeAdmins(tx: Store, roleIds: readonly number[]): Promise<readonly User[]> {
  const byRole: Condition = { some: 'roles', where: { col: 'id', op: 'in', value: [...roleIds] } }
  const hasRole: Condition = { or: [byRole, { some: 'groups', where: byRole }] }
  const isPerson: Condition = {
    and: [
      { col: 'active', op: 'eq', value: true },
      { col: 'is_service', op: 'eq', value: false },
    ],
  }
  return (await tx.users.list({ where: { and: [isPerson, hasRole] } })).rows
}

/** Counts the active administrators. Without a password, one cannot sign in again once the session ends. */
async function countAdmins(tx: Store, roleIds: readonly number[]): Promise<AdminCounts> {
  const rows = await activeAdmins(tx, roleIds)
  return { active: rows.length, withAccess: rows.filter(({ password }) => password !== null).length }
}

/**
 * Throws `last-admin` if the changes of a transaction removed the last active administrator, or the last one who can
 * sign in. `username` names the user whose change is rejected.
 */
export async function requireActiveAdmin(
  tx: Store,
  { roleIds, before }: Administrators,
  username: string,
): Promise<void> {
  const { active, withAccess } = await countAdmins(tx, roleIds)
  const isLast = (before.active > 0 && active === 0) || (before.withAccess > 0 && withAccess === 0)
  if (isLast) throw new ApiError('last-admin', { args: [username] })
}

/** Throws `last-admin` for the only active administrator with a password. */
export async function requireOtherAdminPassword(store: Store, { id, username }: User): Promise<void> {
  const admins = await activeAdmins(store, await adminRoles(store))
  const withAccess = admins.filter(({ password }) => password !== null)
  if (withAccess.length === 1 && withAccess[0]?.id === id) throw new ApiError('last-admin', { args: [username] })
}

/**
 * Runs a change of groups in one transaction. Throws `last-admin` if no administrator would remain: users may be
 * administrators by the roles of a group. `name` names the changed group.
 */
export function changeGroups<T>(store: Store, name: string, change: (tx: Store) => Promise<T>): Promise<T> {
  return store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const result = await change(tx)
    await requireActiveAdmin(tx, admins, name)
    return result
  })
}
