import { useEffect, useState } from 'react'
import type { ScopedCss } from '#core/css/scope-css.ts'

/** What the styles of a dashboard are for; the frame around it is not in it. */
const SCOPE = '[data-dashboard-css]'

const none: ScopedCss = { css: '', leftOut: [] }

/**
 * Styles as they may be shown; until those that are written have been read, the ones before. What reads them is fetched
 * with the first dashboard that has any.
 */
export function useScopedCss(text: string): ScopedCss {
  const [scoped, setScoped] = useState(none)
  const isBlank = text.trim() === ''
  useEffect(() => {
    if (isBlank) return
    let isCurrent = true
    import('#core/css/scope-css.ts').then(
      ({ scopeCss }) => isCurrent && setScoped(scopeCss(text, SCOPE)),
      // Without what reads them there are no styles.
      () => isCurrent && setScoped(none),
    )
    return () => {
      isCurrent = false
    }
  }, [text, isBlank])
  return isBlank ? none : scoped
}
