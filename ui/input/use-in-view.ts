import { type RefObject, useRef } from 'react'

/**
 * Scrolls an element fully into view before an overlay opens at it. An overlay that opens before the scroll event would
 * treat the event as scrolling by the user and close again.
 */
export function useInView(element: RefObject<HTMLElement | null>) {
  const isScrolling = useRef(false)
  const top = () => element.current?.getBoundingClientRect().top
  return {
    /** Scrolls if needed; returns whether it did. */
    bring: (): boolean => {
      const before = top()
      element.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      if (top() === before) return false
      isScrolling.current = true
      // The scroll events of a frame are dispatched before its callbacks.
      requestAnimationFrame(() => {
        isScrolling.current = false
      })
      return true
    },
    /** Calls at once, or after the scroll event has been dispatched. */
    after: (call: () => void): void => {
      if (isScrolling.current) requestAnimationFrame(call)
      else call()
    },
  }
}
