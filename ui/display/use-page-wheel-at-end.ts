import { type RefObject, useEffect } from 'react'

/** True if an element can be scrolled further in this direction. */
function hasMore(element: Element, down: boolean): boolean {
  const { scrollTop, clientHeight, scrollHeight } = element
  return down ? Math.ceil(scrollTop + clientHeight) < scrollHeight : scrollTop > 0
}

function scrollerAround(element: Element, down: boolean): Element | undefined {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY) && hasMore(each, down)) return each
  return undefined
}

const LINE = 16

/**
 * Lets the wheel scroll the page when a box is at its end. Browsers latch a wheel gesture to the element where it
 * started, so the page would not scroll until the wheel has paused.
 */
export function usePageWheelAtEnd(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      const down = event.deltaY > 0
      if (event.deltaY === 0 || hasMore(element, down)) return
      const around = scrollerAround(element, down)
      if (!around) return
      if (event.cancelable) event.preventDefault()
      around.scrollTop += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box])
}
