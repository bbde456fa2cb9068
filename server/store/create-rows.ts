import type { Context } from './context.ts'
import {
  MANAGED_COLUMNS,
  type EntityParts,
  valuesAt,
  splitValues,
  printEventValues,
  type Values,
  readCompleteRows,
} from './entity-rows.ts'
import { appendEvents } from './events.ts'
import { insertRows } from './insert-rows.ts'
import { linkNew } from './link-tables.ts'
import type { Actor } from './repository.ts'
import { encodeRow } from './read-rows.ts'
import type { Table } from './tables.ts'

/** Creates rows with their links, lists and events, in that order; statements handle many rows at a time. */
export async function createRows<E>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  drafts: readonly Values[],
  actor: Actor,
): Promise<readonly E[]> {
  const now = context.clock()
  const empty = Object.fromEntries(
    Object.keys(table.columns)
      .filter((name) => name !== 'id')
      .map((name) => [name, null]),
  )
  const stamp = { created_on: now, changed_on: now, created_by_fk: actor, changed_by_fk: actor, version: 1 }
  const given = drafts.map((draft) => splitValues(draft, table, parts, MANAGED_COLUMNS))
  const rows = given.map(({ columns }) =>
    encodeRow({ ...empty, ...table.defaults, ...columns, uuid: columns['uuid'] ?? context.newUuid(), ...stamp }, table),
  )
  const inserted = await insertRows<{ id: number; uuid: string }>(context, table.name, rows, 'returning id, uuid')
  const idOf = new Map(inserted.map(({ id, uuid }) => [uuid, id]))
  const ids = rows.map(({ uuid }) => idOf.get(uuid as string) as number)
  for (const name of table.links) {
    const pairs = given.flatMap(({ links }, index) =>
      (links[name] ?? []).map((to) => [ids[index] as number, to] as const),
    )
    await linkNew(context, table, name, pairs)
  }
  for (const [index, { lists }] of given.entries())
    if (parts && Object.keys(lists).length > 0) await parts.save(context, ids[index] as number, lists)
  const created = await readCompleteRows<E>(context, table, parts, ids)
  const { type: entity_type } = table
  if (!entity_type) return created
  const reported = (row: Values) =>
    printEventValues(
      table,
      valuesAt(
        row,
        Object.keys(row).filter((name) => !MANAGED_COLUMNS.includes(name)),
      ),
    )
  await appendEvents(
    context,
    created.map((row) => ({
      actor,
      action: 'create' as const,
      entity_type,
      entity_id: row.id,
      after: reported(row),
    })),
  )
  return created
}
