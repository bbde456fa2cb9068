import Fuse from 'fuse.js'
import type { IconName } from '#ui/base/icon-paths.ts'

/** An item of the palette: a page or a command. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Additional text, such as the type or dataset. */
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly href?: string | undefined
  readonly act?: (() => void) | undefined
}

/** Items of one type under a heading. */
export interface PaletteGroup {
  readonly id: string
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

/** The search threshold, as in the chart gallery. */
const THRESHOLD = 0.3
/** The maximum number of items per type, without and with a search text. */
const FIRST = 5
const MAX_MATCHES = 8

/** Returns the items most similar to the search text, best first; the first items without a text. */
export function closestItems(items: readonly PaletteItem[], typed: string, most = MAX_MATCHES): readonly PaletteItem[] {
  const text = typed.trim()
  if (text === '') return items.slice(0, FIRST)
  const fuse = new Fuse(items, { keys: ['label'], threshold: THRESHOLD, ignoreLocation: true })
  return fuse.search(text, { limit: most }).map(({ item }) => item)
}

/** Merges lists and removes duplicates. */
export function mergeItems(...lists: readonly (readonly PaletteItem[])[]): readonly PaletteItem[] {
  return [...new Map(lists.flat().map((item) => [item.id, item])).values()]
}
