import { hasPermission } from '#core/access/ability.ts'
import type { Role } from '#core/entity/role.ts'
import { roleEntity } from '#core/entity/role.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { isBuiltInName } from './body.ts'

/** Returns roles with their users and permissions; lists have their numbers and ids only. */
export async function presentRoles(
  roles: readonly Role[],
  request: RouteRequest,
  as: 'list' | 'show',
): Promise<Record<string, unknown>[]> {
  const { store, now } = request.context
  const ids = roles.map(({ id }) => id)
  const usersById = await loadUsers(store, roles)
  const members = (
    await store.users.list({
      where: { some: 'roles', where: { col: 'id', op: 'in', value: ids } },
      order: [{ column: 'username', direction: 'asc' }],
    })
  ).rows
  const pairs = await store.roles.pairsOf(ids)
  const groups = (await store.groups.list({ where: { some: 'roles', where: { col: 'id', op: 'in', value: ids } } }))
    .rows
  const listed = groups.flatMap((group) => group.users)
  const existing = new Set(
    (await store.users.list({ where: { col: 'id', op: 'in', value: [...new Set(listed)] } })).ids,
  )
  const mayReadGroups = hasPermission(request.user, 'can_read', 'Group')
  return roles.map((role) => {
    const users = members.filter((user) => user.roles.includes(role.id))
    const currentPairs = pairs.get(role.id) ?? []
    const teams = groups.filter((group) => group.roles.includes(role.id))
    const byGroup = new Set(teams.flatMap((group) => group.users).filter((id) => !users.some((user) => user.id === id)))
    return {
      ...presentAuditFields(role, usersById, now()),
      ...presentFields(roleEntity, role, as),
      is_built_in: isBuiltInName(role.name),
      user_ids: users.map(({ id }) => id),
      group_user_ids: [...byGroup].filter((id) => existing.has(id)).toSorted((a, b) => a - b),
      permission_count: currentPairs.length,
      ...(as === 'show'
        ? {
            permissions: currentPairs,
            groups: mayReadGroups ? teams.map(({ id, name }) => ({ id, name })) : [],
            users: users.map(({ id, username, first_name, last_name, active }) => ({
              id,
              username,
              first_name,
              last_name,
              active,
            })),
          }
        : {}),
    }
  })
}
