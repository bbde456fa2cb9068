import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { type RefObject, useEffect, useRef, useState } from 'react'

export interface DropZoneHandlers<T> {
  /** Converts dragged data for the zone; undefined if it does not accept the data. */
  readonly read: (carried: unknown) => T | undefined
  /** Called on a drop over the zone, with the vertical position in the window in pixels. */
  readonly onDrop: (carried: T, y: number) => void
}

/** The dragged data, and the vertical pointer position over the zone; null if the pointer is outside. */
export interface Hover<T> {
  readonly carried: T
  readonly y: number | null
}

/** Makes an element a drop zone. Returns the current drag; null if there is none that it accepts. */
export function useDropZone<T>(element: RefObject<HTMLElement | null>, handlers: DropZoneHandlers<T>): Hover<T> | null {
  const [hover, setHover] = useState<Hover<T> | null>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (!element.current) return
    const read = (data: Record<string, unknown>) => latest.current.read(data['carried'])
    const over = (y: number | null) => setHover((before) => before && { ...before, y })
    return combine(
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => read(source.data) !== undefined,
        onDragEnter: ({ location }) => over(location.current.input.clientY),
        onDrag: ({ location }) => over(location.current.input.clientY),
        onDragLeave: () => over(null),
        onDrop: ({ source, location }) => {
          const dragged = read(source.data)
          if (dragged !== undefined) latest.current.onDrop(dragged, location.current.input.clientY)
        },
      }),
      monitorForElements({
        canMonitor: ({ source }) => read(source.data) !== undefined,
        onDragStart: ({ source }) => {
          preventUnhandled.start()
          const dragged = read(source.data)
          if (dragged !== undefined) setHover({ carried: dragged, y: null })
        },
        onDrop: () => {
          preventUnhandled.stop()
          setHover(null)
        },
      }),
    )
  }, [element])
  return hover
}
