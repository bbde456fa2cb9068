import { type Tag, type TagBody, tagEntity } from '#core/entity/tag.ts'
import { taggedTypes } from '#core/entity/tagged-types.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { booleanOperator } from '#server/resources/operators.ts'
import type { Resource } from '#server/resources/resource.ts'
import { favoriteRoutes } from '#server/resources/shared/favorites.ts'
import { freeName } from '#server/resources/shared/unused-name.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { taggedKinds } from '#server/resources/shared/tagged-types.ts'
import { CUSTOM_TAG } from '#server/resources/shared/tags.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'
import type { RouteRequest } from '#server/route/route.ts'
import { createTag, parseTag, updateTag } from './body.ts'
import { bulkRoute } from './bulk-route.ts'
import { taggedObjectsRoute } from './tagged-objects.ts'
import { taggedEntityRoutes } from './tagged-entity.ts'
import { tagRule } from './rule.ts'

const VIEW = 'Tag'

const listing = listingOf(tagEntity, {
  columns: ['type', ...taggedTypes.map((type) => `used_by.${type}`)],
  base: [{ column: 'changed_on', direction: 'desc' }],
  // All tags here are custom tags.
  filters: { type: [booleanOperator('custom_tag', 'Is custom tag', () => true)] },
  related: {},
})

/** Returns the number of entities per type for each tag, limited to those the caller sees in lists. */
async function usage(rows: readonly Tag[], request: RouteRequest) {
  const ids = rows.map(({ id }) => id)
  const counted = await Promise.all(
    taggedTypes.map(async (type) => {
      const counts = await request.context.store.tags.counts(type, ids, taggedKinds[type].rule(request, 'list'))
      return [type, counts] as const
    }),
  )
  return (id: number) => Object.fromEntries(counted.map(([type, counts]) => [type, counts.get(id) ?? 0]))
}

async function idsOf(names: readonly string[], { context }: RouteRequest): Promise<readonly number[]> {
  const searchText = [...new Set(names.map((name) => name.trim()))]
  const { ids } = await context.store.tags.list({ where: { col: 'name', op: 'in', value: searchText } })
  if (ids.length < searchText.length) throw new ApiError('not-found')
  return ids
}

/** Returns another name for a restored tag if a live tag has taken its name. */
async function free(row: Tag, { context }: RouteRequest): Promise<Readonly<Record<string, unknown>>> {
  const isTaken = async (name: string) => (await context.store.tags.count({ col: 'name', op: 'eq', value: name })) > 0
  if (!(await isTaken(row.name))) return {}
  const name = await freeName((index) => `${row.name.slice(0, 240)} (${index})`, isTaken)
  if (name === undefined) throw new ApiError('fields-refused', { fields: { name: ['Must be unique'] } })
  return { name }
}

/** Tags: created by users with write permission; renamed and deleted by their creators and by administrators. */
export const tag: Resource<Tag, TagBody> = {
  name: 'tag',
  permission: VIEW,
  nouns: { one: 'Tag', many: 'Tags', model: 'Tag' },
  listing,
  repository: (store) => store.tags,
  rule: ({ user }, action) => tagRule(user, action),
  named: idsOf,
  bodies: tagEntity,
  example: {
    title: 'name',
    create: { name: 'Word' },
    update: { description: 'Changed' },
    misshapen: [{ name: 1 }, 400, 'name'],
    isOpen: true,
  },
  parse: parseTag,
  create: createTag,
  update: updateTag,
  async present(rows, request, as) {
    const { context } = request
    const usersById = await loadUsers(context.store, rows)
    const usedBy = await usage(rows, request)
    const now = context.now()
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(tagEntity, row, as),
      type: CUSTOM_TAG,
      used_by: usedBy(row.id),
    }))
  },
  bin: { nameOf: ({ name }) => name, free },
  routes: [taggedObjectsRoute, bulkRoute, ...favoriteRoutes(() => tag, VIEW, 'tag'), ...taggedEntityRoutes],
}
