import { type RefObject, useRef } from 'react'

/**
 * Brings an element wholly into sight before something opens at it. What opens while the scrolling has yet to be told
 * would take it for a scroll of the person and close again.
 */
export function useInView(element: RefObject<HTMLElement | null>) {
  const isScrolling = useRef(false)
  const top = () => element.current?.getBoundingClientRect().top
  return {
    /** Scrolls; whether there was need to. */
    bring: (): boolean => {
      const before = top()
      element.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      if (top() === before) return false
      isScrolling.current = true
      // The scroll events of a frame come before its callbacks.
      requestAnimationFrame(() => {
        isScrolling.current = false
      })
      return true
    },
    /** Calls at once, or after the scrolling has been told. */
    after: (call: () => void): void => {
      if (isScrolling.current) requestAnimationFrame(call)
      else call()
    },
  }
}
