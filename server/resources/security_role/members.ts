import type { Role } from '#core/entity/role.ts'
import type { UserGroup } from '#core/entity/group.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { LoggedRelations, RelationChange } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { changeGroups } from '#server/security/administrators.ts'
import { setRoleUsers } from '#server/security/role-users.ts'
import type { Store } from '#server/store/store.ts'

/** The users and groups of a role in the action log. */
export const roleMembers: LoggedRelations = {
  names: ['users', 'groups'],
  async current(row, { context: { store } }) {
    const { id } = row as Role
    const users = await usersOf(store, id)
    return { users, groups: (await groupsOf(store, id)).map((group) => group.id) }
  },
  async titles(name, ids, { context: { store } }) {
    const where = { col: 'id', op: 'in', value: [...ids] } as const
    if (name === 'groups') return new Map((await store.groups.list({ where })).rows.map((row) => [row.id, row.name]))
    return new Map((await store.users.list({ where })).rows.map(({ id, username }) => [id, username]))
  },
  undo: (row, change, request) =>
    change.name === 'groups' ? undoGroups(row as Role, change, request) : undoUsers(row as Role, change, request),
}

const withRole = (id: number) => ({ some: 'roles', where: { col: 'id', op: 'eq', value: id } }) as const

async function usersOf(store: Store, roleId: number): Promise<readonly number[]> {
  return (await store.users.list({ where: withRole(roleId) })).ids
}

async function groupsOf(store: Store, roleId: number): Promise<readonly UserGroup[]> {
  return (await store.groups.list({ where: withRole(roleId) })).rows
}

async function undoUsers({ id }: Role, { removed, added }: RelationChange, request: RouteRequest): Promise<void> {
  const { store } = request.context
  if ((await store.users.count({ col: 'id', op: 'in', value: [...removed] })) < removed.length)
    throw new ApiError('fields-refused', { fields: { users: ['Some users do not exist'] } })
  const current = await usersOf(store, id)
  const wanted = [...new Set([...current.filter((user) => !added.includes(user)), ...removed])]
  await setRoleUsers(store, id, wanted, request.user.userId, current)
}

async function undoGroups(role: Role, { removed, added }: RelationChange, request: RouteRequest): Promise<void> {
  const { context, user } = request
  await changeGroups(context.store, role.name, async (inside) => {
    const { rows } = await inside.groups.list({ where: { col: 'id', op: 'in', value: [...removed, ...added] } })
    if (removed.some((id) => !rows.some((row) => row.id === id)))
      throw new ApiError('fields-refused', { fields: { groups: ['Some groups do not exist'] } })
    const changes = rows.map(({ id, roles }) => {
      const others = roles.filter((each) => each !== role.id)
      return { id, patch: { roles: removed.includes(id) ? [...others, role.id].toSorted((a, b) => a - b) : others } }
    })
    await inside.groups.updateMany(changes, user.userId)
  })
}
