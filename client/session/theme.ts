import { browserStorage } from './storage.ts'
import { applyTheme, type Theme } from '#ui/tokens/theme.ts'

const KEY = 'facet.theme'

/** Returns the theme selected in this browser; by default that of the system. */
export function chosenTheme(): Theme {
  const stored = browserStorage()?.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(choice: Theme): void {
  try {
    browserStorage()?.setItem(KEY, choice)
  } catch {
    // Without storage, the selection lasts as long as the page.
  }
  applyTheme(choice)
}
