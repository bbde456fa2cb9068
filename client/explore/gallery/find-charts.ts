import Fuse from 'fuse.js'
import type { ChartType } from '#charts/chart.ts'

/** A section of the gallery: all chart types, suggestions, one category, or one tag. */
export type GallerySection =
  | { readonly kind: 'all' }
  | { readonly kind: 'data' }
  | { readonly kind: 'category' | 'tag'; readonly name: string }

/** Tags listed first. */
export const recommendedTags = ['Popular', 'ECharts', 'Advanced-Analytics'] as const

/** The search threshold: 0 matches exactly, 1 matches anything. */
const THRESHOLD = 0.3

/** Returns all categories by name; Other comes last. */
export function categoriesOf(types: readonly ChartType[]): readonly string[] {
  const names = [...new Set(types.map(({ meta }) => meta.category))]
  return names.toSorted((a, b) => Number(a === 'Other') - Number(b === 'Other') || a.localeCompare(b, 'en'))
}

/** Returns all tags except the recommended ones, by name. */
export function tagsOf(types: readonly ChartType[]): readonly string[] {
  const names = new Set(types.flatMap(({ meta }) => meta.tags))
  for (const each of recommendedTags) names.delete(each)
  return [...names].toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** True if a section contains the chart type. */
export function isInSection(section: GallerySection, { meta }: ChartType): boolean {
  if (section.kind === 'all' || section.kind === 'data') return true
  return section.kind === 'category' ? meta.category === section.name : meta.tags.includes(section.name)
}

/** Returns how well a name matches a search: 0 if one of its words starts with it, 1 if it contains it, else 2. */
function nameRank({ meta }: ChartType, wanted: string): number {
  const name = meta.name.toLowerCase()
  const text = wanted.toLowerCase()
  if (name.startsWith(text) || name.includes(` ${text}`)) return 0
  return name.includes(text) ? 1 : 2
}

/** Returns the tag for which a chart type matches a search; undefined if its name matches, or no tag does. */
export function matchedTag(type: ChartType, search: string): string | undefined {
  const searchText = search.trim().toLowerCase()
  if (searchText === '' || nameRank(type, searchText) < 2) return undefined
  return type.meta.tags.find((tag) => tag.toLowerCase().includes(searchText))
}

/**
 * Returns the chart types in a section, or the search results over all sections: names with a word that starts with the
 * text first, then other matches in the name, in tags and in the description. Without a match, types known by another
 * name.
 */
export function findCharts(types: readonly ChartType[], section: GallerySection, search: string): readonly ChartType[] {
  const searchText = search.trim()
  if (searchText === '') return types.filter((type) => isInSection(section, type))
  const index = new Fuse(types, {
    threshold: THRESHOLD,
    ignoreLocation: true,
    keys: [
      { name: 'name', weight: 4, getFn: ({ meta }) => meta.name },
      { name: 'tags', weight: 2, getFn: ({ meta }) => [...meta.tags] },
      { name: 'description', weight: 1, getFn: ({ meta }) => meta.description },
    ],
  })
  const found = index
    .search(searchText)
    .map(({ item }) => item)
    .toSorted((a, b) => nameRank(a, searchText) - nameRank(b, searchText))
  return found.length > 0 ? found : findByAlternativeName(types, searchText)
}

/** Words that do not distinguish chart types. */
const COMMON = new Set(['chart', 'charts', 'graph', 'plot', 'diagram', 'v2'])

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns the chart types with a matching alternative name, legacy name or category; words match in any order. */
function findByAlternativeName(types: readonly ChartType[], wanted: string): readonly ChartType[] {
  const words = wordsIn(wanted).filter((word) => !COMMON.has(word))
  if (words.length === 0) return []
  return types.filter(({ type, olderNames = [], meta }) => {
    const known = wordsIn([meta.name, meta.category, type, ...olderNames, ...(meta.synonyms ?? [])].join(' '))
    return words.every((word) => known.some((each) => each.startsWith(word)))
  })
}
