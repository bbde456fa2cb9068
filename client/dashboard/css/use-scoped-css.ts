import { useEffect, useState } from 'react'
import type { ScopedCss } from '#core/css/scope-css.ts'

/** The element that dashboard styles apply to; the application frame is outside of it. */
const SCOPE = '[data-dashboard-css]'

const emptyCss: ScopedCss = { css: '', leftOut: [] }

/**
 * Returns the styles, scoped and sanitized. Until new styles are parsed, returns the previous ones. The CSS parser
 * loads with the first dashboard that has styles.
 */
export function useScopedCss(text: string): ScopedCss {
  const [scoped, setScoped] = useState(emptyCss)
  const isBlank = text.trim() === ''
  useEffect(() => {
    if (isBlank) return
    let isCurrent = true
    import('#core/css/scope-css.ts').then(
      ({ scopeCss }) => isCurrent && setScoped(scopeCss(text, SCOPE)),
      // Without the parser, no styles apply.
      () => isCurrent && setScoped(emptyCss),
    )
    return () => {
      isCurrent = false
    }
  }, [text, isBlank])
  return isBlank ? emptyCss : scoped
}
