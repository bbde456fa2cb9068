import { datasetColumnFields, datasetMetricFields } from '#core/entity/dataset.ts'
import type { ColumnKind, Fields } from '#core/entity/field.ts'
import { bind, type BoundValue } from './bind.ts'
import type { Context } from './context.ts'
import type { EntityParts } from './entity-rows.ts'
import { InvalidValue, RowMissing, UnknownColumn } from './errors.ts'
import { encodeValue } from './read-rows.ts'
import { columnsOf, defaultsOf } from './tables.ts'

interface DatasetPart {
  readonly table: string
  /** Unique within a dataset; identifies a draft without id or known uuid. */
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly defaults: Readonly<Record<string, unknown>>
}

function partOf(table: string, name: string, fields: Fields): DatasetPart {
  return { table, name, columns: { uuid: 'text', ...columnsOf(fields) }, defaults: defaultsOf(fields) }
}

const parts: Readonly<Record<string, DatasetPart>> = {
  columns: partOf('dataset_columns', 'column_name', datasetColumnFields),
  metrics: partOf('dataset_metrics', 'metric_name', datasetMetricFields),
}

const ROWS_PER_INSERT = 100

type Draft = Readonly<Record<string, unknown>>
type RawRow = Record<string, BoundValue>

function decode(raw: RawRow, part: DatasetPart): Record<string, unknown> {
  const row: Record<string, unknown> = { id: raw.id, created_on: raw.created_on, changed_on: raw.changed_on }
  for (const [name, kind] of Object.entries(part.columns)) row[name] = kind === 'boolean' ? raw[name] === 1 : raw[name]
  return row
}

/** Columns and metrics of datasets, in the given order. */
export const datasetParts: EntityParts = {
  keys: Object.keys(parts),

  async load({ db }, ids) {
    const found = new Map(ids.map((id): [number, Record<string, unknown[]>] => [id, { columns: [], metrics: [] }]))
    for (const [key, part] of Object.entries(parts)) {
      const rows = await db
        .selectFrom(part.table)
        .selectAll()
        .where('dataset_id', 'in', ids)
        .orderBy('position')
        .execute()
      for (const row of rows) found.get(row.dataset_id as number)?.[key]?.push(decode(row, part))
    }
    return found
  },

  async save(context, id, lists) {
    for (const [key, list] of Object.entries(lists)) {
      const part = parts[key]
      if (!part || !Array.isArray(list)) throw new InvalidValue(`${key} takes a list`)
      await saveList(context, id, part, list as Draft[])
    }
  },
}

async function saveList(
  context: Context,
  datasetId: number,
  part: DatasetPart,
  drafts: readonly Draft[],
): Promise<void> {
  const { db } = context
  const existing = await db.selectFrom(part.table).selectAll().where('dataset_id', '=', datasetId).execute()
  const stored = match(part, existing, drafts)
  const retainedIds = [...stored.values()].map((row) => row.id as number)
  const removed = existing.map((row) => row.id as number).filter((id) => !retainedIds.includes(id))
  if (removed.length > 0) await db.deleteFrom(part.table).where('id', 'in', removed).execute()
  const added: RawRow[] = []
  const taken = await takenUuids(context, part, drafts)
  for (const [position, draft] of drafts.entries()) {
    const old = stored.get(draft)
    const { uuid, ...cells } = encodeDraft(draft, part)
    if (old) {
      await change(context, part, old, { ...cells, position })
      continue
    }
    const own = typeof uuid === 'string' && !taken.has(uuid) ? uuid : context.newUuid()
    taken.add(own)
    added.push({ ...fresh(context, part), ...cells, uuid: own, dataset_id: datasetId, position })
  }
  for (let index = 0; index < added.length; index += ROWS_PER_INSERT) {
    await db
      .insertInto(part.table)
      .values(added.slice(index, index + ROWS_PER_INSERT))
      .execute()
  }
}

/** Returns the uuids of drafts that some dataset already has: no uuid is used twice. */
async function takenUuids({ db }: Context, part: DatasetPart, drafts: readonly Draft[]): Promise<Set<unknown>> {
  const given = drafts.flatMap(({ uuid }) => (typeof uuid === 'string' ? [uuid] : []))
  const taken = new Set<unknown>()
  for (let at = 0; at < given.length; at += ROWS_PER_INSERT) {
    const some = given.slice(at, at + ROWS_PER_INSERT)
    const rows = await db.selectFrom(part.table).select('uuid').where('uuid', 'in', some).execute()
    for (const { uuid } of rows) taken.add(uuid)
  }
  return taken
}

/** Returns the row that each draft changes: by id, else by uuid, else by name. */
function match(part: DatasetPart, existing: readonly RawRow[], drafts: readonly Draft[]): Map<Draft, RawRow> {
  const free = new Set(existing)
  const stored = new Map<Draft, RawRow>()
  const take = (wanted: (draft: Draft, row: RawRow) => boolean) => {
    for (const draft of drafts) {
      if (stored.has(draft)) continue
      const row = [...free].find((each) => wanted(draft, each))
      if (!row) continue
      free.delete(row)
      stored.set(draft, row)
    }
  }
  take((draft, row) => draft.id === row.id)
  const unknownDraft = drafts.find((draft) => draft.id !== undefined && !stored.has(draft))
  if (unknownDraft) throw new RowMissing(part.table, Number(unknownDraft.id))
  take((draft, row) => draft.uuid === row.uuid)
  take((draft, row) => draft[part.name] === row[part.name])
  return stored
}

function encodeDraft(draft: Draft, part: DatasetPart): RawRow {
  const cells: RawRow = {}
  for (const [name, value] of Object.entries(draft)) {
    if (name === 'id' || name === 'created_on' || name === 'changed_on') continue
    const kind = part.columns[name]
    if (!kind) throw new UnknownColumn(`${part.table} has no column ${name}`)
    cells[name] = encodeValue(value, kind, name)
  }
  return cells
}

function fresh(context: Context, part: DatasetPart): RawRow {
  const now = context.clock()
  const cells: RawRow = { created_on: now, changed_on: now }
  for (const name of Object.keys(part.columns)) cells[name] ??= bind(part.defaults[name] ?? null)
  return cells
}

async function change({ db, clock }: Context, part: DatasetPart, old: RawRow, cells: RawRow): Promise<void> {
  const same = Object.entries(cells).every(([name, value]) => old[name] === value)
  if (same) return
  await db
    .updateTable(part.table)
    .set({ ...cells, changed_on: clock() })
    .where('id', '=', old.id as number)
    .execute()
}
