import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** One screen above and below, measured from the window and from any scrollable box. */
const VIEWPORT_MARGINS = { rootMargin: '100% 0px', scrollMargin: '100% 0px' }

/** True if the element is laid out within one screen of the window. Hidden elements are nowhere. */
function isNearViewport(element: HTMLElement): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && bottom > -window.innerHeight && top < 2 * window.innerHeight
}

/**
 * Returns whether an element is within one screen of the viewport. Measured on mount, before the first paint: the
 * observer reports only after it, which would delay the request by the longest frame of all.
 */
export function useNearViewport(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useLayoutEffect(() => {
    if (ref.current && isNearViewport(ref.current)) setNear(true)
  }, [ref])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      VIEWPORT_MARGINS,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
