import { hasPermission, isAdmin } from '#core/access/ability.ts'
import { type Role, type RoleBody, roleEntity } from '#core/entity/role.ts'
import type { Resource } from '#server/resources/resource.ts'
import {
  createRole,
  parseRole,
  requireFreeRoleName,
  requireNoRules,
  requireCustomRole,
  requireRoleAdmin,
  updateRole,
} from './body.ts'
import { listing } from './listing.ts'
import { roleMembers } from './members.ts'
import { presentRoles } from './present.ts'
import { roleRoutes } from './routes.ts'

const VIEW = 'Role'

/** Roles, for administrators. Built-in roles can only be read. */
export const securityRole: Resource<Role, RoleBody> = {
  name: 'security/roles',
  permission: VIEW,
  nouns: { one: 'Role', many: 'Roles', model: 'Role' },
  listing,
  repository: (store) => store.roles,
  rule: ({ user }, action) =>
    action === 'write'
      ? isAdmin(user) && hasPermission(user, 'can_write', VIEW)
      : hasPermission(user, 'can_read', VIEW),
  bodies: roleEntity,
  parse: parseRole,
  create: createRole,
  update: updateRole,
  async beforeRemove(rows, request) {
    requireRoleAdmin(request)
    for (const role of rows) requireCustomRole(role)
    await requireNoRules(rows, request)
  },
  async beforeRestore(row, request) {
    requireRoleAdmin(request)
    await requireFreeRoleName(row, request)
  },
  changes: {
    type: 'role',
    fields: ['name', 'permissions'],
    async current(row, { context }) {
      const { id, name } = row as Role
      return { name, permissions: await context.store.roles.pairs(id) }
    },
    relations: roleMembers,
  },
  present: presentRoles,
  routes: roleRoutes(VIEW, () => securityRole),
}
