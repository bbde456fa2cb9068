import { FOLD_MS, MAX_REVISION_LENGTH, MAX_REVISIONS, type Revision } from '#core/entity/revision.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { EntityType } from '#core/entity/event.ts'
import type { Context } from './context.ts'
import type { Revisions } from './repositories.ts'
import type { Actor } from './repository.ts'
import type { Row } from './read-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type Table, tables } from './tables.ts'
import { type BoundCells, updateRows } from './update-rows.ts'

interface Save {
  readonly before: Row
  readonly after: Row
  /** Names of the changed fields. */
  readonly changed: readonly string[]
  readonly actor: Actor
}

type Latest = Revision & { readonly closed: number }

const COLUMNS = ['id', 'begun_on', 'made_on', 'made_by', 'restored_of', 'snapshot'] as const

function newest({ db }: Context, type: EntityType, id: number) {
  return db.selectFrom('revisions').where('entity_type', '=', type).where('entity_id', '=', id).orderBy('id', 'desc')
}

async function latestOf(context: Context, type: EntityType, id: number): Promise<Latest | undefined> {
  return newest(context, type, id)
    .select([...COLUMNS, 'closed'])
    .$castTo<Latest>()
    .limit(1)
    .executeTakeFirst()
}

/**
 * Stores saves as versions, one save per entity; statements handle many at a time. Saves of one user within some
 * minutes become one version. For an entity without versions, the state before becomes the first. Beyond the limits in
 * number and characters, the oldest are deleted.
 */
export async function storeRevisions(context: Context, table: Table, all: readonly Save[]): Promise<void> {
  const { type, versioned } = table
  if (!type || !versioned) return
  const saves = all.filter(({ changed }) => changed.some((name) => versioned.all.includes(name)))
  if (saves.length === 0) return
  const ids = saves.map(({ after }) => after.id)
  const latest = await latestOfAll(context, type, ids)
  await addFirst(
    context,
    table,
    saves.filter(({ after }) => !latest.has(after.id)).map(({ before }) => before),
    latest,
  )
  const now = context.clock()
  const folded: (readonly [number, BoundCells])[] = []
  const fresh: (NewRevision & { readonly entity_id: number })[] = []
  for (const { after, changed, actor } of saves) {
    const last = latest.get(after.id) as Latest
    const snapshot = printRow(after, versioned.all)
    const isAlong = !changed.some((name) => versioned.own.includes(name))
    const isFolded = !last.closed && last.made_by === actor && now - last.begun_on <= FOLD_MS
    if (isAlong) folded.push([last.id, { snapshot }])
    else if (isFolded) folded.push([last.id, { made_on: now, snapshot }])
    else fresh.push({ entity_id: after.id, at: now, by: actor, snapshot })
  }
  await updateRows(context, 'revisions', folded, new Set(['made_on']))
  if (fresh.length === 0) return
  await addRevisions(context, type, fresh)
  const grown = fresh.map(({ entity_id }) => entity_id)
  for (const id of await beyondMost(context, type, grown)) await trim(context, type, id)
}

/** Returns the stored form of a row, without the creation times of its parts, which are not changes. */
function printRow(row: Row, names: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null])), (key, value: unknown) =>
    key === 'created_on' || key === 'changed_on' ? undefined : value,
  )
}

/** Creates first versions from the state before, and adds them to `latest`. */
async function addFirst(context: Context, table: Table, rows: readonly Row[], latest: Map<number, Latest>) {
  if (rows.length === 0) return
  const newRevisions = rows.map((before) => {
    const { changed_on: at, changed_by_fk: by } = before as Row & {
      readonly changed_on: number
      readonly changed_by_fk: number | null
    }
    return { entity_id: before.id, at, by, snapshot: printRow(before, table.versioned?.all ?? []) }
  })
  for (const [entity, each] of await addRevisions(context, table.type as EntityType, newRevisions))
    latest.set(entity, each)
}

interface NewRevision {
  readonly at: number
  readonly by: Actor
  readonly snapshot: string
}

/** Adds versions, one per entity; returns them by entity id. */
async function addRevisions(
  context: Context,
  type: EntityType,
  all: readonly (NewRevision & { readonly entity_id: number })[],
) {
  const rows = all.map(({ at, by, snapshot }) => {
    return { begun_on: at, made_on: at, made_by: by, restored_of: null, closed: 0, snapshot }
  })
  const owned = rows.map((row, index) => ({ entity_type: type, entity_id: all[index]?.entity_id as number, ...row }))
  const tail = 'returning id, entity_id'
  const newRevisions = await insertRows<{ id: number; entity_id: number }>(context, 'revisions', owned, tail)
  const ids = new Map(newRevisions.map(({ id, entity_id }) => [entity_id, id]))
  return new Map(
    all.map(({ entity_id }, index) => [entity_id, { id: ids.get(entity_id) as number, ...rows[index] } as Latest]),
  )
}

/** The current version and the previous one. */
const MIN_RETAINED = 2

/** Maximum ids per statement. */
const IDS_AT_ONCE = 500

async function latestOfAll(context: Context, type: EntityType, ids: readonly number[]): Promise<Map<number, Latest>> {
  const found = new Map<number, Latest>()
  for (let index = 0; index < ids.length; index += IDS_AT_ONCE) {
    const last = context.db
      .selectFrom('revisions')
      .select((each) => each.fn.max('id').as('id'))
      .where('entity_type', '=', type)
      .where('entity_id', 'in', ids.slice(index, index + IDS_AT_ONCE))
      .groupBy('entity_id')
    const rows = await context.db
      .selectFrom('revisions')
      .select([...COLUMNS, 'closed', 'entity_id'])
      .where('id', 'in', last)
      .$castTo<Latest & { readonly entity_id: number }>()
      .execute()
    for (const { entity_id, ...row } of rows) found.set(entity_id, row)
  }
  return found
}

/** Returns which of these entities exceed the limits in number or characters of versions. */
async function beyondMost({ db }: Context, type: EntityType, ids: readonly number[]): Promise<readonly number[]> {
  const found: number[] = []
  for (let index = 0; index < ids.length; index += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('revisions')
      .select((each) => [
        'entity_id',
        each.fn.countAll<number>().as('versions'),
        each.fn.sum<number | string>(each.fn('length', ['snapshot'])).as('letters'),
      ])
      .where('entity_type', '=', type)
      .where('entity_id', 'in', ids.slice(index, index + IDS_AT_ONCE))
      .groupBy('entity_id')
      .execute()
    const passed = rows.filter(
      ({ versions, letters }) => versions > MAX_REVISIONS || Number(letters) > MAX_REVISION_LENGTH,
    )
    found.push(...passed.map(({ entity_id }) => entity_id as number))
  }
  return found
}

async function trim(context: Context, type: EntityType, id: number): Promise<void> {
  const rows = await newest(context, type, id)
    .select((each) => ['id', each.fn<number>('length', ['snapshot']).as('letters')])
    .limit(2 * MAX_REVISIONS)
    .$castTo<{ readonly id: number; readonly letters: number }>()
    .execute()
  let letters = 0
  const beyond = rows.filter((row, index) => {
    letters += row.letters
    return index >= MAX_REVISIONS || (index >= MIN_RETAINED && letters > MAX_REVISION_LENGTH)
  })
  if (beyond.length === 0) return
  const ids = beyond.map((each) => each.id)
  await context.db.deleteFrom('revisions').where('id', 'in', ids).execute()
}

function tableOfType(type: EntityType): Table {
  const table = Object.values<Table>(tables).find((each) => each.type === type)
  if (!table?.versioned) throw new Error(`No versions of ${type}`)
  return table
}

/** Returns the repository of versions. */
export function revisionRepository(context: Context): Revisions {
  const { db } = context
  const last = async (type: EntityType, id: number, set: Readonly<Record<string, number>>) => {
    const latest = await latestOf(context, type, id)
    if (latest) await db.updateTable('revisions').set(set).where('id', '=', latest.id).execute()
  }
  return {
    async page(type, id, page, pageSize) {
      const { n } = await db
        .selectFrom('revisions')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('entity_type', '=', type)
        .where('entity_id', '=', id)
        .executeTakeFirstOrThrow()
      const rows = await newest(context, type, id)
        .select([...COLUMNS])
        .limit(pageSize)
        .offset(page * pageSize)
        .$castTo<Revision>()
        .execute()
      return { rows, count: n, ids: rows.map((row) => row.id) }
    },
    get: (type, id, revision) =>
      newest(context, type, id)
        .select([...COLUMNS])
        .where('id', '=', revision)
        .$castTo<Revision>()
        .executeTakeFirst(),
    async close(type, id, row) {
      if (row && !(await latestOf(context, type, id)))
        await addFirst(context, tableOfType(type), [row as Row & Entity], new Map())
      await last(type, id, { closed: 1 })
    },
    restored: (type, id, of) => last(type, id, { closed: 1, restored_of: of }),
  }
}
