import { hasPermission } from '#core/access/ability.ts'
import type { CurrentUser } from '#core/access/current-user.ts'
import type { Condition } from '#core/access/condition.ts'
import type { TaggedType } from '#core/entity/tagged-types.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import type { FieldErrors } from '#core/rest/catalogue-error.ts'
import { toManyOperators } from '#server/resources/operators.ts'
import type { Operator } from '#server/resources/resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Actor } from '#server/store/repository.ts'
import type { Store } from '#server/store/store.ts'
import { requirePair } from './require-pair.ts'

/** The type of tags created by users; no other type exists here. */
export const CUSTOM_TAG = 1

/** A tag in the response of an entity. */
interface TagOfEntity {
  readonly id: number
  readonly name: string
  readonly type: number
}

/** Names of tag fields in lists. */
export const tagColumns = ['tags.id', 'tags.name', 'tags.type'] as const

/** Returns the tags of rows in response form, by row id: a user who may read an entity sees its tags. */
export async function loadTags(
  store: Store,
  type: TaggedType,
  rows: readonly { readonly id: number }[],
): Promise<(id: number) => readonly TagOfEntity[]> {
  const currentTags = await store.tags.ofEntities(
    type,
    rows.map(({ id }) => id),
  )
  return (id) => (currentTags.get(id) ?? []).map((tag) => ({ ...tag, type: CUSTOM_TAG }))
}

/** Returns the operators to list entities by tag: by a part of its name, or by its id. */
export function tagOperators(prefix: string): readonly Operator[] {
  const byName = (value: unknown): Condition => ({
    some: 'tags',
    where: { col: 'name', op: 'ct', value: String(value) },
  })
  const [byId] = toManyOperators('tags') as [Operator]
  return [
    { operator: `${prefix}_tags`, label: 'Is tagged', condition: byName },
    { ...byId, operator: `${prefix}_tag_id`, label: 'Is tagged' },
    byId,
  ]
}

/** Returns the errors in the tags of a body. Adding or removing a tag requires permission to write tags. */
export async function tagProblems(
  requested: Pick<RouteRequest, 'context' | 'user'>,
  sent: readonly number[] | null | undefined,
  type: TaggedType,
  row?: { readonly id: number },
): Promise<FieldErrors | undefined> {
  if (!sent) return undefined
  const { store } = requested.context
  const wanted = [...new Set(sent)]
  requireWithin('thing-tags', wanted.length)
  const had = row ? ((await store.tags.ofEntities(type, [row.id])).get(row.id) ?? []) : []
  const isSame = wanted.length === had.length && had.every(({ id }) => wanted.includes(id))
  if (isSame) return undefined
  requirePair(requested, 'can_write', 'Tag')
  const count = await store.tags.count({ col: 'id', op: 'in', value: wanted })
  return count < wanted.length ? { tags: ['Tags do not exist'] } : undefined
}

/** Sets the tags of a row to exactly those that were sent; without any sent, it keeps its tags. */
export async function putTags(
  store: Store,
  user: CurrentUser,
  type: TaggedType,
  id: number,
  sent: readonly number[] | null | undefined,
): Promise<void> {
  if (!sent) return
  const had = (await store.tags.ofEntities(type, [id])).get(id) ?? []
  const take = had.map((tag) => tag.id).filter((each) => !sent.includes(each))
  await store.tags.change(type, id, { add: sent, take }, user.userId)
}

/** Adds tags to a row. Throws `bound-passed` if it would have too many. */
export async function addTags(
  store: Store,
  actor: Actor,
  type: TaggedType,
  id: number,
  add: readonly number[],
): Promise<void> {
  const currentTags = await store.tags.change(type, id, { add }, actor)
  requireWithin('thing-tags', currentTags.length)
}

/** Copies tags to the copy of an entity, if the caller may add tags. */
export async function copyTags(
  store: Store,
  user: CurrentUser,
  type: TaggedType,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  if (!hasPermission(user, 'can_write', 'Tag')) return
  const add = ((await store.tags.ofEntities(type, [from])).get(from) ?? []).map(({ id }) => id)
  await store.tags.change(type, to, { add }, user.userId)
}

/** Returns the ids of the tags with these names; missing ones are created for the actor. */
export async function tagsNamed(store: Store, actor: Actor, names: readonly string[]): Promise<readonly number[]> {
  const searchText = [...new Set(names.map((name) => name.trim()))]
  const { rows } = await store.tags.list({ where: { col: 'name', op: 'in', value: searchText } })
  const known = new Map(rows.map(({ name, id }) => [name, id]))
  const ids: number[] = []
  for (const name of searchText) ids.push(known.get(name) ?? (await store.tags.create({ name }, actor)).id)
  return ids
}
