import { FOLD_MS, MOST_REVISION_LETTERS, MOST_REVISIONS, type Revision } from '#core/entity/revision.ts'
import type { EntityType } from '#core/entity/event.ts'
import type { Context } from './context.ts'
import type { Revisions } from './repositories.ts'
import type { Actor } from './repository.ts'
import type { Row } from './rows.ts'
import type { Table } from './tables.ts'

interface Save {
  readonly before: Row
  readonly after: Row
  /** Names of what differs. */
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
 * Keeps what a save made as a version. Saves of one person within some minutes are one; of a thing that has none yet,
 * what it was before is the first. Beyond the most that are kept, in number
 * and in letters, the oldest go.
 */
export async function keepRevision(context: Context, table: Table, save: Save): Promise<void> {
  const { type, versioned } = table
  if (!type || !versioned || !save.changed.some((name) => versioned.all.includes(name))) return
  const { before, after, actor } = save
  const latest = (await latestOf(context, type, after.id)) ?? (await addFirst(context, table, before))
  const snapshot = printed(after, versioned.all)
  const now = context.clock()
  const isAlong = !save.changed.some((name) => versioned.own.includes(name))
  const isFolded = !latest.closed && latest.made_by === actor && now - latest.begun_on <= FOLD_MS
  if (isAlong || isFolded) {
    const when = isAlong ? {} : { made_on: now }
    await context.db
      .updateTable('revisions')
      .set({ ...when, snapshot })
      .where('id', '=', latest.id)
      .execute()
    return
  }
  await add(context, table, after.id, { at: now, by: actor, snapshot })
  await trim(context, type, after.id)
}

/** What is kept of a row: parts without when they were made, which is no change of theirs. */
function printed(row: Row, names: readonly string[]): string {
  const values = row as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null])), (key, value: unknown) =>
    key === 'created_on' || key === 'changed_on' ? undefined : value,
  )
}

function addFirst(context: Context, table: Table, before: Row): Promise<Latest> {
  const { changed_on, changed_by_fk } = before as Row & {
    readonly changed_on: number
    readonly changed_by_fk: number | null
  }
  const snapshot = printed(before, table.versioned?.all ?? [])
  return add(context, table, before.id, { at: changed_on, by: changed_by_fk, snapshot })
}

interface Made {
  readonly at: number
  readonly by: Actor
  readonly snapshot: string
}

async function add({ db }: Context, { type = '' as EntityType }: Table, id: number, made: Made): Promise<Latest> {
  const { at, by, snapshot } = made
  const row = { begun_on: at, made_on: at, made_by: by, restored_of: null, closed: 0, snapshot }
  const { id: revision } = await db
    .insertInto('revisions')
    .values({ entity_type: type, entity_id: id, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: revision as number, ...row }
}

/** What there is and what it was before. */
const ALWAYS_KEPT = 2

async function trim(context: Context, type: EntityType, id: number): Promise<void> {
  const rows = await newest(context, type, id)
    .select((each) => ['id', each.fn<number>('length', ['snapshot']).as('letters')])
    .limit(2 * MOST_REVISIONS)
    .$castTo<{ readonly id: number; readonly letters: number }>()
    .execute()
  let letters = 0
  const beyond = rows.filter((row, at) => {
    letters += row.letters
    return at >= MOST_REVISIONS || (at >= ALWAYS_KEPT && letters > MOST_REVISION_LETTERS)
  })
  if (beyond.length === 0) return
  const ids = beyond.map((each) => each.id)
  await context.db.deleteFrom('revisions').where('id', 'in', ids).execute()
}

/** Versions of things, as they are read and brought back. */
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
    close: (type, id) => last(type, id, { closed: 1 }),
    restored: (type, id, of) => last(type, id, { closed: 1, restored_of: of }),
  }
}
