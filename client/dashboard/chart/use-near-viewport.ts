import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** A screen above and below, measured from the window and from any box that scrolls. */
const around = { rootMargin: '100% 0px', scrollMargin: '100% 0px' }

/** Whether an element stands within a screen of the window as it is laid out now; what is hidden stands nowhere. */
function standsNear(element: HTMLElement): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && bottom > -window.innerHeight && top < 2 * window.innerHeight
}

/**
 * Whether an element is within a screen of being seen. That is known as soon as it stands on the page, before it is painted:
 * the observer tells only after that, and what is asked for then would come later by a whole frame, the longest of all.
 */
export function useNearViewport(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useLayoutEffect(() => {
    if (ref.current && standsNear(ref.current)) setNear(true)
  }, [ref])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), around)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
