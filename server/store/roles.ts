import { sql } from 'kysely'
import { parseSchemaView } from '#core/access/object-view.ts'
import type { PermissionPair, Role, RoleDraft } from '#core/entity/role.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import { appendEvent, appendEvents } from './events.ts'
import { readIds } from './read-rows.ts'
import { syncRoleGrants } from './role-grants.ts'
import { type Members, roleEvents } from './role-members.ts'
import type { Roles, StoredPair } from './repositories.ts'
import type { Actor } from './repository.ts'
import { tables } from './tables.ts'

const PAIRS_PER_STATEMENT = 200

/** Returns the permission pairs of these roles, by role id, sorted by view and permission. */
export async function pairsOf({ db }: Context, roleIds: readonly number[]): Promise<Map<number, PermissionPair[]>> {
  const found = new Map(roleIds.map((id): [number, PermissionPair[]] => [id, []]))
  if (roleIds.length === 0) return found
  const rows = await db
    .selectFrom('role_permissions as held')
    .innerJoin('permissions as pair', 'pair.id', 'held.permission_id')
    .select(['held.role_id', 'pair.permission_name', 'pair.view_name'])
    .where('held.role_id', 'in', roleIds)
    .orderBy('pair.view_name')
    .orderBy('pair.permission_name')
    .execute()
  for (const row of rows) found.get(row.role_id as number)?.push([String(row.permission_name), String(row.view_name)])
  return found
}

/** Returns the ids of the pairs; missing ones are created. */
async function pairIds({ db }: Context, pairs: readonly PermissionPair[]): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < pairs.length; index += PAIRS_PER_STATEMENT) {
    const some = pairs.slice(index, index + PAIRS_PER_STATEMENT)
    await db
      .insertInto('permissions')
      .values(some.map(([permission_name, view_name]) => ({ permission_name, view_name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const rows = await db
      .selectFrom('permissions')
      .select('id')
      .where((each) => each.or(some.map(([permission_name, view_name]) => each.and({ permission_name, view_name }))))
      .execute()
    ids.push(...rows.map((row) => row.id as number))
  }
  return ids
}

/** Returns the permissions on schemas of databases that do not exist. */
async function earlyPairs({ db }: Context, pairs: readonly PermissionPair[]): Promise<readonly PermissionPair[]> {
  const onSchemas = pairs.filter(([permission, view]) => permission === 'schema_access' && parseSchemaView(view))
  if (onSchemas.length === 0) return []
  const rows = await db.selectFrom('databases').select('database_name').where('deleted_at', 'is', null).execute()
  const names = new Set<unknown>(rows.map(({ database_name }) => database_name))
  return onSchemas.filter(([, view]) => !names.has(parseSchemaView(view)?.database))
}

async function grant(context: Context, id: number, pairs: readonly PermissionPair[]): Promise<number[]> {
  const ids = await pairIds(context, pairs)
  if (ids.length > 0) {
    const early = new Set(await pairIds(context, await earlyPairs(context, pairs)))
    await context.db
      .insertInto('role_permissions')
      .values(ids.map((permission_id) => ({ role_id: id, permission_id, is_early: Number(early.has(permission_id)) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return ids
}

async function revokeOthers({ db }: Context, id: number, stored: readonly number[]): Promise<void> {
  const deleteOthers = db.deleteFrom('role_permissions').where('role_id', '=', id)
  await (stored.length > 0 ? deleteOthers.where('permission_id', 'not in', stored) : deleteOthers).execute()
}

/** Increments the version of a role whose permissions have changed. */
async function newVersion({ db, clock }: Context, id: number, actor: Actor): Promise<void> {
  await db
    .updateTable('roles')
    .set({ version: sql<number>`version + 1`, changed_on: clock(), changed_by_fk: actor })
    .where('id', '=', id)
    .execute()
}

/** Returns every stored permission pair with its id, by id. */
async function storedPairs({ db }: Context): Promise<readonly StoredPair[]> {
  const rows = await db.selectFrom('permissions').select(['id', 'permission_name', 'view_name']).orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id as number,
    permission: String(row.permission_name),
    view: String(row.view_name),
  }))
}

/** Returns the ids of the users and groups that have a role. */
async function membersOf(context: Context, roleId: number): Promise<Members> {
  const where = { some: 'roles', where: { col: 'id', op: 'eq', value: roleId } } as const
  return {
    users: await readIds(context, tables.users, where),
    groups: await readIds(context, tables.user_groups, where),
  }
}

function rolesIn(context: Context) {
  return entityRepository<Role, RoleDraft, Patch<Role>>(context, tables.roles)
}

/** Replaces the permissions of a role, without its grants, and logs the change. Returns false if nothing changes. */
export async function replacePairs(
  context: Context,
  id: number,
  wanted: readonly PermissionPair[],
  actor: Actor,
): Promise<boolean> {
  const before = (await pairsOf(context, [id])).get(id)
  await revokeOthers(context, id, await grant(context, id, wanted))
  const after = (await pairsOf(context, [id])).get(id)
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await newVersion(context, id, actor)
  await appendEvent(context, {
    actor,
    action: 'update',
    entity_type: 'role',
    entity_id: id,
    before: JSON.stringify({ permissions: before }),
    after: JSON.stringify({ permissions: after }),
  })
  return true
}

/** Returns the repository of roles and their permissions. */
export function roleRepository(context: Context): Roles {
  const roles = rolesIn(context)
  const pairs = async (inner: Context, id: number) => (await pairsOf(inner, [id])).get(id) ?? []
  return {
    ...roles,
    remove: (ids, actor, options) =>
      context.atomically(async (inner) => {
        const all = [...new Set([ids].flat())]
        const members: Members[] = []
        for (const id of all) members.push(await membersOf(inner, id))
        await rolesIn(inner).remove(all, actor, options)
        await appendEvents(
          inner,
          members.flatMap((each, index) => roleEvents(all[index] ?? 0, each, false, actor)),
        )
      }),
    restore: (id, actor, changes) =>
      context.atomically(async (inner) => {
        const isLive = (await rolesIn(inner).get(id)) !== undefined
        const role = await rolesIn(inner).restore(id, actor, changes)
        if (!isLive) await appendEvents(inner, roleEvents(id, await membersOf(inner, id), true, actor))
        return role
      }),
    byName: (name) => roles.find({ col: 'name', op: 'eq', value: name }),
    pairs: (id) => pairs(context, id),
    pairsOf: (ids) => pairsOf(context, ids),
    storedPairs: () => storedPairs(context),
    setPairs: (id, wanted, actor = null) =>
      context.atomically(async (inner) => {
        const before = await pairs(inner, id)
        const isChanged = await replacePairs(inner, id, wanted, actor)
        if (isChanged) await syncRoleGrants(inner, { id, before, after: await pairs(inner, id) }, actor)
        return isChanged
      }),
    addPairs: (id, wanted) =>
      context.atomically(async (inner) => {
        await grant(inner, id, wanted)
        await syncRoleGrants(inner, { id, before: [], after: await pairs(inner, id) }, null)
      }),
    async renameView(from, to) {
      await context.db.updateTable('permissions').set({ view_name: to }).where('view_name', '=', from).execute()
    },
  }
}
