/** The theme setting; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'

const darkDevice = '(prefers-color-scheme: dark)'
let stopFollowing: (() => void) | undefined

/** Applies `theme` to the page, and with `system` follows the device. The caller stores the setting. */
export function applyTheme(theme: Theme): void {
  stopFollowing?.()
  stopFollowing = undefined
  const root = document.documentElement
  if (theme !== 'system') {
    root.dataset.theme = theme
    return
  }
  const query = window.matchMedia(darkDevice)
  const follow = () => {
    root.dataset.theme = query.matches ? 'dark' : 'light'
  }
  follow()
  query.addEventListener('change', follow)
  stopFollowing = () => query.removeEventListener('change', follow)
}

/** Returns the theme on the screen. */
export function currentTheme(): 'light' | 'dark' {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

/** Calls back whenever the displayed theme changes, so that canvases can be redrawn. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
