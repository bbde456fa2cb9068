import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { type UserGroup, type UserGroupBody, type UserGroupDraft, groupEntity } from '#core/entity/group.ts'
import { selectEntityFields } from '#core/entity/entity-definition.ts'
import { ApiError } from '#core/rest/api-error.ts'
import type { Resource } from '#server/resources/resource.ts'
import { toManyOperators } from '#server/resources/operators.ts'
import { listingOf } from '#server/resources/shared/entity-resource.ts'
import { changeGroups, lockAdminRoles } from '#server/security/administrators.ts'
import { parseGroup, requireFreeGroupName, requireGroupAdmin } from './body.ts'
import { presentGroups } from './present.ts'

const VIEW = 'Group'

/** Groups of users, for administrators. */
export const securityGroup: Resource<UserGroup, UserGroupBody> = {
  name: 'security/groups',
  permission: VIEW,
  nouns: { one: 'Group', many: 'Groups', model: 'Group' },
  listing: listingOf(groupEntity, {
    columns: ['roles.id', 'roles.name', 'users.id', 'users.username'],
    base: [{ column: 'name', direction: 'asc' }],
    filters: { roles: toManyOperators('roles'), users: toManyOperators('users') },
    related: { roles: 'role', users: 'user' },
  }),
  repository: (store) => store.groups,
  rule: ({ user }, action) =>
    action === 'write'
      ? isAdmin(user) && hasPermission(user, 'can_write', VIEW)
      : hasPermission(user, 'can_read', VIEW),
  bodies: groupEntity,
  parse: parseGroup,
  create: (body, { context, user }) =>
    changeGroups(context.store, body.name ?? '', async (tx) => {
      await requireFreeGroupName(tx, body.name ?? '', undefined)
      return tx.groups.create(selectEntityFields(groupEntity, body) as UserGroupDraft, user.userId)
    }),
  update: (row, body, { context, user }, ifVersion) =>
    changeGroups(context.store, row.name, async (tx) => {
      if (typeof body.name === 'string' && body.name !== row.name) await requireFreeGroupName(tx, body.name, row.id)
      // A request that was checked against a group which another one has changed since is rejected.
      const options = { ifVersion: ifVersion ?? row.version }
      return tx.groups.update(row.id, selectEntityFields(groupEntity, body), user.userId, options)
    }),
  async remove(ids, request, options) {
    requireGroupAdmin(request)
    const { context, user } = request
    const names = (await context.store.groups.list({ where: { col: 'id', op: 'in', value: [...ids] } })).rows
    const title = names.map(({ name }) => name).join(', ')
    await changeGroups(context.store, title, (tx) => tx.groups.remove([...ids], user.userId, options))
  },
  async beforeRestore(row, request) {
    requireGroupAdmin(request)
    if (row.deleted_at === null) throw new ApiError('not-found')
    await lockAdminRoles(request.context.store)
    await requireFreeGroupName(request.context.store, row.name, row.id)
  },
  present: presentGroups,
}
