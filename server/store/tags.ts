import { sql } from 'kysely'
import type { Patch } from '#core/entity/entity.ts'
import type { EntityType } from '#core/entity/event.ts'
import type { Tag, TagDraft } from '#core/entity/tag.ts'
import { taggedTypes, type TaggedType } from '#core/entity/tagged-types.ts'
import { ConditionPrinter } from './condition-sql.ts'
import type { Context } from './context.ts'
import { entityRepository } from './entity-repository.ts'
import { appendEvent } from './events.ts'
import type { Tags } from './repositories.ts'
import type { Actor } from './repository.ts'
import { tableNamed, tables } from './tables.ts'

/** Types whose tag changes are logged. */
const EVENT_TYPES: Readonly<Partial<Record<TaggedType, EntityType>>> = {
  chart: 'chart',
  dashboard: 'dashboard',
  dataset: 'dataset',
}

/** Returns the repository of tags and tagged entities. */
export function tagRepository(context: Context): Tags {
  return {
    ...entityRepository<Tag, TagDraft, Patch<Tag>>(context, tables.tags),
    ofEntities: (type, ids) => carriedTags(context, type, ids),
    change: (type, id, { add = [], take = [] }, actor) =>
      context.atomically((inner) => change(inner, type, id, add, take, actor)),
    counts: (type, ids, where) => counts(context, type, ids, where),
    async used() {
      const { rows } = await sql<{ id: number }>`select t.id from tags as t join tagged_objects as l on l.tag_id = t.id
        where t.deleted_at is null and l.object_type in (${sql.join(taggedTypes)})
        group by t.id order by count(*) desc, t.id limit 1000`.execute(context.db)
      return rows.map(({ id }) => id)
    },
  }
}

type NamedTag = Pick<Tag, 'id' | 'name'>

async function carriedTags(
  { db }: Context,
  type: TaggedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedTag[]>> {
  const found = new Map<number, NamedTag[]>()
  if (ids.length === 0) return found
  const { rows } = await sql<{ object: number; id: number; name: string }>`
    select l.object_id as object, t.id as id, t.name as name from tagged_objects as l
    join tags as t on t.id = l.tag_id and t.deleted_at is null
    where l.object_type = ${type} and l.object_id in (${sql.join(ids)}) order by t.name_folded, t.id`.execute(db)
  for (const { object, ...tag } of rows) found.set(object, [...(found.get(object) ?? []), tag])
  return found
}

async function change(
  context: Context,
  type: TaggedType,
  id: number,
  add: readonly number[],
  take: readonly number[],
  actor: Actor,
): Promise<readonly NamedTag[]> {
  const { db } = context
  const before = (await carriedTags(context, type, [id])).get(id) ?? []
  const removed = take.filter((each) => !add.includes(each))
  if (removed.length > 0)
    await db
      .deleteFrom('tagged_objects')
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .where('tag_id', 'in', removed)
      .execute()
  if (add.length > 0)
    await db
      .insertInto('tagged_objects')
      .values([...new Set(add)].map((tag_id) => ({ object_type: type, object_id: id, tag_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const after = (await carriedTags(context, type, [id])).get(id) ?? []
  const reported = EVENT_TYPES[type]
  const names = (tags: readonly NamedTag[]) => JSON.stringify({ tags: tags.map(({ name }) => name) })
  if (reported && names(before) !== names(after))
    await appendEvent(context, {
      actor,
      action: 'update',
      entity_type: reported,
      entity_id: id,
      before: names(before),
      after: names(after),
    })
  return after
}

async function counts(
  { db, engine }: Context,
  type: TaggedType,
  ids: readonly number[],
  where: Parameters<Tags['counts']>[2],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const table = tableNamed(TABLES[type])
  const met = new ConditionPrinter(engine).print(where, table, 't')
  const { rows } = await sql<{ tag: number; n: number }>`
    select l.tag_id as tag, count(*) as n from tagged_objects as l join ${sql.table(table.name)} as t on t.id = l.object_id
    where l.object_type = ${type} and l.tag_id in (${sql.join(ids)}) and t.deleted_at is null and ${met}
    group by l.tag_id`.execute(db)
  return new Map(rows.map(({ tag, n }) => [tag, n]))
}

const TABLES: Readonly<Record<TaggedType, string>> = {
  query: 'saved_queries',
  chart: 'charts',
  dashboard: 'dashboards',
  dataset: 'datasets',
}
