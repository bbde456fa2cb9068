import { ApiError } from '#core/rest/api-error.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { lockAdminRoles, requireActiveAdmin } from './administrators.ts'

/**
 * Gives a role to exactly these users. Throws `version-conflict` if other users than `previous` have the role, and
 * `last-admin` if no active administrator would remain; nothing changes then.
 */
export async function setRoleUsers(
  store: Store,
  roleId: number,
  userIds: readonly number[],
  actor: Actor,
  previous?: readonly number[],
): Promise<void> {
  await store.transaction(async (inside) => {
    const admins = await lockAdminRoles(inside)
    const role = { col: 'id', op: 'eq', value: roleId } as const
    const before = (await inside.users.list({ where: { some: 'roles', where: role } })).rows
    if (previous && !haveSameIds(before, previous)) throw new ApiError('version-conflict')
    const added = (await inside.users.list({ where: { col: 'id', op: 'in', value: [...userIds] } })).rows
    const removed = before.filter(({ id }) => !userIds.includes(id))
    await inside.users.updateMany(
      [
        ...removed.map(({ id, roles }) => ({ id, patch: { roles: roles.filter((each) => each !== roleId) } })),
        ...added
          .filter(({ roles }) => !roles.includes(roleId))
          .map(({ id, roles }) => ({ id, patch: { roles: [...roles, roleId].toSorted((a, b) => a - b) } })),
      ],
      actor,
    )
    await requireActiveAdmin(inside, admins, removed.map(({ username }) => username).join(', '))
  })
}

function haveSameIds(users: readonly { readonly id: number }[], ids: readonly number[]): boolean {
  const wanted = new Set(ids)
  return users.length === wanted.size && users.every(({ id }) => wanted.has(id))
}
