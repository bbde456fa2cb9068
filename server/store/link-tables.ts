import { bind, type BoundValue } from './bind.ts'
import type { Context } from './context.ts'
import { InvalidValue } from './errors.ts'
import { insertRows } from './insert-rows.ts'
import type { Table } from './tables.ts'

/** Returns a list of ids as entities store it: integers without duplicates, ascending. */
export function idList(value: unknown, name: string): number[] {
  if (!Array.isArray(value) || !value.every((id) => Number.isSafeInteger(id))) {
    throw new InvalidValue(`${name} takes a list of ids`)
  }
  return [...new Set(value as number[])].toSorted((a, b) => a - b)
}

/**
 * Links the row to exactly these live rows. Links to deleted rows stay, so that restoring a row restores its links.
 * Throws ReferenceMissing for an id that does not exist.
 */
export async function setLinks(
  context: Context,
  table: Table,
  id: number,
  name: string,
  ids: readonly number[],
): Promise<void> {
  const { through, here, there, to, ...relation } = linkOf(table, name)
  const only: Record<string, BoundValue> = { ...relation.only, [here]: id }
  const living = context.db.selectFrom(to).select('id').where('deleted_at', 'is', null)
  let removed = context.db.deleteFrom(through).where(there, 'in', living)
  for (const [column, value] of Object.entries(only)) removed = removed.where(column, '=', value)
  if (ids.length > 0) removed = removed.where(there, 'not in', ids)
  await removed.execute()
  await linkNew(
    context,
    table,
    name,
    ids.map((other) => [id, other]),
  )
}

function linkOf(table: Table, name: string) {
  const relation = table.relations[name]
  if (!relation || !('through' in relation)) throw new Error(`${table.name}.${name} is not a link`)
  return relation
}

/** Adds links between rows by id; existing links stay. Throws ReferenceMissing for an id that does not exist. */
export async function linkNew(
  context: Context,
  table: Table,
  name: string,
  pairs: readonly (readonly [id: number, other: number])[],
): Promise<void> {
  const { through, here, there, only } = linkOf(table, name)
  const rows = pairs.map(([id, other]) => ({ ...only, [here]: id, [there]: bind(other) }))
  await insertRows(context, through, rows, 'on conflict do nothing')
}
