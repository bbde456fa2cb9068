import Fuse from 'fuse.js'
import type { IconName } from '#ui/base/icon-paths.ts'

/** A line of the palette: a place to go to, or something to do. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** What it is, or whose. */
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly href?: string | undefined
  readonly act?: (() => void) | undefined
}

/** Items of one kind under their heading. */
export interface PaletteGroup {
  readonly id: string
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

/** How far a name may be from what is typed: the threshold of the gallery. */
const THRESHOLD = 0.3
/** Lines of one kind, without anything typed and with. */
const FIRST = 5
const MAX_MATCHES = 8

/** The items whose names are near what is typed, nearest first; the first ones where nothing is. */
export function nearest(items: readonly PaletteItem[], typed: string, most = MAX_MATCHES): readonly PaletteItem[] {
  const text = typed.trim()
  if (text === '') return items.slice(0, FIRST)
  const fuse = new Fuse(items, { keys: ['label'], threshold: THRESHOLD, ignoreLocation: true })
  return fuse.search(text, { limit: most }).map(({ item }) => item)
}

/** Items that were found twice stand once. */
export function merged(...lists: readonly (readonly PaletteItem[])[]): readonly PaletteItem[] {
  return [...new Map(lists.flat().map((item) => [item.id, item])).values()]
}
