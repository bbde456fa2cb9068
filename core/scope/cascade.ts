/** What is needed of a filter to know its parents. */
export interface Cascading {
  readonly id: string
  readonly cascadeParentIds?: readonly string[] | null
}

/** All filters a filter depends on, through parents of parents, parents before their children. Loops end. */
export function ancestorsOf(filters: readonly Cascading[], id: string): string[] {
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

/** The filters that wait for each other in a circle, this one among them; empty where there is no circle through it. */
export function circleOf(filters: readonly Cascading[], id: string): string[] {
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
