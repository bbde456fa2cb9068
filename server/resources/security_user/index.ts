import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { type User, type UserBody, userEntity } from '#core/entity/user.ts'
import type { Resource } from '#server/resources/resource.ts'
import { removeUsers } from '#server/security/user-changes.ts'
import { createUserRow, parseUser, requireAdmin, requireRestorable, updateUserRow } from './body.ts'
import { listing } from './listing.ts'
import { presentUsers } from './present.ts'
import { userRoutes } from './routes.ts'

const VIEW = 'User'

/** Users, for administrators. */
export const securityUser: Resource<User, UserBody> = {
  name: 'security/users',
  permission: VIEW,
  nouns: { one: 'User', many: 'Users', model: 'User' },
  listing,
  repository: (store) => store.users,
  rule: ({ user }, action) =>
    action === 'write'
      ? isAdmin(user) && hasPermission(user, 'can_write', VIEW)
      : hasPermission(user, 'can_read', VIEW),
  bodies: userEntity,
  parse: parseUser,
  create: createUserRow,
  update: updateUserRow,
  async remove(ids, request, options) {
    requireAdmin(request)
    await removeUsers(request.context, ids, request.user.userId, options)
  },
  beforeRestore: requireRestorable,
  echo: (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'password')),
  present: presentUsers,
  routes: userRoutes(VIEW, () => securityUser),
}
