import type { Context } from './context.ts'
import { InvalidValue, RowMissing, UnknownColumn } from './errors.ts'
import { idList } from './link-tables.ts'
import { type Row, readRows } from './read-rows.ts'
import type { Table } from './tables.ts'

export type Values = Readonly<Record<string, unknown>>

/** Lists of sub-entities of a row, stored in separate tables. */
export interface EntityParts {
  readonly keys: readonly string[]
  load(context: Context, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>>
  /** Replaces the given lists. */
  save(context: Context, id: number, lists: Values): Promise<void>
}

/** Columns that the store writes itself. */
export const MANAGED_COLUMNS = [
  'id',
  'created_on',
  'changed_on',
  'created_by_fk',
  'changed_by_fk',
  'deleted_at',
  'version',
]

/** Returns rows with their lists, as `E`. */
export async function withParts<E>(
  context: Context,
  rows: readonly Row[],
  parts: EntityParts | undefined,
): Promise<readonly (Row & E)[]> {
  if (!parts || rows.length === 0) return rows as readonly (Row & E)[]
  const lists = await parts.load(
    context,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, ...lists.get(row.id) }) as Row & E)
}

/** Returns the rows with these ids with their lists, live or deleted, in that order. Throws RowMissing. */
export async function readCompleteRows<E>(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  ids: readonly number[],
): Promise<readonly (Row & E)[]> {
  const where =
    ids.length === 1 ? ({ op: 'eq', value: ids[0] as number } as const) : ({ op: 'in', value: ids } as const)
  const rows = await readRows(context, table, { where: { col: 'id', ...where } }, { deleted: true })
  const found = new Map((await withParts<E>(context, rows, parts)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) throw new RowMissing(table.name, id)
    return row
  })
}

/** Splits values into columns, links and parts; rejects keys that the writer may not set. */
export function splitValues(values: Values, table: Table, parts: EntityParts | undefined, fixed: readonly string[]) {
  const columns: Record<string, unknown> = {}
  const links: Record<string, number[]> = {}
  const lists: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) throw new InvalidValue(`${name} is undefined`)
    if (fixed.includes(name)) throw new UnknownColumn(`${name} is set by the store`)
    if (table.links.includes(name)) links[name] = idList(value, name)
    else if (parts?.keys.includes(name)) lists[name] = value
    else columns[name] = value
  }
  return { columns, links, lists }
}

export function valuesAt(row: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Returns values as JSON for events, without secrets. */
export function printEventValues(table: Table, values: Values): string {
  if (table.secret.length === 0) return JSON.stringify(values)
  return JSON.stringify(values, (key, value: unknown) => (table.secret.includes(key) ? undefined : value))
}
