import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview'
import { type RefObject, useEffect, useRef } from 'react'
import type { Drag } from './session.ts'

/** What a drag carries; `onDropped` is called before the node stands in its place. */
export interface DragStart extends Pick<Drag, 'dragged' | 'name' | 'detail' | 'vizType'> {
  readonly onDropped?: () => void
}

/** Makes an element something that can be dragged onto the canvas, by itself or by a handle in it. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  start: () => DragStart | null,
  handle?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(start)
  latest.current = start
  useEffect(() => {
    if (!element.current) return
    return draggable({
      element: element.current,
      ...(handle?.current ? { dragHandle: handle.current } : {}),
      canDrag: () => latest.current() !== null,
      getInitialData: () => ({ start: latest.current() }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
    })
  }, [element, handle])
}
