import Fuse from 'fuse.js'
import type { ChartType } from '#charts/chart.ts'

/** All chart types, those that suit the data, those of one category, or those with a tag. */
export type Shelf =
  | { readonly kind: 'all' }
  | { readonly kind: 'data' }
  | { readonly kind: 'category' | 'tag'; readonly name: string }

/** Tags that stand first. */
export const recommendedTags = ['Popular', 'ECharts', 'Advanced-Analytics'] as const

/** 0 finds what is exactly so, 1 finds anything. */
const THRESHOLD = 0.3

/** The categories there are, in order of their names; Other stands last. */
export function categoriesOf(types: readonly ChartType[]): readonly string[] {
  const names = [...new Set(types.map(({ meta }) => meta.category))]
  return names.toSorted((a, b) => Number(a === 'Other') - Number(b === 'Other') || a.localeCompare(b, 'en'))
}

/** The tags there are but those recommended, in order of their names. */
export function tagsOf(types: readonly ChartType[]): readonly string[] {
  const names = new Set(types.flatMap(({ meta }) => meta.tags))
  for (const each of recommendedTags) names.delete(each)
  return [...names].toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** Whether a chart type may stand on a shelf. */
export function isOn(shelf: Shelf, { meta }: ChartType): boolean {
  if (shelf.kind === 'all' || shelf.kind === 'data') return true
  return shelf.kind === 'category' ? meta.category === shelf.name : meta.tags.includes(shelf.name)
}

/**
 * The chart types on a shelf, or those that a searched text is alike to: most of all to the name, then to a tag, then to
 * the description; where none is, those that go by it under another name. A search looks on all shelves.
 */
export function findCharts(types: readonly ChartType[], shelf: Shelf, search: string): readonly ChartType[] {
  const wanted = search.trim()
  if (wanted === '') return types.filter((type) => isOn(shelf, type))
  const index = new Fuse(types, {
    threshold: THRESHOLD,
    ignoreLocation: true,
    keys: [
      { name: 'name', weight: 4, getFn: ({ meta }) => meta.name },
      { name: 'tags', weight: 2, getFn: ({ meta }) => [...meta.tags] },
      { name: 'description', weight: 1, getFn: ({ meta }) => meta.description },
    ],
  })
  const found = index.search(wanted).map(({ item }) => item)
  return found.length > 0 ? found : calledSo(types, wanted)
}

/** Words that tell no kind of chart from another. */
const COMMON = new Set(['chart', 'charts', 'graph', 'plot', 'diagram', 'v2'])

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The chart types that are called so otherwise, today or in charts of old, or stand in this category; words in any order. */
function calledSo(types: readonly ChartType[], wanted: string): readonly ChartType[] {
  const words = wordsIn(wanted).filter((word) => !COMMON.has(word))
  if (words.length === 0) return []
  return types.filter(({ type, olderNames = [], meta }) => {
    const known = wordsIn([meta.name, meta.category, type, ...olderNames, ...(meta.alsoCalled ?? [])].join(' '))
    return words.every((word) => known.some((each) => each.startsWith(word)))
  })
}
