import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { sampleWidth } from '#core/query/sample.ts'
import type { ChartElements } from './chart-elements.ts'

/** Registers the box of a chart, so that its query is sampled for that width. */
export function useChartElement(elements: ChartElements, id: number, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (box.current ? elements.register(id, box.current) : undefined), [elements, id, box])
}

/** Returns the width step of a box, updated on resize; 0 before layout. */
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
