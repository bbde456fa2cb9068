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
