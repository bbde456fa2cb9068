import { type UserGroup, groupEntity } from '#core/entity/group.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import type { RouteRequest } from '#server/route/route.ts'

const uniqueIds = (ids: readonly number[]) => [...new Set(ids)]

/** Returns groups with the names of their roles and users; deleted ones are left out. */
export async function presentGroups(
  groups: readonly UserGroup[],
  request: RouteRequest,
): Promise<Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, groups)
  const named = (ids: readonly number[]) => ({ where: { col: 'id', op: 'in', value: uniqueIds(ids) } }) as const
  const roles = (await store.roles.list(named(groups.flatMap((group) => group.roles)))).rows
  const users = (await store.users.list(named(groups.flatMap((group) => group.users)))).rows
  return groups.map((group) => ({
    ...presentAuditFields(group, usersById, now()),
    ...presentFields(groupEntity, group, 'show'),
    roles: roles.filter(({ id }) => group.roles.includes(id)).map(({ id, name }) => ({ id, name })),
    users: users
      .filter(({ id }) => group.users.includes(id))
      .map(({ id, username, first_name, last_name, active }) => ({ id, username, first_name, last_name, active })),
  }))
}
