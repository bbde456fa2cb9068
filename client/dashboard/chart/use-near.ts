import { type RefObject, useEffect, useState } from 'react'

/** A screen above and below, measured from the window and from any box that scrolls. */
const around = { rootMargin: '100% 0px', scrollMargin: '100% 0px' }

/** Whether an element is within a screen of being seen. */
export function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), around)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
