import type { RouteRequest } from '#server/route/route.ts'
import type { LoggedRelations, RelationChange } from './resource.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the related rows that a logged change removed and added, by relation. */
export function relationChanges(names: readonly string[], before: Values, after: Values): readonly RelationChange[] {
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
