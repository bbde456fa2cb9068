import type { ChartType } from '#charts/chart.ts'

/** All chart types, or those of one category. */
export type Shelf = { readonly kind: 'all' } | { readonly kind: 'category'; readonly name: string }

/** The categories there are, in order of their names; Other stands last. */
export function categoriesOf(types: readonly ChartType[]): readonly string[] {
  const names = [...new Set(types.map(({ meta }) => meta.category))]
  return names.toSorted((a, b) => Number(a === 'Other') - Number(b === 'Other') || a.localeCompare(b, 'en'))
}

/**
 * The chart types on a shelf, or those that hold a searched text: in the name first, then in the tags, then in the
 * description. A search looks on all shelves.
 */
export function findCharts(types: readonly ChartType[], shelf: Shelf, search: string): readonly ChartType[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return types.filter(({ meta }) => shelf.kind === 'all' || meta.category === shelf.name)
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  const rank = ({ meta }: ChartType) => {
    if (holds(meta.name)) return 0
    if (meta.tags.some(holds)) return 1
    return holds(meta.description) ? 2 : 3
  }
  return types
    .map((type) => ({ type, at: rank(type) }))
    .filter(({ at }) => at < 3)
    .toSorted((a, b) => a.at - b.at)
    .map(({ type }) => type)
}
