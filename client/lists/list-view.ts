import { useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'

/** The view of a list: table rows, or cards with previews. */
export type ListView = 'list' | 'cards'

/** Returns the view last selected for a list in this browser; initially, and without cards, the list view. */
export function useListView(name: string, hasCards: boolean): readonly [ListView, (view: ListView) => void] {
  const key = `list_view_${name}`
  const [view, setView] = useState<ListView>(() => (browserStorage()?.getItem(key) === 'cards' ? 'cards' : 'list'))
  const choose = (next: ListView) => {
    setView(next)
    browserStorage()?.setItem(key, next)
  }
  return [hasCards ? view : 'list', choose]
}
