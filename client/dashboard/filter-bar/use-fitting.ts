import { type RefObject, useLayoutEffect, useState } from 'react'

/** Returns how many children of a wrapping row fit its first line. Measured again when the row or the texts change. */
export function useFitting(row: RefObject<HTMLElement | null>, texts: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const [first, ...others] = [...element.children] as HTMLElement[]
      const isBelow = (each: HTMLElement) => first !== undefined && each.offsetTop > first.offsetTop
      const at = others.findIndex(isBelow)
      setFitting(at < 0 ? Number.POSITIVE_INFINITY : at + 1)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [row, texts])
  return fitting
}
