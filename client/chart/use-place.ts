import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { sampleWidth } from '#core/query/sample.ts'
import type { Places } from './places.ts'

/** Notes the box of a chart, so that its question is asked for a picture as wide as that. */
export function usePlace(places: Places, id: number, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (box.current ? places.put(id, box.current) : undefined), [places, id, box])
}

/** The step of width that a box has, followed as it changes; 0 before it is laid out. */
export function useWidthStep(box: RefObject<HTMLElement | null>): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setStep(element.clientWidth > 0 ? sampleWidth(element.clientWidth) : 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return step
}
