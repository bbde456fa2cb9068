import type { Condition } from '#core/access/condition.ts'
import { taggedTypes, type TaggedType } from '#core/entity/tagged.ts'
import { bounds } from '#core/rest/bounds.ts'
import { printMoment } from '#server/resources/moment.ts'
import { loadPeople, nameOf, ownersOf, personOf } from '#server/resources/shared/people.ts'
import { taggedKinds } from '#server/resources/shared/tagged-kinds.ts'
import { loadTags } from '#server/resources/shared/tags.ts'
import type { Answer, Asked, Route } from '#server/route/route.ts'

/**
 * `GET /get_objects/?tagIds=1,2&tags=a,b&types=chart,dashboard`: what carries any of these tags, as far as the caller
 * finds it in lists; of each kind the thousand changed last. Ids win over names; without either, whatever carries a tag.
 */
export const carriersRoute: Route = {
  method: 'GET',
  path: '/get_objects',
  policy: { permission: 'can_read', view: 'Tag' },
  act: carriers,
}

function parts(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** The tags that are asked for; undefined when nothing is. */
function wantedTags({ query }: Pick<Asked, 'query'>): Condition | undefined {
  const ids = parts(query['tagIds'])
  if (ids.length > 0) return { col: 'id', op: 'in', value: ids.map(Number).filter(Number.isSafeInteger) }
  const names = parts(query['tags'])
  return names.length > 0 ? { col: 'name', op: 'in', value: names } : undefined
}

async function carriers(asked: Asked): Promise<Answer> {
  return { status: 200, json: { result: await carriersOf(asked, wantedTags(asked) ?? true) } }
}

/** What carries tags that hold the condition, of the kinds that the call names. */
export async function carriersOf(asked: Asked, tags: Condition): Promise<readonly Record<string, unknown>[]> {
  const named = parts(asked.query['types'])
  const types = taggedTypes.filter((type) => named.length === 0 || named.includes(type))
  const found: Record<string, unknown>[] = []
  for (const type of types.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)))
    found.push(...(await ofKind(asked, type, tags)))
  return found
}

const ORDER: readonly TaggedType[] = ['dashboard', 'chart', 'query', 'dataset']

async function ofKind(asked: Asked, type: TaggedType, tags: Condition): Promise<readonly Record<string, unknown>[]> {
  const { store } = asked.context
  const kind = taggedKinds[type]
  const { rows } = await kind.list(store, {
    where: { and: [kind.rule(asked, 'list'), { some: 'tags', where: tags }] },
    order: [{ column: 'changed_on', direction: 'desc' }],
    page: 0,
    pageSize: bounds['tagged-things'].most,
  })
  const people = await loadPeople(store, rows)
  const tagsOf = await loadTags(store, type, rows)
  return rows.map((row) => {
    const author = personOf(people, row.created_by_fk)
    return {
      id: row.id,
      type,
      name: kind.nameOf(row),
      url: kind.urlOf(row),
      changed_on: printMoment(row.changed_on),
      created_by: author,
      creator: nameOf(author),
      tags: tagsOf(row.id),
      owners: ownersOf(people, { owners: row.owners ?? [] }),
    }
  })
}
