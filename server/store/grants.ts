import type { UserGrant } from '#core/access/current-user.ts'
import { type Grant, type GrantDraft, grantKey } from '#core/entity/grant.ts'
import type { GrantLevel } from '#core/rest/grant-level.ts'
import type { Event } from '#core/entity/event.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Context } from './context.ts'
import type { Actor, Repository } from './repository.ts'
import { grantRows, isSamePermission, permissionsOf, permissionToRevoke } from './role-grants.ts'
import { roleRepository } from './roles.ts'

/** Grants of access; those to roles on data are also permissions of the role. */
export interface Grants
  extends Pick<
    Repository<Grant, GrantDraft, { readonly level?: GrantLevel }>,
    'get' | 'find' | 'list' | 'count' | 'create' | 'update'
  > {
  remove(id: number, actor: Actor, options?: { readonly ifVersion?: number }): Promise<void>
  /** Returns the last events of the grants whose column has this id, newest first; also of deleted grants. */
  changes(column: GrantObjectColumn, id: number, limit: number): Promise<readonly LoggedGrant[]>
}

/** The columns that name the object of a grant. */
export type GrantObjectColumn = 'dashboard_id' | 'dataset_id' | 'database_id' | 'folder_id'

/** An event of a grant, and the grant as it is now. */
export interface LoggedGrant {
  readonly event: Event
  readonly grant: Grant
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
        if (pair) await changePairs(inner, row, actor, (currentPairs) => [...currentPairs, pair])
        return row
      }),
    remove: (id, actor, options) =>
      context.atomically(async (inner) => {
        const row = await grantRows(inner).get(id)
        await grantRows(inner).remove(id, actor, options)
        const pair = row && row.role_id !== null ? await permissionToRevoke(inner, row) : undefined
        if (row && pair)
          await changePairs(inner, row, actor, (currentPairs) =>
            currentPairs.filter((each) => !isSamePermission(each, pair)),
          )
      }),
    changes: (...those) => loggedGrants(context, ...those),
  }
}

/** Returns the last events of the grants on an object, newest first. */
async function loggedGrants(
  context: Context,
  column: GrantObjectColumn,
  id: number,
  limit: number,
): Promise<readonly LoggedGrant[]> {
  const onObject = context.db.selectFrom('grants').select('id').where(column, '=', id)
  const events = await context.db
    .selectFrom('events')
    .selectAll()
    .where('entity_type', '=', 'grant')
    .where('entity_id', 'in', onObject)
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Event>()
    .execute()
  const value = [...new Set(events.map(({ entity_id }) => entity_id))]
  if (value.length === 0) return []
  const rows = grantRows(context)
  const where = { col: 'id', op: 'in', value } as const
  const [live, deleted] = [await rows.list({ where }), await rows.list({ where, isBin: true })]
  const grants = new Map([...live.rows, ...deleted.rows].map((grant) => [grant.id, grant]))
  return events.flatMap((event) => {
    const grant = grants.get(event.entity_id)
    return grant ? [{ event, grant }] : []
  })
}

async function changePairs(
  context: Context,
  { role_id }: Grant,
  actor: Actor,
  change: (currentPairs: readonly PermissionPair[]) => readonly PermissionPair[],
): Promise<void> {
  if (role_id === null) return
  const roles = roleRepository(context)
  if (!(await roles.get(role_id))) return
  const currentPairs = await roles.pairs(role_id)
  await roles.setPairs(role_id, change(currentPairs), actor)
}

/** The grants of a user, the permissions on data that follow from them, and the folders of the user. */
export interface UserGrants {
  readonly grants: readonly UserGrant[]
  readonly ownedFolders: readonly number[]
  readonly pairs: readonly PermissionPair[]
}

/**
 * Returns the grants to a user, to their groups and to their roles. Permissions of roles are not repeated; a grant on a
 * folder is repeated for the folders below it. Names of
 * objects are read only if a grant needs them, so that a cached user does not depend on all datasets.
 */
export async function grantsOf(
  context: Context,
  userId: number | null,
  roleIds: readonly number[],
): Promise<UserGrants> {
  if (userId === null && roleIds.length === 0) return { grants: [], pairs: [], ownedFolders: [] }
  const rows = await givenTo(context, userId, roleIds)
  const permitting = rows.filter(
    ({ role_id, dashboard_id, folder_id }) => (role_id ?? dashboard_id ?? folder_id) === null,
  )
  const owned = userId === null ? [] : await ownedFolders(context, userId)
  const named = [...owned, ...rows.flatMap(({ folder_id }) => folder_id ?? [])]
  const below = await foldersBelow(context, named)
  return {
    grants: rows
      .filter(({ dashboard_id, folder_id, level }) => (dashboard_id ?? folder_id) !== null || level !== 'see')
      .flatMap(({ level, dashboard_id, dataset_id, database_id, schema, folder_id }): readonly UserGrant[] => {
        if (folder_id !== null)
          return (below.get(folder_id) ?? []).map((folder) => ({ ...NO_OBJECT, level, folder_id: folder }))
        return [{ level, dashboard_id, dataset_id, database_id, schema }]
      }),
    ownedFolders: [...new Set(owned.flatMap((id) => below.get(id) ?? []))],
    pairs: await permissionsOf(context, permitting),
  }
}

const NO_OBJECT = { dashboard_id: null, dataset_id: null, database_id: null, schema: null }

async function ownedFolders({ db }: Context, userId: number): Promise<readonly number[]> {
  const rows = await db.selectFrom('folder_owners').select('folder_id').where('user_id', '=', userId).execute()
  return rows.map(({ folder_id }) => folder_id as number)
}

/** Returns each folder with those below it, by id; deleted folders have none. */
async function foldersBelow({ db }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const below = new Map<number, number[]>()
  if (ids.length === 0) return below
  const rows = await db
    .selectFrom('folder_paths')
    .select(['folder_id', 'ancestor_id'])
    .where('ancestor_id', 'in', [...new Set(ids)])
    .$castTo<{ folder_id: number; ancestor_id: number }>()
    .execute()
  for (const { folder_id, ancestor_id } of rows) below.set(ancestor_id, [...(below.get(ancestor_id) ?? []), folder_id])
  return below
}

const COLUMNS = ['level', 'dashboard_id', 'dataset_id', 'database_id', 'schema', 'folder_id', 'role_id'] as const

type GivenRow = UserGrant & Pick<Grant, 'role_id' | 'folder_id'>

async function givenTo(
  { db }: Context,
  userId: number | null,
  roleIds: readonly number[],
): Promise<readonly GivenRow[]> {
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
    .$castTo<GivenRow>()
    .execute()
}
