import { hasPermission } from '#core/access/ability.ts'
import { tagName } from '#core/entity/tag.ts'
import type { TaggedType } from '#core/entity/tagged-types.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { t } from '#core/text/t.ts'
import type { ImportRun } from './import-run.ts'

/** The current and the imported tags of an entity, sorted by name. */
export interface TagPlan {
  readonly had: readonly string[]
  /** Undefined if the bundle has no information: the tags stay. */
  readonly wanted: readonly string[] | undefined
}

/** The plan for a new entity without tags in the bundle. */
export const NO_TAG_PLAN: TagPlan = { had: [], wanted: undefined }

/** Tags of entities, by entity id. */
export type TagsByEntity = ReadonlyMap<number, readonly { readonly name: string }[]>

/**
 * Returns the tag plan of an entity. Invalid tag names are left out with a warning. `read` are its current tags, if
 * already read.
 */
export async function planTags(
  { store, user, tagFile, warnings }: ImportRun,
  path: string,
  type: TaggedType,
  known: { readonly id: number } | undefined,
  file: { readonly uuid: string; readonly tags?: readonly string[] | null },
  read?: TagsByEntity,
): Promise<TagPlan> {
  const currentTags = known ? ((read ?? (await store.tags.ofEntities(type, [known.id]))).get(known.id) ?? []) : []
  const had = currentTags.map(({ name }) => name).toSorted()
  const tagNames = file.tags ?? tagFile.carried.get(file.uuid)
  if (!tagNames) return { had, wanted: undefined }
  const fit = [...new Set(tagNames.filter((name) => tagName.safeParse(name).success).map((name) => name.trim()))]
  const unfit = tagNames.filter((name) => !tagName.safeParse(name).success)
  if (unfit.length > 0) warnings.push(t('Tags of %s with invalid names are omitted: %s', path, unfit.join(', ')))
  requireWithin('thing-tags', fit.length)
  const wanted = fit.toSorted()
  const isSame = wanted.join() === had.join()
  if (!isSame && user && !hasPermission(user, 'can_write', 'Tag')) {
    warnings.push(t('The tags of %s are omitted, because you may not write tags', path))
    return { had, wanted: undefined }
  }
  return { had, wanted }
}

/** Returns an entity and its replacement, each with its tags, for comparison. */
export function withTags<Known extends object, Values extends object>(
  known: Known | undefined,
  values: Values,
  { had, wanted }: TagPlan,
): readonly [known: Known | undefined, values: Values] {
  if (!wanted) return [known, values]
  return [known && { ...known, tags: had }, { ...values, tags: wanted }]
}

/** Writes the tags of an entity; missing ones are created with the descriptions of the bundle. */
export async function writeTags(
  { store, actor, tagFile }: ImportRun,
  type: TaggedType,
  id: number,
  { wanted }: TagPlan,
): Promise<number> {
  if (!wanted) return id
  const { rows } = await store.tags.list({ where: { col: 'name', op: 'in', value: wanted } })
  const ids = new Map(rows.map((row) => [row.name, row.id]))
  for (const name of wanted.filter((each) => !ids.has(each))) {
    const description = tagFile.notes.get(name) ?? null
    ids.set(name, (await store.tags.create({ name, description }, actor)).id)
  }
  const currentTags = (await store.tags.ofEntities(type, [id])).get(id) ?? []
  const take = currentTags.filter(({ name }) => !wanted.includes(name)).map((tag) => tag.id)
  await store.tags.change(type, id, { add: [...ids.values()], take }, actor)
  return id
}
