import { isAdmin } from '#core/access/ability.ts'
import { readAttributes } from '#core/rest/user-attributes.ts'
import { type User, userEntity } from '#core/entity/user.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { presentFields } from '#server/resources/shared/entity-resource.ts'

/** Returns users with the names of their roles; e-mail addresses and attributes for administrators, passwords never. */
export async function presentUsers(users: readonly User[], request: RouteRequest): Promise<Record<string, unknown>[]> {
  const { store, now } = request.context
  const usersById = await loadUsers(store, users)
  const ids = [...new Set(users.flatMap((user) => user.roles))]
  const roles = (await store.roles.list({ where: { col: 'id', op: 'in', value: ids } })).rows
  const member = { some: 'users', where: { col: 'id', op: 'in', value: users.map(({ id }) => id) } } as const
  const groups = (await store.groups.list({ where: member, order: [{ column: 'name', direction: 'asc' }] })).rows
  const fieldsOf = (user: User) => {
    const { email, ...rest } = presentFields(userEntity, user, 'show')
    return isAdmin(request.user) ? { ...rest, email, attributes: readAttributes(user.attributes) } : rest
  }
  return users.map((user) => ({
    ...presentAuditFields(user, usersById, now()),
    ...fieldsOf(user),
    last_login: user.last_login === null ? null : printInstant(user.last_login),
    has_password: user.password !== null,
    roles: roles.filter(({ id }) => user.roles.includes(id)).map(({ id, name }) => ({ id, name })),
    groups: groups.filter((group) => group.users.includes(user.id)).map(({ id, name }) => ({ id, name })),
  }))
}
