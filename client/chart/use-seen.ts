import { useEffect, useState } from 'react'

/** Milliseconds an entry is looked at before its chart is asked for: who scrolls past asks nothing. */
const CALM = 400

/** Whether an element was in sight for a while. */
export function useSeen(): readonly [ref: (element: HTMLElement | null) => void, isSeen: boolean] {
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
