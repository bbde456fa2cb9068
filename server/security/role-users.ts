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
  await store.transaction(async (tx) => {
    const admins = await lockAdminRoles(tx)
    const role = { col: 'id', op: 'eq', value: roleId } as const
    const before = new Set(await tx.users.ids({ some: 'roles', where: role }))
    if (previous && !haveSameIds(before, previous)) throw new ApiError('version-conflict')
    const after = new Set(userIds)
    const changed = [...before, ...after].filter((id) => before.has(id) !== after.has(id))
    const { rows } = await tx.users.list({ where: { col: 'id', op: 'in', value: changed } })
    const changes = rows.map(({ id, roles }) => {
      const others = roles.filter((each) => each !== roleId)
      return { id, patch: { roles: after.has(id) ? [...others, roleId].toSorted((a, b) => a - b) : others } }
    })
    await tx.users.updateMany(changes, actor)
    const removed = rows.filter(({ id }) => before.has(id))
    await requireActiveAdmin(tx, admins, removed.map(({ username }) => username).join(', '))
  })
}

function haveSameIds(some: ReadonlySet<number>, others: readonly number[]): boolean {
  const wanted = new Set(others)
  return some.size === wanted.size && [...some].every((id) => wanted.has(id))
}
