import { entitySchemas } from '#core/entity/entities.ts'
import type { EntityDefinition } from '#core/entity/entity-definition.ts'
import type { Context } from './context.ts'
import { RowMissing } from './errors.ts'
import { views } from './stored-types.ts'
import { type Table, tableNamed, tables } from './tables.ts'

/** Tables whose deleted rows stay in the bin for a time. */
const PURGED = Object.values<EntityDefinition>(entitySchemas).flatMap(({ table, isPurged }) =>
  isPurged ? [table] : [],
)

/** Rows that belong to a row of another table and are deleted with it: their table and the referencing column. */
const BELONGS: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> = {
  dashboards: [
    ['filter_sets', 'dashboard_id'],
    ['dashboard_grants', 'dashboard_id'],
    ['embedded_dashboards', 'dashboard_id'],
    ['grants', 'dashboard_id'],
    ['access_requests', 'dashboard_id'],
  ],
  datasets: [
    ['dataset_columns', 'dataset_id'],
    ['dataset_metrics', 'dataset_id'],
    ['column_masks', 'dataset_id'],
    ['dashboard_grants', 'dataset_id'],
    ['grants', 'dataset_id'],
    ['access_requests', 'dataset_id'],
  ],
  folders: [['grants', 'folder_id']],
}

const AT_ONCE = 500

/** Permanently deletes rows of the bin with links, parts, favorites and versions; their events stay in the log. */
export async function purgeRows(context: Context, table: Table, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await purgeSome(context, table, ids.slice(at, at + AT_ONCE))
}

async function purgeSome(context: Context, table: Table, ids: readonly number[]): Promise<void> {
  const { db } = context
  const found = await db
    .selectFrom(table.name)
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
  const there = new Set(found.map(({ id }) => id))
  const missing = ids.find((id) => !there.has(id))
  if (missing !== undefined) throw new RowMissing(table.name, missing)
  for (const [through, column, only] of linksTo(table)) {
    let removed = db.deleteFrom(through).where(column, 'in', ids)
    for (const [name, value] of Object.entries(only)) removed = removed.where(name, '=', value)
    await removed.execute()
  }
  for (const [owned, column] of BELONGS[table.name] ?? []) await db.deleteFrom(owned).where(column, 'in', ids).execute()
  if (table.type)
    for (const marks of ['favorites', 'revisions'])
      await db.deleteFrom(marks).where('entity_type', '=', table.type).where('entity_id', 'in', ids).execute()
  await db.deleteFrom(table.name).where('id', 'in', ids).execute()
}

type Link = readonly [through: string, column: string, only: Readonly<Record<string, string>>]

/** Returns the link tables that reference rows of the table at either end. */
function linksTo(table: Table): readonly Link[] {
  const own = Object.values(table.relations).flatMap((relation): Link[] =>
    'through' in relation && isTable(relation.through) ? [[relation.through, relation.here, relation.only ?? {}]] : [],
  )
  const others = Object.values<Table>(tables).flatMap(({ relations }) =>
    Object.values(relations).flatMap((relation): Link[] =>
      'through' in relation && relation.to === table.name && isTable(relation.through)
        ? [[relation.through, relation.there, relation.only ?? {}]]
        : [],
    ),
  )
  return [...own, ...others]
}

/** Rows of a view cannot be deleted. */
function isTable(name: string): boolean {
  return !Object.hasOwn(views, name)
}

/** Permanently deletes rows that were deleted before that time; returns how many. */
export async function purgeBefore(context: Context, before: number): Promise<number> {
  let count = 0
  for (const name of PURGED) {
    const old = await context.db.selectFrom(name).select('id').where('deleted_at', '<', before).execute()
    await purgeRows(
      context,
      tableNamed(name),
      old.map(({ id }) => id as number),
    )
    count += old.length
  }
  return count
}
