import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawQueue } from './draw-queue.ts'
import type { ChartState } from './chart-state.ts'

/** True if two states of a chart draw the same. */
const isSamePicture = (a: ChartState, b: ChartState): boolean =>
  a.queriesResponse === b.queriesResponse &&
  (a.sliceFormData ?? a.form_data) === (b.sliceFormData ?? b.form_data) &&
  a.annotationData === b.annotationData

/** Tracks whether an element is visible, with an observer and without forcing layout. */
function useSeen(ref: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isSeen = useRef(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      isSeen.current = entries.at(-1)?.isIntersecting ?? false
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isSeen
}

/**
 * Returns the chart state to draw: the newest results once the draw queue grants a frame, until then the previous ones;
 * undefined if there were none. A chart that has results when it mounts is drawn at once.
 * @param isInTurn false: always drawn at once
 */
export function useQueuedDraw(
  chart: ChartState,
  isInTurn: boolean,
  box: RefObject<HTMLElement | null>,
): ChartState | undefined {
  const [turned, turn] = useState(chart.queriesResponse === null ? undefined : chart)
  const isSeen = useSeen(box)
  const drawer = useRef({})
  const waits = isInTurn && chart.queriesResponse !== null && !(turned && isSamePicture(turned, chart))
  useEffect(() => {
    if (waits) drawQueue.ask(drawer.current, { isSeen: () => isSeen.current, draw: () => flushSync(() => turn(chart)) })
  }, [waits, chart, isSeen])
  useEffect(() => {
    const { current } = drawer
    if (!waits) return
    return () => drawQueue.leave(current)
  }, [waits])
  return waits ? turned : chart
}
