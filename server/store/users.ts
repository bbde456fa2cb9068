import { sql } from 'kysely'
import { isAdmin } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import { effectiveQuota } from '#core/access/quota.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { User, UserDraft } from '#core/entity/user.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import { grantsOf } from './grants.ts'
import type { Users } from './repositories.ts'
import { quotaRepository } from './quotas.ts'
import { pairsOf, roleRepository } from './roles.ts'
import { tables } from './tables.ts'

const OBJECT_PERMISSIONS = ['database_access', 'catalog_access', 'schema_access', 'datasource_access']

/** Returns roles, permissions and grants of a user; for anonymous callers, `userId` is null. */
async function access(context: Context, userId: number | null, roleIds: readonly number[]) {
  const pairs = await pairsOf(context, roleIds)
  const { rows } = await roleRepository(context).list({ where: { col: 'id', op: 'in', value: roleIds } })
  const roles: Record<string, readonly PermissionPair[]> = {}
  for (const role of rows) roles[role.name] = pairs.get(role.id) ?? []
  const liveIds = rows.map((role) => role.id)
  const { grants, pairs: granted, ownedFolders } = await grantsOf(context, userId, liveIds)
  const permissions = objectViews([...Object.values(roles).flat(), ...granted])
  const quotas = await quotaRepository(context).concerning(userId, liveIds)
  const quota = effectiveQuota({
    own: quotas.find(({ role_id }) => role_id === null),
    ofRoles: quotas.filter(({ role_id }) => role_id !== null),
    isAdmin: isAdmin({ roles }),
  })
  return {
    roles,
    permissions,
    roleIds: liveIds,
    ...(grants.length > 0 ? { grants } : {}),
    ...(ownedFolders.length > 0 ? { ownedFolders } : {}),
    ...(Object.keys(quota).length > 0 ? { quota } : {}),
  }
}

/** Returns the views of permissions on single objects, by permission and without duplicates. */
function objectViews(pairs: readonly PermissionPair[]): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const [permission, view] of pairs)
    if (OBJECT_PERMISSIONS.includes(permission)) found.set(permission, (found.get(permission) ?? new Set()).add(view))
  return Object.fromEntries(Array.from(found, ([permission, views]) => [permission, [...views]]))
}

/** Returns the ids of the roles that a user has by groups. */
async function groupRoles({ db }: Context, userId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('user_group_members as member')
    .innerJoin('user_groups as one', 'one.id', 'member.group_id')
    .innerJoin('user_group_roles as held', 'held.group_id', 'member.group_id')
    .select('held.role_id')
    .distinct()
    .where('member.user_id', '=', userId)
    .where('one.deleted_at', 'is', null)
    .execute()
  return rows.map(({ role_id }) => role_id as number)
}

const NOBODY = {
  userId: null,
  username: '',
  firstName: '',
  lastName: '',
  email: null,
  isActive: false,
  isAnonymous: true,
  createdOn: null,
} as const

/** Returns the repository of users and their permissions. */
export function userRepository(context: Context): Users {
  const users = entityRepository<User, UserDraft, Patch<User>>(context, tables.users)
  return {
    ...users,
    byUsername: (username) => users.find({ col: 'username', op: 'eq', value: username }),
    async lock(id) {
      // A transaction on SQLite excludes all other writers.
      if (context.engine === 'postgres')
        await context.db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
    },
    async signedIn(id, success) {
      const change = success
        ? { login_count: sql<number>`login_count + 1`, fail_login_count: 0, last_login: context.clock() }
        : { fail_login_count: sql<number>`fail_login_count + 1` }
      await context.db.updateTable('users').set(change).where('id', '=', id).execute()
    },
    async tokensFrom(id) {
      const row = await context.db.selectFrom('users').select('tokens_from').where('id', '=', id).executeTakeFirst()
      return (row?.tokens_from ?? null) as number | null
    },
    async endTokens(id, now) {
      await context.db.updateTable('users').set({ tokens_from: now }).where('id', '=', id).execute()
    },
    async current(id): Promise<CurrentUser | undefined> {
      const user = await users.get(id)
      if (!user?.active) return undefined
      return {
        userId: user.id,
        username: user.username,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        ...(user.locale === null ? {} : { locale: user.locale }),
        isActive: true,
        isAnonymous: false,
        createdOn: user.created_on,
        ...(await access(context, id, [...new Set([...user.roles, ...(await groupRoles(context, id))])])),
      }
    },
    async withRole(roleId) {
      const rights = await access(context, null, [roleId])
      return rights.roleIds.includes(roleId) ? { ...NOBODY, ...rights } : undefined
    },
    async anonymous(roleName) {
      const role = await roleRepository(context).byName(roleName)
      return { ...NOBODY, ...(await access(context, null, role ? [role.id] : [])) }
    },
  }
}
