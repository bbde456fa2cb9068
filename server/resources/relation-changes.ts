import type { EntityType, Event } from '#core/entity/event.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Store } from '#server/store/store.ts'
import type { LoggedRelations, RelationChange } from './resource.ts'

type Values = Readonly<Record<string, unknown>>

/** Maximum events of an entity that are compared; changes before them count as outdated. */
const MAX_COMPARED_EVENTS = 1000

/** Returns the logged values of one side of an event; undefined if there are none. */
export function loggedValues(text: string | null): Values | undefined {
  const values = text === null ? undefined : parseJson(text)
  return isObject(values) ? values : undefined
}

/**
 * Returns the ids of the events of an entity without a later event that adds or removes the same related rows. Undoing
 * another one would also undo the later event.
 */
export async function latestChanges(
  store: Store,
  type: EntityType,
  id: number,
  names: readonly string[],
): Promise<ReadonlySet<number>> {
  const changedLater = new Set<string>()
  const latest = new Set<number>()
  for (const event of await store.events.history(type, id, MAX_COMPARED_EVENTS)) {
    const rows = relationChanges(names, event).flatMap(({ name, removed, added }) =>
      [...removed, ...added].map((row) => `${name} ${row}`),
    )
    if (!rows.some((row) => changedLater.has(row))) latest.add(event.id)
    for (const row of rows) changedLater.add(row)
  }
  return latest
}

/** Throws `change-outdated` if a later event adds or removes the same related rows as this one. */
export async function requireLatestChange(
  store: Store,
  { id, entity_type, entity_id }: Event,
  names: readonly string[],
): Promise<void> {
  if (!(await latestChanges(store, entity_type, entity_id, names)).has(id)) throw new ApiError('change-outdated')
}

/** Returns the related rows that a logged change removed and added, by relation. */
export function relationChanges(names: readonly string[], event: Event): readonly RelationChange[] {
  const [before, after] = [loggedValues(event.before) ?? {}, loggedValues(event.after) ?? {}]
  return names.flatMap((name) => {
    const [removed, added] = [idsIn(before, name), idsIn(after, name)]
    return removed.length + added.length === 0 ? [] : [{ name, removed, added }]
  })
}

function idsIn(values: Values, name: string): readonly number[] {
  const found = values[name]
  return Array.isArray(found) ? found.filter((id): id is number => typeof id === 'number') : []
}

/** The titles of related rows that changes name. */
export class RelationTitles {
  readonly #titles: ReadonlyMap<string, ReadonlyMap<number, string>>

  private constructor(titles: ReadonlyMap<string, ReadonlyMap<number, string>>) {
    this.#titles = titles
  }

  /** Loads the titles of all related rows that these logged values name. */
  static async load(
    relations: LoggedRelations | undefined,
    logged: readonly (Values | undefined)[],
    request: RouteRequest,
  ): Promise<RelationTitles> {
    const titles = new Map<string, ReadonlyMap<number, string>>()
    for (const name of relations?.names ?? []) {
      const ids = new Set(logged.flatMap((values) => (values ? idsIn(values, name) : [])))
      if (relations && ids.size > 0) titles.set(name, await relations.titles(name, [...ids], request))
    }
    return new RelationTitles(titles)
  }

  /** Returns logged values with titles instead of ids; the ids of deleted rows stay. */
  replaceIn(values: Values): Values {
    const entries = Object.entries(values).map(([name, value]): readonly [string, unknown] => {
      const titles = this.#titles.get(name)
      return [name, titles ? idsIn(values, name).map((id) => titles.get(id) ?? id) : value]
    })
    return Object.fromEntries(entries)
  }
}
