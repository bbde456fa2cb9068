import { useState } from 'react'
import { browserStorage } from '#client/session/storage.ts'

/** How a list stands: rows of a table, or cards with pictures. */
export type ListView = 'list' | 'cards'

/** The view that this browser last chose for a list; rows at first, and where there are no cards. */
export function useListView(name: string, hasCards: boolean): readonly [ListView, (view: ListView) => void] {
  const key = `list_view_${name}`
  const [view, setView] = useState<ListView>(() => (browserStorage()?.getItem(key) === 'cards' ? 'cards' : 'list'))
  const choose = (next: ListView) => {
    setView(next)
    browserStorage()?.setItem(key, next)
  }
  return [hasCards ? view : 'list', choose]
}
