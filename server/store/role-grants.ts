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

/** Makes the grants of a role on data the same as its permissions; levels of existing grants do not change. */
export async function grantAsPermitted(
  context: Context,
  roleId: number,
  pairs: readonly PermissionPair[],
  actor: Actor,
): Promise<void> {
  const onData = pairs.filter(([permission]) => ON_DATA.includes(permission))
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
  const ended = current.filter(({ pair_key }) => !wanted.has(pair_key))
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
    return schema === null
      ? [['database_access', printDatabaseView({ id: database_id, database_name: name })]]
      : [['schema_access', printSchemaView(name, schema)]]
  })
}
