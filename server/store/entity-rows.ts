import type { Context } from './context.ts'
import { RefusedValue, RowMissing, UnknownColumn } from './errors.ts'
import { idList } from './links.ts'
import { type Row, readRows } from './rows.ts'
import type { Table } from './tables.ts'

export type Values = Readonly<Record<string, unknown>>

/** Lists of sub-entities that belong to one row, kept in tables of their own. */
export interface Parts {
  readonly keys: readonly string[]
  load(context: Context, ids: readonly number[]): Promise<Map<number, Record<string, unknown>>>
  /** Makes the lists given whole. */
  save(context: Context, id: number, lists: Values): Promise<void>
}

/** Columns that the store writes itself. */
export const MANAGED = ['id', 'created_on', 'changed_on', 'created_by_fk', 'changed_by_fk', 'deleted_at', 'version']

/** Rows with their lists: `E` is what the two together are. */
export async function withParts<E>(
  context: Context,
  rows: readonly Row[],
  parts: Parts | undefined,
): Promise<readonly (Row & E)[]> {
  if (!parts || rows.length === 0) return rows as readonly (Row & E)[]
  const lists = await parts.load(
    context,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, ...lists.get(row.id) }) as Row & E)
}

/** The rows of these ids with their lists, living or not, in that order. Throws RowMissing. */
export async function wholeRows<E>(
  context: Context,
  table: Table,
  parts: Parts | undefined,
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

/** Sorts what was given into columns, links and parts; refuses keys the writer may not set. */
export function sorted(values: Values, table: Table, parts: Parts | undefined, fixed: readonly string[]) {
  const columns: Record<string, unknown> = {}
  const links: Record<string, number[]> = {}
  const lists: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) throw new RefusedValue(`${name} is undefined`)
    if (fixed.includes(name)) throw new UnknownColumn(`${name} is set by the store`)
    if (table.links.includes(name)) links[name] = idList(value, name)
    else if (parts?.keys.includes(name)) lists[name] = value
    else columns[name] = value
  }
  return { columns, links, lists }
}

export function pick(row: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/** Values as events tell them: without what is secret. */
export function toldText(table: Table, values: Values): string {
  if (table.secret.length === 0) return JSON.stringify(values)
  return JSON.stringify(values, (key, value: unknown) => (table.secret.includes(key) ? undefined : value))
}
