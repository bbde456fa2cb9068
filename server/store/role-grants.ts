import { parseSchemaView, parseViewId, printDatabaseView, printSchemaView } from '#core/access/object-view.ts'
import { type Grant, type GrantDraft, grantKey } from '#core/entity/grant.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import type { Actor } from './repository.ts'
import { tables } from './tables.ts'

/**
 * A permission of a role on a dataset, a schema or a database is the same as a grant of the level see on it. Both are
 * stored: the permission is what requests read, the grant is what lists of grants show.
 */

const ON_DATA = ['datasource_access', 'schema_access', 'database_access']

type RoleObject = Pick<GrantDraft, 'dataset_id' | 'database_id' | 'schema'>

/** Returns the repository of the rows, without the permissions of roles. */
export function grantRows(context: Context) {
  return entityRepository<Grant, GrantDraft & { readonly pair_key: string }, Partial<Grant>>(context, tables.grants)
}

/** A role and its permissions before and after a change. */
interface ChangedRole {
  readonly id: number
  readonly before: readonly PermissionPair[]
  readonly after: readonly PermissionPair[]
}

/**
 * Creates and removes grants of a role on data to match its permissions; existing grants keep their level. A grant on a
 * deleted database stays, because it is a permission again once the database is restored, unless the change removes its
 * permission.
 */
export async function syncRoleGrants(
  context: Context,
  { id: roleId, before, after }: ChangedRole,
  actor: Actor,
): Promise<void> {
  const onData = after.filter(([permission]) => ON_DATA.includes(permission))
  const rows = grantRows(context)
  const { rows: current } = await rows.list({
    where: {
      and: [
        { col: 'role_id', op: 'eq', value: roleId },
        { col: 'dashboard_id', op: 'eq', value: null },
        { col: 'folder_id', op: 'eq', value: null },
      ],
    },
  })
  if (onData.length === 0 && current.length === 0) return
  const objects = await existingObjects(context, onData)
  const wanted = new Map(objects.map((object) => [grantKey({ ...object, role_id: roleId }), object]))
  const unwanted = current.filter(({ pair_key }) => !wanted.has(pair_key))
  const retained = await retainedGrants(context, unwanted, { before, after })
  const ended = unwanted.filter((row) => !retained.has(row))
  if (ended.length > 0)
    await rows.remove(
      ended.map(({ id }) => id),
      actor,
    )
  const known = new Set(current.map(({ pair_key }) => pair_key))
  const added = [...wanted].filter(([key]) => !known.has(key))
  if (added.length > 0)
    await rows.createMany(
      added.map(([pair_key, object]) => ({ ...object, role_id: roleId, level: 'see' as const, pair_key })),
      actor,
    )
}

/** Returns the grants on deleted databases whose permissions the change of a role does not remove. */
async function retainedGrants(
  context: Context,
  grants: readonly Grant[],
  { before, after }: Omit<ChangedRole, 'id'>,
): Promise<ReadonlySet<Grant>> {
  const deleted = await deletedDatabases(
    context,
    grants.flatMap(({ database_id }) => database_id ?? []),
  )
  return new Set(
    grants.filter(({ database_id, schema }) => {
      const database = database_id === null ? undefined : deleted.get(database_id)
      if (!database) return false
      const permission = databasePermission(database, schema)
      const isHeld = (pairs: readonly PermissionPair[]) => pairs.some((pair) => isSamePermission(pair, permission))
      return isHeld(after) || !isHeld(before)
    }),
  )
}

/** Returns the deleted databases with these ids. */
async function deletedDatabases({ db }: Context, ids: readonly number[]): Promise<ReadonlyMap<number, DatabaseName>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('databases')
    .select(['id', 'database_name'])
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is not', null)
    .$castTo<DatabaseName>()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns the permission of a role that ends with its grant; undefined if there is none. The permission on a schema of a
 * deleted database is that of another database if one has got the name.
 */
export async function permissionToRevoke(context: Context, grant: GrantedData): Promise<PermissionPair | undefined> {
  const [pair] = await permissionsOf(context, [grant])
  if (pair || grant.database_id === null) return pair
  const database = (await deletedDatabases(context, [grant.database_id])).get(grant.database_id)
  if (!database) return undefined
  const namesakes = context.db
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', database.database_name)
    .where('deleted_at', 'is', null)
  const isTaken = grant.schema !== null && (await namesakes.execute()).length > 0
  return isTaken ? undefined : databasePermission(database, grant.schema)
}

interface DatabaseName {
  readonly id: number
  readonly database_name: string
}

/** Returns the permission on a database, or on one of its schemas. */
export function databasePermission(database: DatabaseName, schema: string | null): PermissionPair {
  return schema === null
    ? ['database_access', printDatabaseView(database)]
    : ['schema_access', printSchemaView(database.database_name, schema)]
}

/** True if two permissions are on the same object. The names in a view may be older than its id. */
export function isSamePermission([permission, view]: PermissionPair, [other, otherView]: PermissionPair): boolean {
  if (permission !== other) return false
  const id = parseViewId(view)
  return view === otherView || (permission !== 'schema_access' && id !== undefined && id === parseViewId(otherView))
}

/** Returns the objects of the permissions that exist; deleted ones are left out. */
async function existingObjects(context: Context, pairs: readonly PermissionPair[]): Promise<readonly RoleObject[]> {
  const named = (permission: string) => pairs.filter(([name]) => name === permission).map(([, view]) => view)
  const datasetIds = named('datasource_access').flatMap((view) => parseViewId(view) ?? [])
  const databaseIds = named('database_access').flatMap((view) => parseViewId(view) ?? [])
  const schemas = named('schema_access').flatMap((view) => parseSchemaView(view) ?? [])
  const { db } = context
  const datasets =
    datasetIds.length === 0 ? [] : await db.selectFrom('datasets').select('id').where('id', 'in', datasetIds).execute()
  const databases =
    databaseIds.length + schemas.length === 0
      ? []
      : await db.selectFrom('databases').select(['id', 'database_name']).where('deleted_at', 'is', null).execute()
  return [
    ...datasets.map(({ id }) => ({ dataset_id: id as number })),
    ...databases
      .filter(({ id }) => databaseIds.includes(id as number))
      .map(({ id }) => ({ database_id: id as number })),
    ...schemas.flatMap(({ database, schema }) => {
      const found = databases.find(({ database_name }) => database_name === database)
      return found ? [{ database_id: found.id as number, schema }] : []
    }),
  ]
}

type GrantedData = Pick<Grant, 'dataset_id' | 'database_id' | 'schema'>

/**
 * Returns the permissions that correspond to grants on data; none for dashboards, folders, objects that do not exist and
 * deleted databases, whose name another one may have.
 */
export async function permissionsOf(
  { db }: Context,
  grants: readonly GrantedData[],
): Promise<readonly PermissionPair[]> {
  const idsOf = (key: 'dataset_id' | 'database_id') => [...new Set(grants.flatMap((grant) => grant[key] ?? []))]
  const [datasetIds, databaseIds] = [idsOf('dataset_id'), idsOf('database_id')]
  const datasets =
    datasetIds.length === 0
      ? []
      : await db
          .selectFrom('datasets')
          .innerJoin('databases', 'databases.id', 'datasets.database_id')
          .select(['datasets.id', 'datasets.table_name', 'databases.database_name'])
          .where('datasets.id', 'in', datasetIds)
          .execute()
  const databases =
    databaseIds.length === 0
      ? []
      : await db
          .selectFrom('databases')
          .select(['id', 'database_name'])
          .where('id', 'in', databaseIds)
          .where('deleted_at', 'is', null)
          .execute()
  const tableViews = new Map(
    datasets.map((row) => [row.id, `[${String(row.database_name)}].[${String(row.table_name)}](id:${String(row.id)})`]),
  )
  const names = new Map(databases.map((row) => [row.id, String(row.database_name)]))
  return grants.flatMap(({ dataset_id, database_id, schema }): readonly PermissionPair[] => {
    const view = tableViews.get(dataset_id)
    if (view !== undefined) return [['datasource_access', view]]
    const name = names.get(database_id)
    if (database_id === null || name === undefined) return []
    return [databasePermission({ id: database_id, database_name: name }, schema)]
  })
}
