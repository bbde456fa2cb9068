import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview'
import { type RefObject, useEffect, useRef } from 'react'
import type { Drag } from './session.ts'

/** The payload of a drag; `onDropped` is called before the node is inserted. */
export interface DragStart extends Pick<Drag, 'dragged' | 'name' | 'detail' | 'vizType'> {
  readonly onDropped?: () => void
}

/** Makes an element draggable onto the canvas, as a whole or by a handle inside it. */
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
