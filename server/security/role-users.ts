import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { lockAdminRoles, requireActiveAdmin } from './administrators.ts'

/**
 * Gives a role to exactly these users. Throws `last-admin` if no active administrator would remain; nothing changes
 * then.
 */
export async function setRoleUsers(
  store: Store,
  roleId: number,
  userIds: readonly number[],
  actor: Actor,
): Promise<void> {
  await store.transaction(async (inside) => {
    const admins = await lockAdminRoles(inside)
    const role = { col: 'id', op: 'eq', value: roleId } as const
    const before = (await inside.users.list({ where: { some: 'roles', where: role } })).rows
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
