import { has } from '#core/access/ability.ts'
import { tagName } from '#core/entity/tag.ts'
import type { TaggedType } from '#core/entity/tagged.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { t } from '#core/text/t.ts'
import type { Importing } from './writer.ts'

/** What an import makes of the tags of a thing: those it has and is to have, in the order of names. */
export interface TagPlan {
  readonly had: readonly string[]
  /** Undefined where the bundle says nothing of them: they stay. */
  readonly wanted: readonly string[] | undefined
}

/** A new thing of which the bundle says no tags. */
export const UNSAID: TagPlan = { had: [], wanted: undefined }

/** Tags that things carry, by the ids of the things. */
export type CarriedTags = ReadonlyMap<number, readonly { readonly name: string }[]>

/**
 * What becomes of the tags of a thing. Names that no tag can have are left out and told. `read` is what is carried, where
 * that has been read.
 */
export async function planTags(
  { store, user, tagFile, warnings }: Importing,
  path: string,
  type: TaggedType,
  known: { readonly id: number } | undefined,
  file: { readonly uuid: string; readonly tags?: readonly string[] | null },
  read?: CarriedTags,
): Promise<TagPlan> {
  const carried = known ? ((read ?? (await store.tags.carried(type, [known.id]))).get(known.id) ?? []) : []
  const had = carried.map(({ name }) => name).toSorted()
  const said = file.tags ?? tagFile.carried.get(file.uuid)
  if (!said) return { had, wanted: undefined }
  const fit = [...new Set(said.filter((name) => tagName.safeParse(name).success).map((name) => name.trim()))]
  const unfit = said.filter((name) => !tagName.safeParse(name).success)
  if (unfit.length > 0)
    warnings.push(t('Of %s these tags have names that none can have here: %s', path, unfit.join(', ')))
  requireWithin('thing-tags', fit.length)
  const wanted = fit.toSorted()
  const isSame = wanted.join() === had.join()
  if (!isSame && user && !has(user, 'can_write', 'Tag')) {
    warnings.push(t('The tags of %s are left out, as you may not write tags', path))
    return { had, wanted: undefined }
  }
  return { had, wanted }
}

/** A thing and what is written in its place, with their tags, as they are compared. */
export function withTags<Known extends object, Values extends object>(
  known: Known | undefined,
  values: Values,
  { had, wanted }: TagPlan,
): readonly [known: Known | undefined, values: Values] {
  if (!wanted) return [known, values]
  return [known && { ...known, tags: had }, { ...values, tags: wanted }]
}

/** Writes the tags of a thing; those that are missing are made, with what the bundle says of them. */
export async function writeTags(
  { store, actor, tagFile }: Importing,
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
  const carried = (await store.tags.carried(type, [id])).get(id) ?? []
  const take = carried.filter(({ name }) => !wanted.includes(name)).map((tag) => tag.id)
  await store.tags.change(type, id, { add: [...ids.values()], take }, actor)
  return id
}
