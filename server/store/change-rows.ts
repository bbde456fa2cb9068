import { foldText } from '#core/access/fold-text.ts'
import type { Context } from './context.ts'
import {
  MANAGED_COLUMNS,
  type EntityParts,
  printEventValues,
  splitValues,
  type Values,
  valuesAt,
  readCompleteRows,
  withParts,
} from './entity-rows.ts'
import { RowMissing } from './errors.ts'
import { appendEvents } from './events.ts'
import { setLinks } from './link-tables.ts'
import { storeRevisions } from './revisions.ts'
import type { Actor } from './repository.ts'
import { encodeRow, type Row, readRows } from './read-rows.ts'
import type { Table } from './tables.ts'
import { updateRows } from './update-rows.ts'

/** A row and the keys to change. */
export interface EntityChange {
  readonly id: number
  readonly patch: Values
}

/**
 * Updates live rows, each at most once, with their links, lists, events and versions; statements handle many rows at a
 * time. Returns all rows in the order of the changes, and a save record for each row that changed. Throws RowMissing.
 */
export async function changeRows(
  context: Context,
  table: Table,
  parts: EntityParts | undefined,
  changes: readonly EntityChange[],
  actor: Actor,
): Promise<{ readonly rows: readonly Row[]; readonly saves: readonly SavedRow[] }> {
  const ids = changes.map(({ id }) => id)
  const where = { col: 'id', op: 'in', value: ids } as const
  const held = await withParts<Row>(context, await readRows(context, table, { where }, { lock: true }), parts)
  const known = new Map(held.map((row) => [row.id, row]))
  const cells: [number, ReturnType<typeof encodeRow>][] = []
  for (const { id, patch } of changes) {
    const before = known.get(id)
    if (!before) throw new RowMissing(table.name, id)
    const { columns, links, lists } = splitValues(patch, table, parts, [...MANAGED_COLUMNS, 'uuid'])
    for (const [name, others] of Object.entries(links))
      if (isDifferent(before[name], others)) await setLinks(context, table, id, name, others)
    if (parts && Object.keys(lists).length > 0) await parts.save(context, id, lists)
    if (Object.keys(columns).some((name) => isDifferent(before[name], columns[name])))
      cells.push([id, encodeRow(columns, table)])
  }
  await clearPassedValues(context, table, known, cells)
  await updateRows(context, table.name, cells, wholeColumns(table))
  const after = await readCompleteRows<Row>(context, table, parts, ids)
  const saves = changes.flatMap(({ id, patch }, index) => {
    const [before, now] = [known.get(id) as Row, after[index] as Row]
    const changed = Object.keys(patch).filter((name) => isDifferent(before[name], now[name]))
    return changed.length > 0 ? [{ before, after: now, changed, actor }] : []
  })
  if (saves.length === 0) return { rows: after, saves }
  await stampAll(context, table, saves, actor)
  await reportChanges(context, table, saves, actor)
  await storeRevisions(context, table, saves)
  return { rows: await readCompleteRows<Row>(context, table, parts, ids), saves }
}

/** Unique columns that may be null, by table. Rows of one call can pass their values on to each other. */
const PASSED_COLUMNS: Readonly<Record<string, readonly string[]>> = { users: ['email'] }

type Cells = readonly (readonly [id: number, cells: ReturnType<typeof encodeRow>])[]

/** Clears the unique values that other rows of the same call get: a statement checks them row by row. */
async function clearPassedValues(
  context: Context,
  table: Table,
  known: ReadonlyMap<number, Row>,
  cells: Cells,
): Promise<void> {
  for (const name of PASSED_COLUMNS[table.name] ?? []) {
    const folded = `${name}_folded`
    const given = new Map(cells.map(([id, row]) => [row[folded], id]))
    const cleared = cells.filter(([id, row]) => {
      const before = (known.get(id) as Row & Values)[name]
      const next = typeof before === 'string' && name in row ? given.get(foldText(before)) : undefined
      return next !== undefined && next !== id
    })
    const empty = { [name]: null, [folded]: null }
    await updateRows(
      context,
      table.name,
      cleared.map(([id]) => [id, empty]),
      wholeColumns(table),
    )
  }
}

interface SavedRow {
  readonly before: Row
  readonly after: Row
  readonly changed: readonly string[]
}

/** Increments the versions and sets the last editor and time. */
async function stampAll(context: Context, table: Table, saves: readonly SavedRow[], actor: Actor): Promise<void> {
  const { counter } = table
  const stamp = { changed_on: context.clock(), changed_by_fk: actor }
  const rows = saves.map(({ before, changed }) => {
    const isCounted = counter && changed.some((name) => counter.keys.includes(name))
    const counted = isCounted ? { [counter.column]: (before[counter.column] as number) + 1 } : {}
    return [before.id, { ...stamp, version: before.version + 1, ...counted }] as const
  })
  await updateRows(context, table.name, rows, wholeColumns(table))
}

async function reportChanges(context: Context, table: Table, saves: readonly SavedRow[], actor: Actor): Promise<void> {
  const { type: entity_type } = table
  if (!entity_type) return
  const print = (row: Row, names: readonly string[]) => printEventValues(table, valuesAt(row, names))
  await appendEvents(
    context,
    saves.map(({ before, after, changed }) => ({
      actor,
      action: 'update' as const,
      entity_type,
      entity_id: after.id,
      before: print(before, changed),
      after: print(after, changed),
    })),
  )
}

function wholeColumns(table: Table): ReadonlySet<string> {
  return new Set(Object.keys(table.columns).filter((name) => !table.columns[name]?.startsWith('text')))
}

function isDifferent(a: unknown, b: unknown): boolean {
  return a !== b && JSON.stringify(a) !== JSON.stringify(b)
}
