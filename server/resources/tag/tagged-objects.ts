import type { Condition } from '#core/access/condition.ts'
import { taggedTypes, type TaggedType } from '#core/entity/tagged-types.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import { loadUsers, nameOf, ownersOf, userReferenceOf } from '#server/resources/shared/users-by-id.ts'
import { taggedKinds } from '#server/resources/shared/tagged-types.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import type { RouteResponse, RouteRequest, Route } from '#server/route/route.ts'

/**
 * `GET /get_objects/?tagIds=1,2&tags=a,b&types=chart,dashboard&page=0&page_size=100`: returns the entities with any of
 * these tags, limited to those the caller sees in lists. Each type has its own page, most recently changed first; the
 * default size is the limit `tagged-things`. `counts` has the total per type. Ids win over names; without either, all
 * tagged entities are returned.
 */
export const taggedObjectsRoute: Route = {
  method: 'GET',
  path: '/get_objects',
  policy: { permission: 'can_read', view: 'Tag' },
  handler: carriers,
}

function parts(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Returns the condition for the requested tags; undefined if none are named. */
function wantedTags({ query }: Pick<RouteRequest, 'query'>): Condition | undefined {
  const ids = parts(query['tagIds'])
  if (ids.length > 0) return { col: 'id', op: 'in', value: ids.map(Number).filter(Number.isSafeInteger) }
  const names = parts(query['tags'])
  return names.length > 0 ? { col: 'name', op: 'in', value: names } : undefined
}

async function carriers(request: RouteRequest): Promise<RouteResponse> {
  const { rows, counts } = await findTaggedObjects(request, wantedTags(request) ?? true)
  return { status: 200, json: { result: rows, counts } }
}

/** Returns the requested page: `page` counts from 0; the default page size is the maximum. */
function pageOf({ query }: Pick<RouteRequest, 'query'>): { readonly page: number; readonly pageSize: number } {
  const whole = (name: string, otherwise: number) => {
    const text = query[name]
    if (text === undefined) return otherwise
    if (!/^\d{1,9}$/.test(text)) throw new ApiError('arguments-wrong')
    return Number(text)
  }
  const pageSize = whole('page_size', bounds['tagged-things'].most)
  requireWithin('tagged-things', pageSize)
  return { page: whole('page', 0), pageSize: Math.max(1, pageSize) }
}

/** Tagged entities, and their total per type. */
interface Carriers {
  readonly rows: readonly Record<string, unknown>[]
  readonly counts: Readonly<Partial<Record<TaggedType, number>>>
}

/** Returns the entities whose tags match the condition, of the requested types. */
export async function findTaggedObjects(request: RouteRequest, tags: Condition): Promise<Carriers> {
  const named = parts(request.query['types'])
  const types = taggedTypes.filter((type) => named.length === 0 || named.includes(type))
  const page = pageOf(request)
  const rows: Record<string, unknown>[] = []
  const counts: Partial<Record<TaggedType, number>> = {}
  for (const type of types.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))) {
    const found = await ofKind(request, type, tags, page)
    rows.push(...found.rows)
    counts[type] = found.count
  }
  return { rows, counts }
}

const ORDER: readonly TaggedType[] = ['dashboard', 'chart', 'query', 'dataset']

async function ofKind(request: RouteRequest, type: TaggedType, tags: Condition, page: ReturnType<typeof pageOf>) {
  const { store } = request.context
  const kind = taggedKinds[type]
  const { rows, count } = await kind.list(store, {
    where: { and: [kind.rule(request, 'list'), { some: 'tags', where: tags }] },
    order: [{ column: 'changed_on', direction: 'desc' }],
    ...page,
  })
  const usersById = await loadUsers(store, rows)
  const tagsOf = await loadTags(store, type, rows)
  const reported = rows.map((row) => {
    const author = userReferenceOf(usersById, row.created_by_fk)
    return {
      id: row.id,
      type,
      name: kind.nameOf(row),
      url: kind.urlOf(row),
      changed_on: printInstant(row.changed_on),
      created_by: author,
      creator: nameOf(author),
      tags: tagsOf(row.id),
      owners: ownersOf(usersById, { owners: row.owners ?? [] }),
    }
  })
  return { rows: reported, count }
}
