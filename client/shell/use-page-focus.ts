import { useEffect, useRef } from 'react'
import { tabStorage } from '#client/session/storage.ts'

/** A page that takes longer to load does not take the focus any more. */
const PATIENCE = 10_000

const SIGN_IN_KEY = 'facet:signs-in'

/** Remembers for the next page that the user has just sent the sign-in form. */
export function markSignIn(): void {
  try {
    tabStorage()?.setItem(SIGN_IN_KEY, '1')
  } catch {
    // Without storage, the focus starts at the top of the page.
  }
}

/** True once after the sign-in form was sent. */
function hasSignedIn(): boolean {
  const hasMarkup = tabStorage()?.getItem(SIGN_IN_KEY) === '1'
  if (hasMarkup) tabStorage()?.removeItem(SIGN_IN_KEY)
  return hasMarkup
}

/** Focuses the heading if nothing has the focus. `link` led to the page and has the focus until it is removed. */
function takeFocus(link: Element | null): boolean {
  const active = document.activeElement
  if (active && active !== document.body) return active !== link || !link.closest('main')
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** Marks the document with the type of the last input; the ring of headings depends on it. */
function useLastInputMark(): void {
  useEffect(() => {
    const onInput = ({ type }: Event) => {
      document.documentElement.dataset['lastInput'] = type === 'keydown' ? 'key' : 'pointer'
    }
    document.addEventListener('keydown', onInput, true)
    document.addEventListener('pointerdown', onInput, true)
    return () => {
      document.removeEventListener('keydown', onInput, true)
      document.removeEventListener('pointerdown', onInput, true)
    }
  }, [])
}

/**
 * After navigation, moves the focus to the heading of the new page, because the clicked link no longer exists. The
 * first page after sign-in gets the focus the same way. Pages without the frame of the application do not. The focus has
 * a ring only after a navigation by key: a heading with a ring looks like a field.
 */
export function usePageFocus(path: string, isBare = false): void {
  const last = useRef<string>(undefined)
  useLastInputMark()
  useEffect(() => {
    if (isBare) return
    const isNew = last.current === undefined ? hasSignedIn() : last.current !== path
    last.current = path
    if (!isNew) return
    const link = document.activeElement
    if (takeFocus(link)) return
    const watch = new MutationObserver(() => {
      if (takeFocus(link)) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), PATIENCE)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [path, isBare])
}
