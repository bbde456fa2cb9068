import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef } from 'react'

/** Makes an element draggable; `carry` returns the dragged data, or null if it cannot be dragged now. */
export function useDraggable(element: RefObject<HTMLElement | null>, carry: () => object | null): void {
  const latest = useRef(carry)
  latest.current = carry
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      canDrag: () => latest.current() !== null,
      getInitialData: () => ({ carried: latest.current() }),
    })
  }, [element])
}
