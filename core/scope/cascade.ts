/** The fields of a filter that define its parents. */
export interface CascadeFilter {
  readonly id: string
  readonly cascadeParentIds?: readonly string[] | null
}

/**
 * Returns all filters that a filter depends on, directly or indirectly, parents before their children. Cycles are cut.
 */
export function ancestorsOf(filters: readonly CascadeFilter[], id: string): string[] {
  const byId = new Map(filters.map((filter) => [filter.id, filter]))
  const seen = new Set<string>([id])
  const order: string[] = []
  const visit = (each: string): void => {
    for (const parent of byId.get(each)?.cascadeParentIds ?? []) {
      if (seen.has(parent) || !byId.has(parent)) continue
      seen.add(parent)
      visit(parent)
      order.push(parent)
    }
  }
  visit(id)
  return order
}

/** Returns the filters of a dependency cycle that includes this filter; empty if there is none. */
export function dependencyCycle(filters: readonly CascadeFilter[], id: string): string[] {
  const parentsOf = new Map(filters.map((filter) => [filter.id, filter.cascadeParentIds ?? []]))
  const walk = (at: string, path: readonly string[]): string[] => {
    for (const parent of parentsOf.get(at) ?? []) {
      if (parent === id) return [...path, at]
      if (path.includes(parent) || parent === at) continue
      const found = walk(parent, [...path, at])
      if (found.length > 0) return found
    }
    return []
  }
  return walk(id, [])
}
