import type { TaggedType } from '#core/entity/tagged-types.ts'
import type { Store } from '#server/store/store.ts'

interface TaggedRows {
  readonly id: number
  readonly uuid: string
}

/** Entities of a bundle that may have tags. */
type TaggedEntities = Readonly<Record<TaggedType, readonly TaggedRows[]>>

/** The tags of the exported entities. */
interface ExportedTags {
  /** Returns the file of an entity with the names of its tags, if it has any. */
  file<File extends object>(type: TaggedType, id: number, file: File): File
  /** The content of `tags.yaml`; undefined if no entity has a tag. */
  readonly said: Readonly<Record<string, unknown>> | undefined
}

/** Maximum ids per statement. */
const AT_ONCE = 1000

async function entitiesWithTags(store: Store, type: TaggedType, taggedEntities: readonly TaggedRows[]) {
  const all = new Map<number, readonly string[]>()
  for (let at = 0; at < taggedEntities.length; at += AT_ONCE) {
    const ids = taggedEntities.slice(at, at + AT_ONCE).map(({ id }) => id)
    for (const [id, tags] of await store.tags.ofEntities(type, ids))
      all.set(id, tags.map(({ name }) => name).toSorted())
  }
  return all
}

/**
 * Returns the tags to export with these entities. Other products do not accept tags in the files of datasets and saved
 * queries.
 */
export async function exportedTags(store: Store, taggedEntities: TaggedEntities): Promise<ExportedTags> {
  const carried = {
    query: await entitiesWithTags(store, 'query', taggedEntities.query),
    chart: await entitiesWithTags(store, 'chart', taggedEntities.chart),
    dashboard: await entitiesWithTags(store, 'dashboard', taggedEntities.dashboard),
    dataset: await entitiesWithTags(store, 'dataset', taggedEntities.dataset),
  }
  const used = new Set(Object.values(carried).flatMap((each) => [...each.values()].flat()))
  const notes = new Map<string, string | null>()
  const all = [...used].toSorted()
  for (let index = 0; index < all.length; index += AT_ONCE) {
    const where = { col: 'name', op: 'in', value: all.slice(index, index + AT_ONCE) } as const
    for (const { name, description } of (await store.tags.list({ where })).rows) notes.set(name, description)
  }
  const separate = (type: TaggedType) =>
    Object.fromEntries(
      taggedEntities[type]
        .flatMap(({ id, uuid }) => (carried[type].has(id) ? [[uuid, carried[type].get(id)] as const] : []))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  const [datasets, queries] = [separate('dataset'), separate('query')]
  return {
    file: (type, id, file) => (carried[type].has(id) ? { ...file, tags: carried[type].get(id) } : file),
    said:
      used.size === 0
        ? undefined
        : {
            tags: all.map((name) => ({ tag_name: name, description: notes.get(name) ?? null })),
            ...(Object.keys(datasets).length > 0 ? { datasets } : {}),
            ...(Object.keys(queries).length > 0 ? { queries } : {}),
          },
  }
}
