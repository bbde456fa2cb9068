import { parseSchemaView, parseViewId, printDatabaseView } from '#core/access/object-view.ts'
import type { Database } from '#core/entity/database.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Context } from './context.ts'
import type { Actor } from './repository.ts'
import { databasePermission, syncRoleGrants, grantRows, permissionsOf } from './role-grants.ts'
import { pairsOf, replacePairs } from './roles.ts'

/**
 * Replaces the permissions of roles on a database and its schemas by those of their grants, after the database is named.
 * Permissions contain the name: those on an earlier database of this name must not open the database, and those with
 * `formerName` must not open a later database that gets it. They become permissions with the new name, also without a
 * grant, which earlier versions did not always store.
 *
 * A permission that was made for this name while no database had it is for the new or restored database: roles may be set
 * up before databases. It gets its grant then, so that it ends with this database.
 */
export async function syncDatabasePermissions(
  context: Context,
  database: Pick<Database, 'id' | 'database_name'>,
  formerName: string | undefined,
  actor: Actor,
): Promise<void> {
  const isOfDatabase = ([permission, view]: PermissionPair): boolean => {
    const name = permission === 'schema_access' ? parseSchemaView(view)?.database : undefined
    if (name !== undefined) return name === database.database_name || name === formerName
    const isNamed = permission === 'database_access' && parseViewId(view) === database.id
    return isNamed && view !== printDatabaseView(database)
  }
  const { rows: grants } = await grantRows(context).list({
    where: { col: 'database_id', op: 'eq', value: database.id },
  })
  const held = (await heldPairs(context)).filter(({ pair }) => isOfDatabase(pair))
  const early = formerName === undefined ? held.filter(({ isEarly }) => isEarly) : []
  const roleIds = new Set([...held.map(({ roleId }) => roleId), ...grants.flatMap(({ role_id }) => role_id ?? [])])
  for (const [id, pairs] of await pairsOf(context, [...roleIds])) {
    const others = pairs.filter((pair) => !isOfDatabase(pair))
    const granted = await permissionsOf(
      context,
      grants.filter(({ role_id }) => role_id === id),
    )
    const renamed = pairs.flatMap((pair) => renamedPermission(pair, database, formerName))
    const made = early.filter(({ roleId }) => roleId === id).map(({ pair }) => pair)
    await replacePairs(context, id, [...others, ...granted, ...renamed, ...made], actor)
    if (made.length > 0) await grantEarly(context, id, actor)
  }
  await endEarly(context, early)
}

/** Creates the grants of permissions of a role whose database now exists. */
async function grantEarly(context: Context, id: number, actor: Actor): Promise<void> {
  const after = (await pairsOf(context, [id])).get(id) ?? []
  await syncRoleGrants(context, { id, before: [], after }, actor)
}

/** Makes early permissions the same as all others. */
async function endEarly({ db }: Context, early: readonly HeldPair[]): Promise<void> {
  for (const { roleId, permissionId } of early)
    await db
      .updateTable('role_permissions')
      .set({ is_early: 0 })
      .where('role_id', '=', roleId)
      .where('permission_id', '=', permissionId)
      .execute()
}

/** Returns the permission with the name of the database, if it was one on the database with its former name. */
function renamedPermission(
  [permission, view]: PermissionPair,
  database: Pick<Database, 'id' | 'database_name'>,
  formerName: string | undefined,
): readonly PermissionPair[] {
  if (formerName === undefined) return []
  if (permission === 'database_access')
    return parseViewId(view) === database.id ? [databasePermission(database, null)] : []
  const names = permission === 'schema_access' ? parseSchemaView(view) : undefined
  return names?.database === formerName ? [databasePermission(database, names.schema)] : []
}

interface HeldPair {
  readonly roleId: number
  readonly permissionId: number
  readonly pair: PermissionPair
  /** True if its database did not exist when it was made, nor since. */
  readonly isEarly: boolean
}

/** Returns the permissions of all roles on databases and schemas, also of deleted roles, which may be restored. */
async function heldPairs({ db }: Context): Promise<readonly HeldPair[]> {
  const rows = await db
    .selectFrom('role_permissions as held')
    .innerJoin('permissions as pair', 'pair.id', 'held.permission_id')
    .select(['held.role_id', 'held.permission_id', 'held.is_early', 'pair.permission_name', 'pair.view_name'])
    .where('pair.permission_name', 'in', ['schema_access', 'database_access'])
    .execute()
  return rows.map((row) => ({
    roleId: row.role_id as number,
    permissionId: row.permission_id as number,
    pair: [String(row.permission_name), String(row.view_name)],
    isEarly: Number(row.is_early) === 1,
  }))
}
