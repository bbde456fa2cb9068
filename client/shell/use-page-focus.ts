import { useEffect, useRef } from 'react'

/** A page that takes longer to load does not take the focus any more. */
const PATIENCE = 10_000

function takeFocus(): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** After navigation, moves the focus to the heading of the new page, because the clicked link no longer exists. */
export function usePageFocus(path: string): void {
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    if (takeFocus()) return
    const watch = new MutationObserver(() => {
      if (takeFocus()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), PATIENCE)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [path])
}
