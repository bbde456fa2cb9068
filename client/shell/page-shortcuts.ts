import { useEffect } from 'react'
import { t } from '#core/text/t.ts'

/** A keyboard shortcut and what it does. */
export interface Shortcut {
  /** Keys joined by `+`. */
  readonly keys: string
  readonly act: string
}

/** Shortcuts of one part of a page, under a heading. */
export interface ShortcutGroup {
  readonly heading: string
  readonly shortcuts: readonly Shortcut[]
}

const arrows = () => t('Arrows')

/** Returns the shortcuts that act on a focused chart. */
export const chartShortcuts = (): ShortcutGroup => ({
  heading: t('In a chart'),
  shortcuts: [
    { keys: arrows(), act: t('Move between values') },
    { keys: 'Enter', act: t('Filter by the value') },
    { keys: `Shift+${arrows()}`, act: t('Select a range; Enter applies it') },
    { keys: 'Shift+Enter', act: t('Compare the range with the period before, as Shift and a drag do') },
    { keys: t('Space'), act: t('Show only this series, or all again, as a double-click on its legend entry does') },
    { keys: 'Shift+F10', act: t('Open the menu of the value') },
    { keys: 'Escape', act: t('Leave the value') },
  ],
})

let groups: readonly (() => readonly ShortcutGroup[])[] = []

/** Returns the shortcuts of the open pages that are not commands of the palette. */
export function pageShortcuts(): readonly ShortcutGroup[] {
  return groups.flatMap((group) => group())
}

/** Lists shortcuts of a page while it is mounted. */
export function usePageShortcuts(list: () => readonly ShortcutGroup[]): void {
  useEffect(() => {
    groups = [...groups, list]
    return () => {
      groups = groups.filter((each) => each !== list)
    }
  }, [list])
}
