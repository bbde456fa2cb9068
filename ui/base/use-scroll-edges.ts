import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the edges beyond which a scroll container has more content: '', 'below', 'right' or both. */
export function useScrollEdges(box: RefObject<HTMLElement | null>, ...changes: readonly unknown[]): string {
  const [more, setMore] = useState('')
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const updateEdges = () => {
      const below = element.scrollTop + element.clientHeight < element.scrollHeight - 1
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setMore([below && 'below', right && 'right'].filter(Boolean).join(' '))
    }
    element.addEventListener('scroll', updateEdges, { passive: true })
    // It also reports the first size, after layout: reading it here would cause one more layout.
    const sizes = new ResizeObserver(updateEdges)
    for (const each of [element, ...element.children]) sizes.observe(each)
    return () => {
      element.removeEventListener('scroll', updateEdges)
      sizes.disconnect()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller lists the dependencies
  }, [box, ...changes])
  return more
}
