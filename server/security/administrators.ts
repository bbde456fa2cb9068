import { isAdmin } from '#core/access/ability.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Store } from '#server/store/store.ts'

/**
 * Returns the ids of the administrator roles and locks them until the end of the transaction, so that two concurrent
 * changes cannot remove all administrators.
 */
export async function lockAdminRoles(inside: Store): Promise<readonly number[]> {
  const { rows } = await inside.roles.list({})
  const admins = rows.filter(({ name }) => isAdmin({ roles: { [name]: [] } }))
  for (const { id, name } of admins) await inside.roles.update(id, { name }, null)
  return admins.map(({ id }) => id)
}

/**
 * Throws `last-admin` if no active user has one of the administrator roles after the changes of a transaction.
 * `username` names the user whose change is rejected.
 */
export async function requireActiveAdmin(inside: Store, admins: readonly number[], username: string): Promise<void> {
  const left = await inside.users.count({
    and: [
      { col: 'active', op: 'eq', value: true },
      { some: 'roles', where: { col: 'id', op: 'in', value: [...admins] } },
    ],
  })
  if (left === 0) throw new ApiError('last-admin', { args: [username] })
}
