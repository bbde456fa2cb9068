import { parseViewId } from '#core/access/object-view.ts'
import type { UserGrant } from '#core/access/current-user.ts'
import { type Grant, type GrantDraft, grantKey } from '#core/entity/grant.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Context } from './context.ts'
import type { Actor, Repository } from './repository.ts'
import { grantRows, permissionsOf } from './role-grants.ts'
import { roleRepository } from './roles.ts'

/** Grants of access; those to roles on data are also permissions of the role. */
export interface Grants
  extends Pick<
    Repository<Grant, GrantDraft, { readonly level?: GrantLevel }>,
    'get' | 'find' | 'list' | 'count' | 'create' | 'update'
  > {
  remove(id: number, actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
}

/** Returns the repository of grants. */
export function grantRepository(context: Context): Grants {
  const rows = grantRows(context)
  return {
    get: (id) => rows.get(id),
    find: (condition) => rows.find(condition),
    list: (query) => rows.list(query),
    count: (condition) => rows.count(condition),
    update: (id, patch, actor, options) => rows.update(id, patch, actor, options),
    create: (draft, actor) =>
      context.atomically(async (inner) => {
        const row = await grantRows(inner).create({ ...draft, pair_key: grantKey(draft) }, actor)
        const [pair] = row.role_id === null ? [] : await permissionsOf(inner, [row])
        if (pair) await changePairs(inner, row, actor, (held) => [...held, pair])
        return row
      }),
    remove: (id, actor, options) =>
      context.atomically(async (inner) => {
        const row = await grantRows(inner).get(id)
        await grantRows(inner).remove(id, actor, options)
        const [pair] = row && row.role_id !== null ? await permissionsOf(inner, [row]) : []
        if (row && pair) await changePairs(inner, row, actor, (held) => held.filter((each) => !isSame(each, pair)))
      }),
  }
}

/** The names in a view may be older than its id. */
function isSame([permission, view]: PermissionPair, [other, otherView]: PermissionPair): boolean {
  if (permission !== other) return false
  const id = parseViewId(view)
  return view === otherView || (permission !== 'schema_access' && id !== undefined && id === parseViewId(otherView))
}

async function changePairs(
  context: Context,
  { role_id }: Grant,
  actor: Actor,
  change: (held: readonly PermissionPair[]) => readonly PermissionPair[],
): Promise<void> {
  if (role_id === null) return
  const roles = roleRepository(context)
  if (!(await roles.get(role_id))) return
  const held = await roles.pairs(role_id)
  await roles.setPairs(role_id, change(held), actor)
}

/** The grants of a user, and the permissions on data that follow from them. */
export interface UserGrants {
  readonly grants: readonly UserGrant[]
  readonly pairs: readonly PermissionPair[]
}

/**
 * Returns the grants to a user, to their groups and to their roles. Permissions of roles are not repeated. Names of
 * objects are read only if a grant needs them, so that a cached user does not depend on all datasets.
 */
export async function grantsOf(
  context: Context,
  userId: number | null,
  roleIds: readonly number[],
): Promise<UserGrants> {
  if (userId === null && roleIds.length === 0) return { grants: [], pairs: [] }
  const rows = await givenTo(context, userId, roleIds)
  const permitting = rows.filter(({ role_id, dashboard_id }) => role_id === null && dashboard_id === null)
  return {
    grants: rows
      .filter(({ dashboard_id, level }) => dashboard_id !== null || level !== 'see')
      .map(({ level, dashboard_id, dataset_id, database_id, schema }) => ({
        level,
        dashboard_id,
        dataset_id,
        database_id,
        schema,
      })),
    pairs: await permissionsOf(context, permitting),
  }
}

const COLUMNS = ['level', 'dashboard_id', 'dataset_id', 'database_id', 'schema', 'role_id'] as const

async function givenTo(
  { db }: Context,
  userId: number | null,
  roleIds: readonly number[],
): Promise<readonly (UserGrant & Pick<Grant, 'role_id'>)[]> {
  const groups = db
    .selectFrom('user_group_members as member')
    .innerJoin('user_groups as team', 'team.id', 'member.group_id')
    .select('member.group_id')
    .where('member.user_id', '=', userId)
    .where('team.deleted_at', 'is', null)
  return db
    .selectFrom('grants')
    .select(COLUMNS)
    .where('deleted_at', 'is', null)
    .where((each) =>
      each.or([
        ...(roleIds.length === 0 ? [] : [each('role_id', 'in', roleIds)]),
        ...(userId === null ? [] : [each('user_id', '=', userId), each('group_id', 'in', groups)]),
      ]),
    )
    .orderBy('id')
    .$castTo<UserGrant & Pick<Grant, 'role_id'>>()
    .execute()
}
