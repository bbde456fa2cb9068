import { useEffect } from 'react'
import { pageNonce } from '#ui/tokens/page-nonce.ts'
import { useDashboard } from '../state/store.ts'
import { useScopedCss } from './use-scoped-css.ts'

/** Applies the CSS of the dashboard while it is shown, including unsaved edits. */
export function DashboardStyles() {
  const { css } = useScopedCss(useDashboard((state) => state.info.css))
  useEffect(() => {
    if (css === '') return
    const element = document.createElement('style')
    element.nonce = pageNonce()
    element.dataset['dashboardStyles'] = ''
    element.textContent = css
    document.head.append(element)
    return () => element.remove()
  }, [css])
  return null
}
