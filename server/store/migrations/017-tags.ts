import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { foldText } from '#core/access/fold-text.ts'
import { type AnyDatabase, createTable, type Engine } from './schema.ts'

/** Entity types whose bundles may contain tags, by their tables. */
const CARRYING = { charts: 'chart', dashboards: 'dashboard', datasets: 'dataset', saved_queries: 'query' }

/** Converts tags of bundles, which earlier versions stored as unknown keys, to tags. */
async function importRetainedTags(db: AnyDatabase): Promise<void> {
  const tagIdsByName = new Map<string, number>()
  for (const [table, object_type] of Object.entries(CARRYING)) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'unknown_keys'])
      .where('unknown_keys', 'like', '%"tags"%')
      .orderBy('id')
      .execute()
    for (const { id: object_id, unknown_keys } of rows) {
      const { tags, ...rest } = JSON.parse(String(unknown_keys)) as Record<string, unknown>
      if (!Array.isArray(tags)) continue
      const names = tags.flatMap((each: unknown) => (typeof each === 'string' ? [each.trim()] : []))
      for (const name of new Set(names.filter((each) => /^[^:,\p{Cc}]{1,250}$/u.test(each)))) {
        const tag_id = tagIdsByName.get(name) ?? (await makeTag(db, name))
        tagIdsByName.set(name, tag_id)
        await db.insertInto('tagged_objects').values({ object_type, object_id, tag_id }).execute()
      }
      const kept = Object.keys(rest).length > 0 ? JSON.stringify(rest) : null
      await db.updateTable(table).set({ unknown_keys: kept }).where('id', '=', object_id).execute()
    }
  }
}

async function makeTag(db: AnyDatabase, name: string): Promise<number> {
  const now = Date.now()
  const row = await db
    .insertInto('tags')
    .values({ uuid: randomUUID(), created_on: now, changed_on: now, version: 1, name, name_folded: foldText(name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row['id'] as number
}

/** Tags, and what carries them. */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  await createTable(db, engine, {
    name: 'tags',
    columns: {
      id: 'id',
      uuid: 'text',
      created_on: 'integer',
      changed_on: 'integer',
      created_by_fk: 'integer?',
      changed_by_fk: 'integer?',
      deleted_at: 'integer?',
      version: 'integer',
      name: 'text',
      name_folded: 'text',
      description: 'text?',
      description_folded: 'text?',
    },
    uniqueLiving: [['uuid'], ['name']],
    indexes: [['name_folded']],
  })
  await createTable(db, engine, {
    name: 'tagged_objects',
    columns: { object_type: 'text', object_id: 'integer', tag_id: 'integer' },
    primaryKey: ['object_type', 'object_id', 'tag_id'],
    references: { tag_id: 'tags' },
    indexes: [['tag_id', 'object_type']],
  })
  await importRetainedTags(db)
  if (engine === 'sqlite') return
  for (const table of ['tags', 'tagged_objects'])
    await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function raise_version()`.execute(db)
}
