import * as z from 'zod'
import { has } from '#core/access/ability.ts'
import { tagName } from '#core/entity/tag.ts'
import type { TaggedType } from '#core/entity/tagged.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { readBody } from '#core/rest/body.ts'
import type { FieldErrors } from '#core/rest/fault.ts'
import { t } from '#core/text/t.ts'
import type { Store } from '#server/store/store.ts'
import type { Importing } from './writer.ts'

/** The file of a bundle that says what its tags mean. */
export const TAGS = 'tags.yaml'

/** What `tags.yaml` says. */
export interface TagFile {
  /** Descriptions by name. */
  readonly notes: ReadonlyMap<string, string | null>
  /** Names of the tags of things whose own files have no place for them, by uuid. */
  readonly carried: ReadonlyMap<string, readonly string[]>
}

export const noTags: TagFile = { notes: new Map(), carried: new Map() }

/** What a file of a thing says of its tags: their names, all that it carries. */
export const tagsOfFile = { tags: z.array(z.string()).nullish() }

const names = z.record(z.string(), z.array(z.string())).nullish()
const schema = z.object({
  tags: z.array(z.object({ tag_name: z.string(), description: z.string().nullish() })).nullish(),
  datasets: names,
  queries: names,
})

/** Reads `tags.yaml`, or says what is wrong with it. */
export function readTagFile(value: unknown): { readonly ok: TagFile } | { readonly errors: FieldErrors | string } {
  if (value === undefined) return { errors: 'Not a valid YAML file' }
  const read = readBody(schema, value ?? {})
  if ('errors' in read) return read
  const { tags, datasets, queries } = read.ok
  return {
    ok: {
      notes: new Map((tags ?? []).map(({ tag_name, description = null }) => [tag_name, description])),
      carried: new Map(Object.entries({ ...datasets, ...queries })),
    },
  }
}

/** What an import makes of the tags of a thing: those it has and is to have, in the order of names. */
interface TagPlan {
  readonly had: readonly string[]
  /** Undefined where the bundle says nothing of them: they stay. */
  readonly wanted: readonly string[] | undefined
}

/** What becomes of the tags of a thing. Names that no tag can have are left out and told. */
export async function planTags(
  { store, user, tagFile, warnings }: Importing,
  path: string,
  type: TaggedType,
  known: { readonly id: number } | undefined,
  file: { readonly uuid: string; readonly tags?: readonly string[] | null },
): Promise<TagPlan> {
  const carried = known ? ((await store.tags.carried(type, [known.id])).get(known.id) ?? []) : []
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

interface Carrying {
  readonly id: number
  readonly uuid: string
}

/** Things of a bundle that may carry tags. */
type Things = Readonly<Record<TaggedType, readonly Carrying[]>>

/** The tags of what is exported. */
interface ExportedTags {
  /** The file of a thing with the names of its tags, where it has any. */
  file<File extends object>(type: TaggedType, id: number, file: File): File
  /** `tags.yaml`; undefined where nothing carries a tag. */
  readonly said: Readonly<Record<string, unknown>> | undefined
}

/** The most ids one statement asks for. */
const AT_ONCE = 1000

async function carriedBy(store: Store, type: TaggedType, things: readonly Carrying[]) {
  const all = new Map<number, readonly string[]>()
  for (let at = 0; at < things.length; at += AT_ONCE) {
    const ids = things.slice(at, at + AT_ONCE).map(({ id }) => id)
    for (const [id, tags] of await store.tags.carried(type, ids)) all.set(id, tags.map(({ name }) => name).toSorted())
  }
  return all
}

/** What of tags goes out with these things. Files of datasets and saved queries have no place for them elsewhere. */
export async function exportedTags(store: Store, things: Things): Promise<ExportedTags> {
  const carried = {
    query: await carriedBy(store, 'query', things.query),
    chart: await carriedBy(store, 'chart', things.chart),
    dashboard: await carriedBy(store, 'dashboard', things.dashboard),
    dataset: await carriedBy(store, 'dataset', things.dataset),
  }
  const used = new Set(Object.values(carried).flatMap((each) => [...each.values()].flat()))
  const notes = new Map<string, string | null>()
  const all = [...used].toSorted()
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const where = { col: 'name', op: 'in', value: all.slice(at, at + AT_ONCE) } as const
    for (const { name, description } of (await store.tags.list({ where })).rows) notes.set(name, description)
  }
  const apart = (type: TaggedType) =>
    Object.fromEntries(
      things[type]
        .flatMap(({ id, uuid }) => (carried[type].has(id) ? [[uuid, carried[type].get(id)] as const] : []))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  const [datasets, queries] = [apart('dataset'), apart('query')]
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
