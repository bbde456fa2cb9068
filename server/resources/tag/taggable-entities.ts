import type { Action } from '#core/access/can.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { TaggedType } from '#core/entity/tagged-types.ts'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { rejectManagedEntity } from '#server/resources/resource-handlers.ts'
import { taggedKinds, taggedTypeOf } from '#server/resources/shared/tagged-types.ts'
import type { RouteRequest } from '#server/route/route.ts'

/** An entity to be tagged, by type and id. */
export interface TaggedEntity {
  readonly type: TaggedType
  readonly id: number
}

/** Returns the named entities without duplicates; rejects types without tags. */
export function namedEntities(pairs: readonly (readonly [string | number, number])[]): readonly TaggedEntity[] {
  requireWithin('tagged-things', pairs.length)
  const found = new Map<string, TaggedEntity>()
  for (const [kind, id] of pairs) {
    const type = taggedTypeOf(kind)
    if (!type) throw new ApiError('fields-refused', { fields: { objects_to_tag: [`Invalid object type ${kind}`] } })
    found.set(`${type} ${id}`, { type, id })
  }
  return [...found.values()]
}

type Row = Entity & { readonly is_managed_externally?: boolean }

async function rowsOf(
  request: RouteRequest,
  type: TaggedType,
  ids: readonly number[],
  action: Action,
): Promise<readonly Row[]> {
  const kind = taggedKinds[type]
  const where = { and: [{ col: 'id', op: 'in', value: ids } as const, kind.rule(request, action)] }
  return (await kind.list(request.context.store, { where })).rows
}

/** Returns the entities that the caller may tag: those they may change and that are not managed externally. */
export async function findTaggable(
  request: RouteRequest,
  taggedEntities: readonly TaggedEntity[],
): Promise<readonly TaggedEntity[]> {
  const types = [...new Set(taggedEntities.map(({ type }) => type))]
  const may = new Set<string>()
  for (const type of types) {
    const ids = taggedEntities.filter((each) => each.type === type).map(({ id }) => id)
    const seen = new Set((await rowsOf(request, type, ids, 'read')).map(({ id }) => id))
    for (const row of await rowsOf(request, type, ids, 'write'))
      if (seen.has(row.id) && row.is_managed_externally !== true) may.add(`${type} ${row.id}`)
  }
  return taggedEntities.filter(({ type, id }) => may.has(`${type} ${id}`))
}

/** Rejects an entity that the caller may not tag: 404 if they may not see it, else 403. */
export async function requireTaggable(request: RouteRequest, { type, id }: TaggedEntity): Promise<void> {
  const [row] = await rowsOf(request, type, [id], 'read')
  if (!row) throw new ApiError('not-found')
  if ((await rowsOf(request, type, [id], 'write')).length === 0) throw new ApiError('forbidden')
  rejectManagedEntity(row)
}

/** Rejects an entity that the caller may not see. */
export async function requireVisibleEntity(request: RouteRequest, { type, id }: TaggedEntity): Promise<void> {
  if ((await rowsOf(request, type, [id], 'read')).length === 0) throw new ApiError('not-found')
}
