import { useEffect } from 'react'

/** Milliseconds in which a closing dialog or menu returns the focus itself. */
const GRACE = 120
const ITEMS = 'tr, li, article, [role=row], [role=listitem], [role=option]'
const FLOATING = '[role=dialog], [role=alertdialog], [role=menu]'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'

/** The last focused element of the page, with the list that it is in. */
interface FocusedElement {
  readonly element: Element
  readonly list: Element | null
  readonly index: number
}

function focusedIn(element: Element): FocusedElement {
  const item = element.closest(ITEMS)
  const list = item?.parentElement ?? null
  return { element, list, index: list && item ? [...list.children].indexOf(item) : -1 }
}

/** Returns the first focusable element of the item at the place of the focused one, or of the last item. */
function neighborOf({ list, index }: FocusedElement): HTMLElement | null {
  if (!list?.isConnected) return null
  const item = list.children[Math.min(index, list.children.length - 1)]
  return item?.matches(FOCUSABLE) ? (item as HTMLElement) : (item?.querySelector<HTMLElement>(FOCUSABLE) ?? null)
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}

const isLost = () => !document.activeElement || document.activeElement === document.body

/** Moves the focus from a removed or disabled element to the item at its place, else to the heading of the page. */
function focusNextTo(previous: FocusedElement): void {
  neighborOf(previous)?.focus({ preventScroll: true })
  if (isLost()) focusHeading()
}

/**
 * Moves the focus on when the focused element is removed: from a row that it deletes to the next one, else to the
 * heading of the page; from a message to the last focused element of the page, or near it if that is disabled. A click
 * outside of all controls removes the focus as usual.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: FocusedElement | undefined
    let current: Element | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = ({ target }: FocusEvent) => {
      current = target instanceof Element ? target : undefined
      if (target instanceof Element && target.closest('main') && !target.closest(FLOATING)) last = focusedIn(target)
    }
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof Element)) return
      // Browsers may report a removed element before it is removed.
      setTimeout(() => {
        if (target.isConnected && isLost()) last = current = undefined
      })
    }
    const isRemoved = () => current?.isConnected === false || last?.element.isConnected === false
    const restore = () => {
      if (!last || !isRemoved() || !isLost() || document.querySelector(FLOATING)) return
      if (last.element.isConnected) (last.element as HTMLElement).focus({ preventScroll: true })
      // A removed, disabled or hidden element cannot have the focus.
      if (isLost()) focusNextTo(last)
    }
    const watch = new MutationObserver(() => {
      if (!last || !isRemoved() || !isLost()) return
      clearTimeout(timer)
      timer = setTimeout(restore, GRACE)
    })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [])
}
