// Runs before the first paint: a page must not flash in the wrong theme.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('facet.theme')
  } catch {
    // storage may be switched off
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
