import { browserStorage } from './storage.ts'
import { applyTheme, type Theme } from '#ui/tokens/theme.ts'

const KEY = 'facet.theme'

/** The theme the person chose in this browser; that of the system when none was chosen. */
export function chosenTheme(): Theme {
  const stored = browserStorage()?.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(choice: Theme): void {
  try {
    browserStorage()?.setItem(KEY, choice)
  } catch {
    // A browser without room forgets the choice with the page.
  }
  applyTheme(choice)
}
