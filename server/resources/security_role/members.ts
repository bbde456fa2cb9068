import type { Event } from '#core/entity/event.ts'
import type { Role } from '#core/entity/role.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { requireLatestChange } from '#server/resources/relation-changes.ts'
import type { LoggedRelations, RelationChange } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { changeGroups, lockAdminRoles } from '#server/security/administrators.ts'
import { setRoleUsers } from '#server/security/role-users.ts'

const NAMES = ['users', 'groups']

/** The users and groups of a role in the action log. */
export const roleMembers: LoggedRelations = {
  names: NAMES,
  async current(row, { context: { store } }) {
    const where = withRole((row as Role).id)
    return { users: await store.users.ids(where), groups: await store.groups.ids(where) }
  },
  async titles(name, ids, { context: { store } }) {
    const where = { col: 'id', op: 'in', value: [...ids] } as const
    if (name === 'groups') return new Map((await store.groups.list({ where })).rows.map((row) => [row.id, row.name]))
    return new Map((await store.users.list({ where })).rows.map(({ id, username }) => [id, username]))
  },
  undo: (row, change, request, event) =>
    (change.name === 'groups' ? undoGroups : undoUsers)(row as Role, change, request, event),
}

const withRole = (id: number) => ({ some: 'roles', where: { col: 'id', op: 'eq', value: id } }) as const

async function undoUsers(
  { id }: Role,
  { removed, added }: RelationChange,
  { context, user }: RouteRequest,
  event: Event,
): Promise<void> {
  await context.store.transaction(async (tx) => {
    await lockAdminRoles(tx)
    await requireLatestChange(tx, event, NAMES)
    if ((await tx.users.count({ col: 'id', op: 'in', value: [...removed] })) < removed.length)
      throw new ApiError('fields-refused', { fields: { users: ['Some users do not exist'] } })
    const leaving = new Set(added)
    const remaining = (await tx.users.ids(withRole(id))).filter((each) => !leaving.has(each))
    await setRoleUsers(tx, id, [...new Set([...remaining, ...removed])], user.userId)
  })
}

async function undoGroups(
  role: Role,
  { removed, added }: RelationChange,
  { context, user }: RouteRequest,
  event: Event,
): Promise<void> {
  await changeGroups(context.store, role.name, async (tx) => {
    await requireLatestChange(tx, event, NAMES)
    const { rows } = await tx.groups.list({ where: { col: 'id', op: 'in', value: [...removed, ...added] } })
    if (removed.some((id) => !rows.some((row) => row.id === id)))
      throw new ApiError('fields-refused', { fields: { groups: ['Some groups do not exist'] } })
    const changes = rows.map(({ id, roles }) => {
      const others = roles.filter((each) => each !== role.id)
      return { id, patch: { roles: removed.includes(id) ? [...others, role.id].toSorted((a, b) => a - b) : others } }
    })
    await tx.groups.updateMany(changes, user.userId)
  })
}
