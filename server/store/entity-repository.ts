import type { Entity } from '#core/entity/entity.ts'
import type { EventAction } from '#core/entity/event.ts'
import { type EntityChange, changeRows } from './change-rows.ts'
import type { Context } from './context.ts'
import { createRows } from './create-rows.ts'
import {
  type EntityParts,
  valuesAt,
  printEventValues,
  type Values,
  withParts,
  readCompleteRows,
} from './entity-rows.ts'
import { RowMissing, VersionConflict } from './errors.ts'
import { appendEvent, appendEvents } from './events.ts'
import { purgeRows } from './purge.ts'
import type { Actor, ListQuery, Repository } from './repository.ts'
import { countRows, encodeRow, readIds, type Row, readRows } from './read-rows.ts'
import { memberEvents, type SavedMember } from './role-members.ts'
import type { Table } from './tables.ts'

/** Maximum rows looked up by uuid, or created, with the same statements. */
const AT_ONCE = 500

/** Returns the repository of a table of entities. */
export function entityRepository<E extends Entity, D, P, L extends Entity = E>(
  context: Context,
  table: Table<L>,
  parts?: EntityParts,
): Repository<E, D, P, L> {
  const first = async (query: ListQuery, deleted = false) => {
    const rows = await readRows(context, table, query, { deleted })
    return (await withParts<E>(context, rows, parts))[0]
  }
  const createMany = (drafts: readonly D[], actor: Actor) =>
    context.atomically(async (inner) => {
      const entities: E[] = []
      for (const some of inTurns(drafts as readonly unknown[] as readonly Values[]))
        entities.push(...(await createRows<E>(inner, table, parts, some, actor)))
      const saves = entities.map((after) => ({ before: undefined, after: after as SavedMember['after'] }))
      await appendEvents(inner, memberEvents(table, saves, actor))
      return entities
    })
  return {
    get: (id, readOptions) => first({ where: { col: 'id', op: 'eq', value: id } }, readOptions?.deleted),
    async getByUuid(uuid, readOptions) {
      const where = { col: 'uuid', op: 'eq', value: uuid } as const
      return (await first({ where })) ?? (readOptions?.deleted ? first({ where, isBin: true }) : undefined)
    },
    byUuids: (uuids, readOptions) => rowsByUuid<E>(context, table, parts, uuids, readOptions?.deleted === true),
    find: (condition, readOptions) => first({ where: condition, pageSize: 1 }, readOptions?.deleted),
    count: (condition) => countRows(context, table, condition),
    ids: (condition) => readIds(context, table, condition),
    async list(query) {
      const rows = await readRows(context, table, query)
      const all =
        query.pageSize === undefined ? rows.length : await countRows(context, table, query.where ?? true, query.isBin)
      return { rows, count: all, ids: rows.map((row) => row.id) }
    },
    async create(values, actor) {
      const created = await createMany([values], actor)
      return created[0] as E
    },
    createMany,
    update: (id, patch, actor, options) =>
      context.atomically(async (inner) => {
        if (options?.ifVersion !== undefined) await lockRow(inner, table, id, options.ifVersion, false)
        const [row] = await updateAll<E>(inner, table, parts, [{ id, patch: patch as Values }], actor)
        return row as E
      }),
    updateMany: (changes, actor) =>
      context.atomically((inner) =>
        updateAll<E>(inner, table, parts, changes as readonly unknown[] as readonly EntityChange[], actor),
      ),
    remove: (ids, actor, options) =>
      context.atomically((inner) => deleteAll(inner, table, [ids].flat(), actor, options?.ifVersion)),
    restore: (id, actor, changes = {}) =>
      context.atomically((inner) => restoreDeleted<E>(inner, table, parts, id, actor, changes)),
    purge: (ids) => context.atomically((inner) => purgeRows(inner, table, ids)),
  }
}

/** Returns batches of rows to write with the same statements. */
function* inTurns<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** Updates rows in batches; each role that members received or lost gets one event for all batches. */
async function updateAll<E>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  changes: readonly EntityChange[],
  actor: Actor,
): Promise<readonly E[]> {
  const entities: E[] = []
  const saves: SavedMember[] = []
  for (const some of inTurns(changes)) {
    const changed = await changeRows(context, table, parts, some, actor)
    entities.push(...(changed.rows as readonly unknown[] as readonly E[]))
    saves.push(...changed.saves)
  }
  await appendEvents(context, memberEvents(table, saves, actor))
  return entities
}

/** Moves live rows to the bin. */
async function deleteAll(
  context: Context,
  table: Table,
  ids: readonly number[],
  actor: Actor,
  ifVersion: number | undefined,
): Promise<void> {
  const saves: SavedMember[] = []
  for (const id of new Set(ids)) {
    const before = await softDelete(context, table, id, actor, ifVersion)
    saves.push({ before, after: { id, roles: [] } })
  }
  await appendEvents(context, memberEvents(table, saves, actor))
}

/** Returns the live rows with these uuids; with `deleted`, also deleted rows without a live one. */
async function rowsByUuid<E extends Entity>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  uuids: readonly string[],
  deleted: boolean,
): Promise<ReadonlyMap<string, E>> {
  const found = new Map<string, E>()
  for (const isBin of deleted ? [false, true] : [false]) {
    const missing = [...new Set(uuids)].filter((uuid) => !found.has(uuid))
    for (let index = 0; index < missing.length; index += AT_ONCE) {
      const where = { col: 'uuid', op: 'in', value: missing.slice(index, index + AT_ONCE) } as const
      const rows = await withParts<E>(context, await readRows(context, table, { where, isBin }), parts)
      for (const row of rows) if (!found.has(row.uuid)) found.set(row.uuid, row)
    }
  }
  return found
}

/** Returns the row and locks it until the end of the transaction. */
async function lockRow(context: Context, table: Table, id: number, version: number | undefined, deleted: boolean) {
  const where = { col: 'id', op: 'eq', value: id } as const
  const [row] = await readRows(context, table, { where }, { deleted, lock: true })
  if (!row) throw new RowMissing(table.name, id)
  if (version !== undefined && row.version !== version) {
    throw new VersionConflict(table.name, id, version, row.version)
  }
  return row
}

async function readFullRow<E>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  id: number,
): Promise<Row & E> {
  const [row] = await readCompleteRows<E>(context, table, parts, [id])
  return row as Row & E
}

/** Increments the version and sets the last editor and time. */
async function stamp(context: Context, table: Table, row: Row, changed: readonly string[], actor: Actor) {
  const { counter } = table
  const counted = counter && changed.some((name) => counter.keys.includes(name)) ? counter.column : undefined
  await context.db
    .updateTable(table.name)
    .set({
      version: row.version + 1,
      changed_on: context.clock(),
      changed_by_fk: actor,
      ...(counted ? { [counted]: (row[counted] as number) + 1 } : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

/** Columns that name an entity; its deletion is logged with them. */
const NAME_COLUMNS = [
  'slice_name',
  'dashboard_title',
  'table_name',
  'database_name',
  'name',
  'username',
  'first_name',
  'last_name',
  'title',
  'subject_key',
]

/** Moves a live row to the bin; returns the row from before. */
async function softDelete(
  context: Context,
  table: Table,
  id: number,
  actor: Actor,
  ifVersion: number | undefined,
): Promise<Row> {
  const row = await lockRow(context, table, id, ifVersion, false)
  const deleted_at = context.clock()
  await stamp(context, table, row, [], actor)
  await context.db.updateTable(table.name).set({ deleted_at }).where('id', '=', id).execute()
  const names = NAME_COLUMNS.filter((name) => typeof row[name] === 'string')
  await publishChange(
    context,
    table,
    actor,
    'delete',
    id,
    { ...valuesAt(row, names), deleted_at: null },
    { deleted_at },
  )
  return row
}

async function restoreDeleted<E>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  id: number,
  actor: Actor,
  changes: Values,
): Promise<E> {
  const row = await lockRow(context, table, id, undefined, true)
  if (row.deleted_at === null) return readFullRow<E>(context, table, parts, id)
  const cells = encodeRow({ ...changes, deleted_at: null }, table)
  await stamp(context, table, row, Object.keys(changes), actor)
  await context.db.updateTable(table.name).set(cells).where('id', '=', id).execute()
  const before = { ...valuesAt(row, Object.keys(changes)), deleted_at: row.deleted_at }
  await publishChange(context, table, actor, 'restore', id, before, { ...changes, deleted_at: null })
  await appendEvents(context, memberEvents(table, [{ before: undefined, after: row }], actor))
  return readFullRow<E>(context, table, parts, id)
}

async function publishChange(
  context: Context,
  table: Table,
  actor: Actor,
  action: EventAction,
  entity_id: number,
  before: Values | undefined,
  after: Values,
) {
  if (!table.type) return
  const print = (values: Values) => printEventValues(table, values)
  await appendEvent(context, {
    actor,
    action,
    entity_type: table.type,
    entity_id,
    before: before ? print(before) : null,
    after: print(after),
  })
}
