import { useEffect, useState } from 'react'

/** Milliseconds an entry must be visible before its chart is requested, so that scrolling past sends no request. */
const CALM = 400

/** Returns whether an element has been visible for a while. */
export function useHasBeenVisible(): readonly [ref: (element: HTMLElement | null) => void, isSeen: boolean] {
  const [isSeen, setSeen] = useState(false)
  const [element, ref] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!element || isSeen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setSeen(true), CALM)
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, isSeen])
  return [ref, isSeen]
}
