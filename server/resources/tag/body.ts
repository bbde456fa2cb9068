import { type Tag, type TagBody, tagEntity } from '#core/entity/tag.ts'
import { taggedTypes } from '#core/entity/tagged-types.ts'
import { satisfies } from '#core/access/condition.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import type { Parsed } from '#server/resources/resource.ts'
import { taggedKinds } from '#server/resources/shared/tagged-types.ts'
import { addTags } from '#server/resources/shared/tags.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'
import { tagRule } from './rule.ts'
import { type TaggedEntity, namedEntities, requireTaggable, findTaggable } from './taggable-entities.ts'

/**
 * Parses a tag. Creating a tag with an existing name returns the existing one: clients tag entities by creating their
 * tag.
 */
export async function parseTag(body: unknown, request: RouteRequest, row?: Tag): Promise<Parsed<TagBody>> {
  const read = parseEntityBody(tagEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const { ok } = read
  for (const each of namedEntities(ok.objects_to_tag ?? [])) await requireTaggable(request, each)
  const name = ok.name?.trim()
  const taken =
    row && name !== undefined && name !== row.name ? await tagCalled(request.context.store, name) : undefined
  return taken ? { errors: { name: ['Must be unique'] }, status: 422 } : { ok }
}

function tagCalled(store: Store, name: string): Promise<Tag | undefined> {
  return store.tags.find({ col: 'name', op: 'eq', value: name })
}

export async function createTag(body: TagBody, request: RouteRequest): Promise<Tag> {
  const { user, context } = request
  const draft = { name: '', ...selectEntityFields(tagEntity, body) }
  return context.store.transaction(async (tx) => {
    const existing = await tagCalled(tx, draft.name)
    const mayChange = existing && satisfies(tagRule(user, 'write'), { ...existing })
    const row =
      existing && mayChange && draft.description
        ? await tx.tags.update(existing.id, { description: draft.description }, user.userId)
        : (existing ?? (await tx.tags.create(draft, user.userId)))
    for (const { type, id } of namedEntities(body.objects_to_tag ?? []))
      await addTags(tx, user.userId, type, id, [row.id])
    return row
  })
}

export async function updateTag(row: Tag, body: TagBody, request: RouteRequest, ifVersion?: number): Promise<Tag> {
  const { user, context } = request
  const leaving = body.objects_to_tag ? await removedEntities(request, row, namedEntities(body.objects_to_tag)) : []
  return context.store.transaction(async (tx) => {
    const options = ifVersion === undefined ? {} : { ifVersion }
    const after = await tx.tags.update(row.id, selectEntityFields(tagEntity, body), user.userId, options)
    for (const { type, id } of namedEntities(body.objects_to_tag ?? []))
      await addTags(tx, user.userId, type, id, [row.id])
    for (const { type, id } of leaving) await tx.tags.change(type, id, { take: [row.id] }, user.userId)
    return after
  })
}

/**
 * Returns the tagged entities that are not in the sent list and that the caller may change: the list is complete, so
 * they lose the tag.
 */
async function removedEntities(
  request: RouteRequest,
  row: Tag,
  named: readonly TaggedEntity[],
): Promise<readonly TaggedEntity[]> {
  const { store } = request.context
  const carrying: TaggedEntity[] = []
  for (const type of taggedTypes) {
    const where = {
      and: [
        { some: 'tags', where: { col: 'id', op: 'eq', value: row.id } } as const,
        taggedKinds[type].rule(request, 'write'),
      ],
    }
    const { ids } = await taggedKinds[type].list(store, { where })
    carrying.push(...ids.map((id) => ({ type, id })))
  }
  const isNamed = ({ type, id }: TaggedEntity) => named.some((each) => each.type === type && each.id === id)
  return findTaggable(
    request,
    carrying.filter((each) => !isNamed(each)),
  )
}
