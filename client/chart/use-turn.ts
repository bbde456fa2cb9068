import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawQueue } from './draw-queue.ts'
import type { ChartState } from './machine.ts'

/** Whether two states of a chart have the same picture. */
const isSamePicture = (a: ChartState, b: ChartState): boolean =>
  a.queriesResponse === b.queriesResponse &&
  (a.sliceFormData ?? a.form_data) === (b.sliceFormData ?? b.form_data) &&
  a.annotationData === b.annotationData

/** Whether an element is in sight, known without asking for its place. */
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
 * The chart as it is to be drawn: with its newest answers once they have a frame of their own, until then with those
 * before; undefined where there were none. What has answers when it comes is drawn at once.
 * @param isInTurn false: drawn at once, always
 */
export function useTurn(
  chart: ChartState,
  isInTurn: boolean,
  box: RefObject<HTMLElement | null>,
): ChartState | undefined {
  const [turned, turn] = useState(chart.queriesResponse === null ? undefined : chart)
  const isSeen = useSeen(box)
  const who = useRef({})
  const waits = isInTurn && chart.queriesResponse !== null && !(turned && isSamePicture(turned, chart))
  useEffect(() => {
    if (waits) drawQueue.ask(who.current, { isSeen: () => isSeen.current, draw: () => flushSync(() => turn(chart)) })
  }, [waits, chart, isSeen])
  useEffect(() => {
    const { current } = who
    if (!waits) return
    return () => drawQueue.leave(current)
  }, [waits])
  return waits ? turned : chart
}
