import { type RefObject, useLayoutEffect, useState } from 'react'

export interface AvailableSpace {
  /** Of the scrolling content, in px, without its scroll bar; 0 before it is measured. */
  readonly width: number
  /** Of the frame around it, in px. */
  readonly height: number
  /** The size of the horizontal and the vertical scroll bar, in px. */
  readonly bar: number
  readonly sideBar: number
}

const isSame = (one: AvailableSpace, other: AvailableSpace): boolean =>
  one.width === other.width && one.height === other.height && one.bar === other.bar && one.sideBar === other.sideBar

/** Measures a scroll container inside a frame. */
export function useAvailableSpace(
  frame: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
): AvailableSpace {
  const [room, setRoom] = useState<AvailableSpace>({ width: 0, height: 0, bar: 0, sideBar: 0 })
  useLayoutEffect(() => {
    const around = frame.current
    const inner = box.current
    if (around === null || inner === null) return
    const measure = () => {
      const found: AvailableSpace = {
        width: inner.clientWidth,
        height: around.clientHeight,
        bar: Math.max(0, inner.offsetHeight - inner.clientHeight),
        sideBar: Math.max(0, inner.offsetWidth - inner.clientWidth),
      }
      setRoom((old) => (isSame(old, found) ? old : found))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(around)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [frame, box])
  return room
}
